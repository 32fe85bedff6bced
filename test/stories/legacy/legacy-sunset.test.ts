/** The end of the second generation of the legacy API: announced before, then refused with directions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { setV2End } from '../../../server/identity/accounts/legacy-end.ts';
import { type LegacyClient, legacyCall, legacyClient } from '../../support/legacy/legacy.ts';
import { type Reply, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: LegacyClient;

beforeAll(async () => {
  service = await testService();
  service.advance(Date.parse('2026-03-31T12:00:00Z') - service.now().getTime());
  account = await service.openAccount('acme');
  client = await legacyClient(service, account);
});
afterAll(() => service.stop());

const moveClockTo = (moment: string) => service.advance(Date.parse(moment) - service.now().getTime());
const announced = ({ headers }: Reply) => ['deprecation', 'sunset', 'link'].map((name) => headers.get(name));

const asPlanned = ['2025-03-31', '2026-03-31T23:59:59Z', '</api/v3/leaves>; rel="successor-version"'];
const nothing = [null, null, null];

test('until the date every answer of v2 announces it, and no other path does', async () => {
  const reply = await client.call('/api/leaves');
  expect([reply.status, announced(reply)]).toEqual([200, asPlanned]);
  expect(announced(await client.call('/api/leaves/0'))).toEqual(asPlanned);
  const unentitled = await legacyClient(service, account, {});
  const refused = await unentitled.call('/api/leaves');
  expect([refused.status, announced(refused)]).toEqual([403, asPlanned]);
  for (const path of ['/api/v3/leaves', '/api/v3/users', '/api/v3/leaves/0', '/api/nothing']) {
    expect(announced(await client.call(path))).toEqual(nothing);
  }
});

test('an account with a later date is served until then and sees it, and no other account is', async () => {
  const other = await service.openAccount('other');
  const later = await legacyClient(service, other);
  await setV2End(service.database.session(other.id), new Date('2026-06-30T23:59:59.999Z'));
  service.advance(1000);
  const reply = await later.call('/api/leaves');
  expect([reply.status, announced(reply)[1]]).toEqual([200, '2026-06-30T23:59:59Z']);
  await setV2End(service.database.session(other.id), new Date('2026-01-31T23:59:59Z'));
  service.advance(1000);
  expect((await later.call('/api/leaves')).status).toBe(410);
  expect((await client.call('/api/leaves')).status).toBe(200);
  await setV2End(service.database.session(other.id), null);
  service.advance(1000);
  expect(announced(await later.call('/api/leaves'))).toEqual(asPlanned);
});

test('the last second is served whole; from the next v2 is gone, with the way on', async () => {
  moveClockTo('2026-03-31T23:59:58.500Z');
  await client.call('/api/leaves');
  moveClockTo('2026-03-31T23:59:59.100Z');
  expect((await client.call('/api/leaves')).status).toBe(200);
  moveClockTo('2026-04-01T00:00:00Z');
  for (const path of ['/api/leaves', '/api/leaves/0', '/API/Leaves/', '/api/leaves?nonsense=1']) {
    const gone = await client.call(path);
    expect([gone.status, announced(gone)]).toEqual([410, asPlanned]);
    expect(gone.body).toMatchObject({ Status: 410, title: 'Gone', StackTrace: null });
    expect(gone.body.detail).toContain('/api/v3/leaves');
  }
  const without = await legacyClient(service, account, {});
  expect((await without.call('/api/leaves')).status).toBe(410);
  expect((await client.call('/api/v3/leaves')).status).toBe(200);
});

test('a wrong key is wrong on both sides of the date, and so is a wrong method', async () => {
  expect((await legacyCall(service, 'nobody', '/api/leaves')).status).toBe(401);
  expect((await client.call('/api/leaves', { method: 'POST', body: {} })).status).toBe(405);
  await setV2End(service.database.session(account.id), new Date('2026-12-31T23:59:59Z'));
  service.advance(1000);
  expect((await legacyCall(service, 'nobody', '/api/leaves')).status).toBe(401);
  expect((await client.call('/api/leaves')).status).toBe(200);
});
