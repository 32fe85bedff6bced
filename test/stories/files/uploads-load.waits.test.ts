/** Many concurrent uploads and a very large one: the service uses little memory, and returns every byte. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env as environment } from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFlags } from '../../../bench/start-flags.ts';
import { uploadsAtOnce } from '../../../bench/upload-load.ts';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import type { Row } from '../../support/examples.ts';
import { filesIn, somePdf, uploaded } from '../../support/files/files.ts';
import { inFull } from '../../support/form.ts';
import { hired, newCompany } from '../../support/people/people.ts';
import { apiHeaders, call, type TestClient, type TestService, testService, tokenFor } from '../../support/service.ts';
import { compileCache } from '../../support/started-service.ts';

const masterKey = randomBytes(32);
const children: ChildProcess[] = [];
let database: FreshDatabase;
let filesDir: string;
/** Over the same database: accounts are opened and people hired here, while the other process takes the files. */
let desk: TestService;
let where: Awaited<ReturnType<typeof newCompany>>;
let client: TestClient;

beforeAll(async () => {
  database = await freshDatabase();
  filesDir = await mkdtemp(join(tmpdir(), 'muster-load-'));
  desk = await testService({ databaseUrl: database.url, masterKey });
  where = await newCompany(desk);
  ({ client } = where);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await desk.stop();
  await database.drop();
  await rm(filesDir, { recursive: true, force: true });
});

interface Node {
  readonly process: ChildProcess;
  readonly port: number;
  readonly client: TestClient;
}

/** A service in a separate process, as `npm start` runs it. */
async function startedNode(): Promise<Node> {
  const port = await findFreePort();
  const settings = { databaseUrl: database.url, port, masterKey: masterKey.toString('hex'), filesDir };
  const process = fork(join(import.meta.dirname, '../../../bench/service-process.ts'), [JSON.stringify(settings)], {
    execArgv: startFlags,
    env: { ...environment, ...compileCache },
  });
  children.push(process);
  const ended = once(process, 'exit').then(() => Promise.reject(new Error('The service ended before it was ready.')));
  await Promise.race([once(process, 'message'), ended]);
  ended.catch(() => undefined);
  const url = `http://localhost:${port}`;
  const token = await tokenFor(url, client.credentials);
  return { process, port, client: { ...client, token, call: (...asked) => call(url, token, ...asked) } };
}

inFull(
  '200 uploads of 1 MB and one of 100 MB at once take less than 300 MB, and come back as they were',
  async () => {
    const node = await startedNode();
    const people = await Promise.all(Array.from({ length: 10 }, () => hired(client, where)));
    const employments = people.map(
      ({ applicableEmployment }) => `/svc-api/employments/${(applicableEmployment as Row).id}`,
    );
    const { pid = 0 } = node.process;
    const { token } = node.client;
    const load = { port: node.port, pid, token, count: 200, largeBytes: 99_990_000, employments };
    const result = await uploadsAtOnce(load);
    console.log(result);
    expect(result).toMatchObject({ refused: [], differing: 0 });
    expect(result.memoryMbMax).toBeLessThan(300);
    node.process.kill('SIGKILL');
  },
  120_000,
);

test('a service that is killed in the middle of uploads leaves none that is half there', async () => {
  const node = await startedNode();
  const before = new Set((await filesIn(filesDir)).filter((path) => !path.includes('.drafts')));
  const head = `--b\r\nContent-Disposition: form-data; name="form"; filename="cut.pdf"\r\n\r\n`;
  const begun = Array.from({ length: 10 }, () => {
    const headers = { ...apiHeaders(node.client.token), 'content-type': 'multipart/form-data; boundary=b' };
    const asked = request({ port: node.port, host: '127.0.0.1', method: 'POST', path: '/svc-api/files', headers });
    asked.on('error', () => undefined);
    asked.write(head);
    asked.write(Buffer.concat([somePdf, Buffer.alloc(500_000, 'x')]));
    return asked;
  });
  await expect.poll(async () => (await readdir(join(filesDir, '.drafts'))).length, { timeout: 10_000 }).toBe(10);
  node.process.kill('SIGKILL');
  await once(node.process, 'exit');
  for (const asked of begun) asked.destroy();
  const kept = (await filesIn(filesDir)).filter((path) => !path.includes('.drafts'));
  expect(kept.filter((path) => !before.has(path))).toEqual([]);
  // The next process continues normally, and drafts belong to no file.
  const next = await startedNode();
  await uploaded(next.client);
  const { body } = await client.call('GET', '/svc-api/events?topic=file.created&sort=-id&limit=1000');
  expect(body.items.filter(({ data }: { data: Row }) => data.fileName === 'cut.pdf')).toEqual([]);
}, 60_000);
