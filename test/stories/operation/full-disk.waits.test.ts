/**
 * The disk of the data folder is full, with the embedded PostgreSQL and the files on it: changes are refused with 503 and
 * Retry-After, nothing that was acknowledged is lost, and the service is back by itself when there is room.
 */
import { execFileSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf } from '../../support/files/files.ts';
import { inForm } from '../../support/form.ts';
import { putPreparedCluster } from '../../support/prepared-cluster.ts';
import { call, type Reply, tokenFor } from '../../support/service.ts';
import { clientWithoutDemo, type DataFolder, dataFolder, isAlive } from '../../support/started-service.ts';

/** Room for the database and some of its log. */
const megabytes = 512;
const fullMs = inForm({ short: 2000, full: 5000 });
/** In full, longer than PostgreSQL is started again before it is given up. */
const givingUpMs = inForm({ short: 2500, full: 30_000 });

let folder: DataFolder;
let isMounted = false;

beforeAll(async () => {
  folder = await dataFolder(undefined, { MUSTER_DEMO: 'false', MUSTER_REQUESTS_PER_MINUTE: '1000000' });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder.path], {
      stdio: 'ignore',
    });
    isMounted = true;
  } catch {
    return;
  }
  await putPreparedCluster(folder.path);
});
afterAll(async () => {
  if (isMounted) execFileSync('umount', ['--lazy', folder.path]);
  await folder.discard();
});

const ballast = () => join(folder.path, 'ballast');

/** To the last byte. */
async function fill(): Promise<void> {
  const file = await open(ballast(), 'a');
  try {
    for (const size of [1 << 20, 4096]) {
      const chunk = Buffer.alloc(size, 1);
      while (
        await file.write(chunk).then(
          () => true,
          () => false,
        )
      );
    }
  } finally {
    await file.close();
  }
}

test('a full disk refuses changes for a while, and loses none', { timeout: 240_000 }, async ({ skip }) => {
  if (!isMounted) return skip('this machine does not let this user mount a small disk');
  const service = await folder.start();
  const token = await tokenFor(service.url, await clientWithoutDemo(folder));
  const acknowledged: string[] = [];
  const create = async (name: string): Promise<Reply> => {
    const reply = await call(service.url, token, 'POST', '/svc-api/taxonomies', { body: { name } });
    if (reply.status === 201) acknowledged.push(String(reply.body.id));
    return reply;
  };
  const ready = async () => (await fetch(`${service.url}/health/ready`)).status;
  expect((await create('Before')).status).toBe(201);
  expect(await ready()).toBe(200);

  await fill();
  await expect.poll(ready, { timeout: 10_000 }).toBe(503);
  const refused: Reply[] = [];
  const changeFor = async (ms: number): Promise<void> => {
    const until = performance.now() + ms;
    for (let number = 0; performance.now() < until; number += 1) {
      const reply = await create(`Label ${number} ${'x'.repeat(200)}`);
      if (reply.status !== 201) refused.push(reply);
      // What somebody frees is used up at once.
      if (number % 50 === 0) await fill();
      if (refused.length > 0) await pause(50);
    }
  };
  await changeFor(fullMs);
  const upload = await call(service.url, token, 'POST', '/svc-api/files', { body: formOf() });
  expect([upload.status, Number(upload.headers.get('retry-after')) > 0]).toEqual([503, true]);
  // As when it cannot write its log. Without room it does not start again.
  const postgres = folder.postgresPid();
  if (postgres !== null) process.kill(postgres, 'SIGKILL');
  await changeFor(givingUpMs);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers, text } of refused) {
    expect([status, text.slice(0, 300)]).toEqual([
      503,
      expect.stringMatching(/problems\/(unavailable|outcome-unknown)/),
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect([await ready(), isAlive(service.pid)]).toEqual([503, true]);

  await rm(ballast());
  await expect.poll(ready, { timeout: 60_000 }).toBe(200);
  expect((await create('Afterwards')).status).toBe(201);
  const lost: string[] = [];
  for (const id of acknowledged) {
    const { status } = await call(service.url, token, 'GET', `/svc-api/taxonomies/${id}`);
    if (status !== 200) lost.push(`${id}: ${status}`);
  }
  expect(lost).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(1);
  expect((await service.signal('SIGTERM')).status).toBe(0);
});
