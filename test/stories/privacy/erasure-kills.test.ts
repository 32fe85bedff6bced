/** Workers that are killed in the middle of erasures: others go on, and in the end nothing of the erased is left. */
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerInFolder } from '../../../server/erasure/ledger.ts';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { createExample } from '../../support/examples.ts';
import { inForm } from '../../support/form.ts';
import { leaveAccount } from '../../support/leaves/leaves.ts';
import { company } from '../../support/people/people.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { type CanaryPerson, canaryPerson } from '../../support/privacy/canaries.ts';
import { erasedOf, planned } from '../../support/privacy/erasing.ts';
import { endWorker, startWorker } from '../../support/privacy/erasure-worker.ts';
import { wordsInTables } from '../../support/privacy/whole-database.ts';
import { type TestService, testService } from '../../support/service.ts';

const kills = Number(process.env.MUSTER_ERASURE_KILLS ?? inForm({ short: 1, full: 3 }));

let folder: string;
let database: FreshDatabase;
let service: TestService;
let owner: TestPerson;
let people: CanaryPerson[];
const masterKey = randomBytes(32);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-kills-'));
  database = await freshDatabase();
  // Imports are run by a worker: this node becomes one that only serves requests afterwards.
  const options = { databaseUrl: database.url, masterKey, ledger: ledgerInFolder(folder) };
  const filling = await testService({ ...options, storage: diskStorage(join(folder, 'files')) });
  const account = await filling.openAccount('acme');
  const client = await filling.client(account);
  owner = await filling.person(account);
  await owner.call('PATCH', '/admin-api/account-settings/current', { body: { erasuresNeedApproval: false } });
  const definition = await createExample(client, employeeAttributeDefinitions, {
    schema: { $ref: '/svc-api/schemas/short-text' },
    taxonomy: undefined,
  });
  const firm = await company(client);
  const canaries = { client, owner, firm, definitionId: definition.id, leaveAccount: await leaveAccount(client) };
  people = [];
  for (let made = 0; made < inForm({ short: 2, full: 4 }); made += 1) people.push(await canaryPerson(canaries));
  await filling.stop();
  service = await testService({ ...options, role: 'api', storage: diskStorage(join(folder, 'files')) });
  owner = await service.person(account);
}, 120_000);
afterAll(async () => {
  await service.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const worker = () => startWorker({ databaseUrl: database.url, folder, masterKey });

test('nothing is left half erased', { timeout: 180_000 }, async () => {
  const [kept, ...erased] = people as [CanaryPerson, ...CanaryPerson[]];
  const ids: string[] = [];
  for (const { id } of erased) ids.push(await planned(owner, id));
  for (let killed = 0; killed < kills; killed += 1) {
    const killedOne = await worker();
    await pause(randomInt(0, 2500));
    await endWorker(killedOne, 'SIGKILL');
    for (const { id } of erased) await expectWholeOrGone(id);
    // Instead of waiting until the lease has ended.
    await service.database.query('update erasure_queue set leased_until = now()');
  }
  const last = await worker();
  for (const id of ids) expect((await erasedOf(owner, id)).status).toBe('done');
  await endWorker(last, 'SIGTERM');
  expect(
    await wordsInTables(
      database.url,
      erased.map(({ canary }) => canary),
    ),
  ).toEqual(new Map());
  expect((await wordsInTables(database.url, [kept.canary])).size).toBe(1);
  expect((await service.database.query('select 1 from erasure_queue')).length).toBe(0);
});

/** A person answers with everything, or with nothing. */
async function expectWholeOrGone(id: string): Promise<void> {
  const person = await owner.call('GET', `/svc-api/employees/${id}`);
  const versions = await owner.call('GET', `/svc-api/employees/${id}/versions`);
  const { body } = await owner.call('GET', `/svc-api/employments?employee.id=${id}`);
  const seen = [person.status, versions.status, body.items.length];
  expect([
    [200, 200, 1],
    [404, 404, 0],
  ]).toContainEqual(seen);
}
