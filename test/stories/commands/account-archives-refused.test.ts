/** Archives of accounts of other releases, and what operators see of an account that is deleted. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { listAccounts } from '../../../server/identity/accounts/accounts.ts';
import { type BulkService, bulkService } from '../../support/commands/bulk.ts';
import { newcomer } from '../../support/examples.ts';
import type { Ended } from '../../support/muster-line.ts';

let source: BulkService;
let target: BulkService;
let account: Account;
const later = '9999-later.sql';

beforeAll(async () => {
  [source, target] = [await bulkService(), await bulkService()];
  ({ account } = await newcomer(source));
});
afterAll(async () => {
  await source.stop();
  await target.stop();
});

/** Runs a command as if the installation had the next release. */
async function withLater(service: BulkService, ...args: string[]): Promise<Ended> {
  await service.database.query(
    `insert into migrations (name, digest, applied_at, kind) select $1, digest, now(), kind from migrations limit 1`,
    [later],
  );
  return service
    .muster(...args)
    .finally(() => service.database.query('delete from migrations where name = $1', [later]));
}

const exportTo = (file: string) => ['accounts', 'export', '--account', account.name, '--output', file];

it('an archive of another release is refused, with what to upgrade', async () => {
  const [own, other] = [join(source.folder, 'own.archive'), join(source.folder, 'other.archive')];
  expect((await source.muster(...exportTo(own))).status).toBe(0);
  expect((await withLater(source, ...exportTo(other))).status).toBe(0);
  const ofEarlier = await withLater(target, 'accounts', 'import', own);
  expect([ofEarlier.status, ofEarlier.stderr]).toEqual([
    1,
    expect.stringContaining(`comes from an earlier release, without ${later}: install this release there`),
  ]);
  const ofLater = await target.muster('accounts', 'import', other);
  expect([ofLater.status, ofLater.stderr]).toEqual([
    1,
    expect.stringContaining(`comes from a later release, which has applied ${later}: install that release here`),
  ]);
  expect(await listAccounts(target.database)).toEqual([]);
  expect((await target.muster('accounts', 'import', own)).status).toBe(0);
});

it('operators see when the rows of a closed account go', async () => {
  const operator = await source.person((await newcomer(source)).account, 'owner', true);
  const shown = async () => (await operator.call('GET', `/admin-api/accounts/${account.id}`)).body;
  const closed = await source.musterJson('accounts', 'delete', '--account', account.name, '--yes');
  const { state, removalDueAt } = await shown();
  expect([state, Date.parse(removalDueAt)]).toEqual(['closed', Date.parse(closed.removalDueAt)]);
  await source.muster('accounts', 'keep', '--account', account.name);
  expect(await shown()).toMatchObject({ state: 'ready', removalDueAt: null });
});
