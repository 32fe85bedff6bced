/** Nothing is changed for an account that is closed, also when a day begins just after it was closed. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAccount } from '../../../server/admin/sandboxes/closing.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { manyHired } from '../../support/many-people.ts';
import { companyIn, type TimedService, timedService } from '../../support/people/days.ts';

let timed: TimedService;

beforeAll(async () => {
  timed = await timedService();
});
afterAll(() => timed.service.stop());

const begins = '2025-05-01T12:00:00Z';
const midnight = '2025-05-10T00:00:00Z';
/** The background reads the list of accounts every two seconds, and looks for days that have begun every second. */
const listedMs = 3000;
const lookedMs = 1500;

async function accountWithStarter(): Promise<Account> {
  const { account, company } = await companyIn(timed, 'UTC', begins);
  await manyHired(timed.service, account, company, 1, () => ({ from: '2025-05-10', to: null }));
  return account;
}

const active = statement(`select 1 from employees where account_id = $1 and status = 'active'`);

const hasBegun = async ({ id }: Account): Promise<boolean> =>
  (await timed.service.database.session(id).run(active)).length > 0;

test('a day that begins after an account was closed changes nobody in it', async () => {
  const [open, closed] = [await accountWithStarter(), await accountWithStarter()];
  await pause(listedMs);
  await timed.service.database.transaction(closed.id, (tx) => closeAccount(tx, new Date('2025-06-30T00:00:00Z')));
  timed.clock.set(midnight);
  await expect.poll(() => hasBegun(open)).toBe(true);
  await pause(lookedMs);
  expect(await hasBegun(closed)).toBe(false);
});
