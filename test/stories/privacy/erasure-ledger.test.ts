/** The ledger of erasures is apart from the database: a backup that is restored does not bring erased people back. */
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ErasureLedger, erasedIn, ledgerInFolder, ledgerInStorage } from '../../../server/erasure/ledger.ts';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import { type Account, listAccounts } from '../../../server/identity/accounts/accounts.ts';
import { copiedDatabase, type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { createExample } from '../../support/examples.ts';
import { leaveAccount } from '../../support/leaves/leaves.ts';
import { company } from '../../support/people/people.ts';
import { type CanaryPerson, canaryPerson } from '../../support/privacy/canaries.ts';
import { erasedOf, planned } from '../../support/privacy/erasing.ts';
import { wordsInTables } from '../../support/privacy/whole-database.ts';
import { type TestService, testService } from '../../support/service.ts';

let folder: string;
const masterKey = randomBytes(32);
const databases: FreshDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-ledger-'));
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const serviceOn = ({ url }: FreshDatabase): Promise<TestService> =>
  testService({
    databaseUrl: url,
    masterKey,
    storage: diskStorage(join(folder, 'files')),
    ledger: ledgerInFolder(folder),
  });

async function twoPeople(service: TestService): Promise<[CanaryPerson, CanaryPerson]> {
  const account = await service.openAccount('acme');
  const client = await service.client(account);
  const owner = await service.person(account);
  await owner.call('PATCH', '/admin-api/account-settings/current', { body: { erasuresNeedApproval: false } });
  const definition = await createExample(client, employeeAttributeDefinitions, {
    schema: { $ref: '/svc-api/schemas/short-text' },
    taxonomy: undefined,
  });
  const firm = await company(client);
  const canaries = { client, owner, firm, definitionId: definition.id, leaveAccount: await leaveAccount(client) };
  return [await canaryPerson(canaries), await canaryPerson(canaries)];
}

test('a database that is older than the ledger erases again before it answers', { timeout: 120_000 }, async () => {
  const original = await freshDatabase();
  databases.push(original);
  const before = await serviceOn(original);
  const [erased, other] = await twoPeople(before);
  await before.stop();
  const backup = await copiedDatabase(original);
  databases.push(backup);

  const running = await serviceOn(original);
  const [acme] = (await listAccounts(running.database)) as [Account];
  const owner = await running.person(acme);
  expect((await erasedOf(owner, await planned(owner, erased.id))).status).toBe('done');
  expect(await wordsInTables(original.url, [erased.canary])).toEqual(new Map());
  await running.stop();
  const lines = (await readFile(join(folder, 'erasures.ndjson'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { account: acme.id, employee: erased.id, at: expect.any(String) },
  ]);

  expect((await wordsInTables(backup.url, [erased.canary])).size).toBe(1);
  const restored = await serviceOn(backup);
  expect(await wordsInTables(backup.url, [erased.canary])).toEqual(new Map());
  const reader = await restored.person(acme);
  expect((await reader.call('GET', `/svc-api/employees/${erased.id}`)).status).toBe(404);
  expect((await reader.call('GET', `/svc-api/employees/${other.id}`)).status).toBe(200);
  expect((await wordsInTables(backup.url, [other.canary])).size).toBe(1);
  expect(restored.logLines.some((line) => line.includes('older than the ledger'))).toBe(true);
  await restored.stop();
});

const one = { account: '1', employee: '7', at: '2026-05-04T08:00:00.000Z' };
const two = { account: '1', employee: '8', at: '2026-05-04T09:00:00.000Z' };

test.each<[string, () => ErasureLedger]>([
  ['a folder', () => ledgerInFolder(join(folder, 'ledger'))],
  ['a bucket', () => ledgerInStorage(diskStorage(join(folder, 'bucket')))],
])('the ledger in %s keeps what was appended, also over a line that a crash has cut', async (_, make) => {
  await mkdir(join(folder, 'ledger'), { recursive: true });
  const ledger = make();
  expect(await ledger.read()).toEqual([]);
  await ledger.append(one);
  await appendFile(join(folder, 'ledger', 'erasures.ndjson'), '{"account":"1","emp');
  await ledger.append(two);
  expect(await ledger.read()).toEqual([one, two]);
  await ledger.append({ ...one, isWithdrawn: true });
  expect(erasedIn(await make().read())).toEqual([two]);
});
