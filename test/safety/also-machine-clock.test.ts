/** A machine clock that jumps ahead destroys nothing; a steady clock cleans up as usual. */
import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { confirmClock } from '../../server/worker/clock-trust.ts';
import { filesIn, uploaded } from '../support/files/files.ts';
import { inForm, oneIn } from '../support/form.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const stepHours = inForm({ short: 6, full: 1 });

let service: TestService;
let account: Account;
let client: TestClient;

beforeEach(async () => {
  service = await testService();
  account = await service.openAccount('acme');
  client = await service.client(account);
  await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Kept' }, headers: { 'idempotency-key': 'one' } });
  await service.publisher.publishAll();
  await service.activity.flush();
  await service.housekeeping.clean();
});
afterEach(() => service.stop());

/** The number of rows that clean-up removes, and of partitions. */
async function everything(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const tables = ['events', 'idempotency_keys', 'request_log', 'files'];
  for (const table of tables) {
    const [row] = await service.database
      .session(account.id)
      .run<{ count: string }>({ text: `select count(*) from ${table} where account_id = $1` });
    counts[table] = Number(row?.count);
  }
  const [keys] = await service.database.query<{ count: string }>('select count(*) from signing_keys');
  counts.signingKeys = Number(keys?.count);
  const weeks = await service.database.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1`,
  );
  counts.oldWeeks = weeks.slice(0, 3).length;
  return counts;
}

const alarms = () => service.logLines.filter((line) => line.includes('ALARM'));
const cleanAll = async () => {
  await service.housekeeping.clean();
  await service.fileSweep.removeUnreferenced();
  await service.fileSweep.removeOrphans();
};

describe('a clock that jumps ahead', () => {
  const jumps = [
    ['a day', dayMs],
    ['a year', 365 * dayMs],
  ] as const;

  test.each(oneIn(2, jumps))('by %s removes nothing, and says so loudly', async (_, aheadMs) => {
    await uploaded(client);
    await service.publisher.publishAll();
    await service.activity.flush();
    const before = await everything();
    const bytes = await filesIn(service.filesDir);
    service.setClock(aheadMs);
    await cleanAll();
    expect(await everything()).toEqual(before);
    expect(await filesIn(service.filesDir)).toEqual(bytes);
    expect(alarms().join()).toContain('far ahead');
    // After the correction everything is there, and clean-up continues.
    service.setClock(0);
    const { body } = await client.call('GET', '/svc-api/events?topic=taxonomy.created');
    expect(body.items).toHaveLength(1);
    service.advance(61 * dayMs);
    await service.housekeeping.clean();
    expect((await everything()).events).toBe(0);
    await service.fileSweep.removeUnreferenced();
    expect((await everything()).files).toBe(0);
  });

  test('is believed after a day in which it ran steadily', async () => {
    service.setClock(365 * dayMs);
    await service.housekeeping.clean();
    for (let hour = stepHours; hour < 24; hour += stepHours) {
      service.advance(stepHours * hourMs);
      await service.housekeeping.clean();
    }
    expect((await everything()).events).toBe(1);
    service.advance(stepHours * hourMs);
    await service.housekeeping.clean();
    expect((await everything()).events).toBe(0);
  });

  test('and jumps again is not steady', async () => {
    for (let hour = 0; hour < 40; hour += stepHours) {
      service.setClock((100 + hour) * dayMs);
      service.advance(stepHours * hourMs);
      await service.housekeeping.clean();
    }
    expect((await everything()).events).toBe(1);
  });

  test('is believed when an operator confirms it', async () => {
    service.setClock(365 * dayMs);
    await service.housekeeping.clean();
    expect((await everything()).events).toBe(1);
    await confirmClock(service.database, service.now());
    await service.housekeeping.clean();
    expect((await everything()).events).toBe(0);
  });

  test('is noticed by the clock of the database', async () => {
    expect(alarms()).toEqual([]);
    service.setClock(-hourMs);
    await service.housekeeping.clean();
    expect(alarms().join()).toContain('clocks of this machine and of its database differ');
  });
});

test('expired data is invisible at once and removed later', async () => {
  service.advance(61 * dayMs);
  const later = await service.renewed(client);
  // Not removed yet.
  expect((await everything()).events).toBe(1);
  expect((await later.call('GET', '/svc-api/events/1')).status).toBe(404);
  expect((await later.call('GET', '/svc-api/events')).body.items).toEqual([]);
  await service.housekeeping.clean();
  expect((await everything()).events).toBe(0);
  expect(await readdir(service.filesDir)).toBeDefined();
});
