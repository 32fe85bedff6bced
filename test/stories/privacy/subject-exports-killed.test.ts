/** A node that is killed in the middle of an archive: another one makes it whole, and nothing of the first attempt is left. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startArguments, startEnvironment } from '../../../bench/start-flags.ts';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import { archived } from '../../support/administration-examples.ts';
import { partsOf } from '../../support/archives.ts';
import { freshDatabase } from '../../support/database.ts';
import { filesIn } from '../../support/files/files.ts';
import { inForm } from '../../support/form.ts';
import { hired, newCompany } from '../../support/people/people.ts';
import { type TestService, testService } from '../../support/service.ts';
import { root } from '../../support/started-service.ts';

const path = '/admin-api/subject-exports';
let service: TestService;
let databaseUrl: string;
let folder: string;
let drop: () => Promise<void>;
const masterKey = randomBytes(32);
const workers: ChildProcess[] = [];

/** The service only takes requests; archives are made on nodes of their own. */
beforeAll(async () => {
  const fresh = await freshDatabase();
  ({ url: databaseUrl, drop } = fresh);
  folder = await mkdtemp(join(tmpdir(), 'muster-exports-'));
  service = await testService({ databaseUrl, masterKey, role: 'api', storage: diskStorage(join(folder, 'files')) });
});
afterAll(async () => {
  for (const one of workers) one.kill('SIGKILL');
  await service.stop();
  await drop();
  await rm(folder, { recursive: true, force: true });
});

function startWorker(): ChildProcess {
  const started = spawn(process.execPath, [...startArguments, '--role', 'worker'], {
    cwd: root,
    env: {
      ...startEnvironment,
      PATH: process.env.PATH ?? '',
      DATABASE_URL: databaseUrl,
      MUSTER_DATA_DIR: folder,
      MUSTER_ENCRYPTION_KEY: masterKey.toString('base64'),
      MUSTER_PUBLIC_URL: service.url,
    },
    stdio: 'ignore',
  });
  workers.push(started);
  return started;
}

test('a killed node is replaced by another', async () => {
  const company = await newCompany(service);
  const owner = await service.person(company.account);
  const employee = await hired(company.client, company);
  // Long enough to be killed in the middle.
  await service.database.session(company.account.id).run(
    {
      text: `insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id, former, former_revision)
        select $1, 'employee', id::text, nextval('revisions'), now(), '{"type":"operator","id":"root","name":"root"}', 'updated',
          id, representation, revision
        from employees cross join generate_series(1, 3000) where account_id = $1 and id = $2`,
    },
    [employee.id],
  );
  const { body } = await owner.call('POST', path, { body: { employee: { id: employee.id } } });
  for (let kills = 0; kills < inForm({ short: 1, full: 2 }); kills += 1) {
    const worker = startWorker();
    const isRunning = async () => {
      const { state, progress } = (await owner.call('GET', `${path}/${body.id}`)).body;
      return state === 'running' && progress.partsDone === 0;
    };
    while (!(await isRunning())) await pause(20);
    worker.kill('SIGKILL');
    // A partial archive never answers.
    expect((await owner.call('GET', `${path}/${body.id}/content`)).status).toBe(404);
    await service.database.query('update subject_export_queue set leased_until = now()');
    await service.database
      .session(company.account.id)
      .run({ text: `update subject_exports set progress = '{"partsDone":1,"parts":1}' where account_id = $1` });
  }
  startWorker();
  expect((await archived(owner, body.id)).state).toBe('done');
  const parts = await partsOf(service.url, owner, body.id);
  expect(JSON.parse(String(parts.get('versions/employees.json')))).toHaveLength(3001);
  // What a killed node was writing has no name yet, and goes with other unfinished writes.
  expect(await filesIn(join(folder, 'files', company.account.id))).toHaveLength(1);
}, 120_000);
