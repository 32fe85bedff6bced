/** Moving the clock of a sandbox changes everything there that depends on the date, and nothing elsewhere. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { type Company, company, hiring } from '../../support/people/people.ts';
import type { TestPerson } from '../../support/people/person.ts';
import type { TestClient, TestService } from '../../support/service.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { createEndpoint, deliver, sendingService, standardVerifies } from '../../support/webhooks/webhooks.ts';

const nextYear = new Date().getUTCFullYear() + 1;
const future = `${nextYear}-03-01`;

let service: TestService;
let account: Account;
let owner: TestPerson;
let sandbox: Account;
let client: TestClient;
let firm: Company;
let receiver: Receiver;

beforeAll(async () => {
  service = await sendingService();
  receiver = await startReceiver();
  account = await service.openAccount('acme');
  owner = await service.person(account);
  const made = await owner.call('POST', '/admin-api/sandboxes', { body: {} });
  sandbox = { ...account, id: made.body.id, environment: 'sandbox', sandbox: made.body.name };
  await vi.waitFor(async () => expect((await read()).body.state).toBe('ready'), { timeout: 30_000, interval: 100 });
  client = await service.client(sandbox);
  firm = await company(client);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

const path = () => `/admin-api/sandboxes/${sandbox.id}`;
const read = () => owner.call('GET', path());
const move = (clock: string | null) => owner.call('PATCH', path(), { body: { clock } });
const clockOf = async (of = client) => (await of.call('GET', '/svc-api/employees?limit=0')).headers.get('muster-clock');

async function hiredFor(startsOn: string) {
  const body = hiring(firm, {}, { start: { date: startsOn } });
  const reply = await client.call('POST', '/svc-api/employees', { body });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}

describe('a clock that is moved', () => {
  test('is shown by every answer of the sandbox, and of no other account', async () => {
    const machine = Date.now();
    expect(Math.abs(Date.parse((await clockOf()) ?? '') - machine)).toBeLessThan(60_000);
    expect(await clockOf(await service.client(account))).toBeNull();
    const moved = await move(`${future}T08:00:00Z`);
    expect(moved.status, moved.text).toBe(200);
    expect(moved.body.clockOffsetMs).toBeGreaterThan(0);
    expect(moved.body).not.toHaveProperty('clock');
    // The console counts the days of the person's account by it.
    const session = await (await service.person(sandbox)).call('GET', '/admin-api/session');
    expect(session.body.account.clockOffsetMs).toBe(moved.body.clockOffsetMs);
    expect((await owner.call('GET', '/admin-api/session')).body.account.clockOffsetMs).toBe(0);
    const clock = Date.parse((await clockOf()) ?? '');
    expect(clock - Date.parse(`${future}T08:00:00Z`)).toBeGreaterThanOrEqual(0);
    expect(clock - Date.parse(`${future}T08:00:00Z`)).toBeLessThan(60_000);
    const back = await move(null);
    expect(back.body.clockOffsetMs).toBe(0);
    expect(Math.abs(Date.parse((await clockOf()) ?? '') - Date.now())).toBeLessThan(60_000);
  });

  test('lets somebody begin who is hired for later, and takes that back when it goes back', async () => {
    const person = await hiredFor(future);
    const status = async () => (await client.call('GET', `/svc-api/employees/${person.id}`)).body.status;
    expect(await status()).toBe('upcoming');
    await move(`${future}T12:00:00Z`);
    expect(await status()).toBe('active');
    await move(null);
    expect(await status()).toBe('upcoming');
  });

  test('shows the right status however quickly it goes there and back', async () => {
    const person = await hiredFor(future);
    const status = async () => (await client.call('GET', `/svc-api/employees/${person.id}`)).body.status;
    for (let round = 0; round < 10; round += 1) {
      await move(`${future}T12:00:00Z`);
      expect(await status()).toBe('active');
      await move(null);
      expect(await status()).toBe('upcoming');
    }
  });

  test('dates events, which still arrive at once; tokens and sign-in go on by the time of the machine', async () => {
    await move(`${future}T12:00:00Z`);
    const { secret } = await createEndpoint(client, receiver.url, { topics: ['employee.created'] });
    const person = await hiredFor(`${nextYear}-02-01`);
    expect(person.status).toBe('active');
    expect(person.createdAt.slice(0, 10)).toBe(future);
    await deliver(service);
    const [received] = receiver.received;
    if (!received) throw new Error('Nothing has arrived.');
    expect(JSON.parse(received.body.toString())).toMatchObject({ data: { id: person.id } });
    expect(JSON.parse(received.body.toString()).occurredAt.slice(0, 10)).toBe(future);
    // Which uses the time of the machine.
    expect(standardVerifies(received, secret)).toBe(true);
    const listed = await client.call('GET', `/svc-api/events?topic=employee.created&sort=-id&limit=1`);
    expect(listed.body.items[0].occurredAt.slice(0, 10)).toBe(future);
    const signedIn = await service.person(sandbox);
    expect((await signedIn.call('GET', '/admin-api/session')).status).toBe(200);
    expect((await service.renewed(client)).token).toEqual(expect.any(String));
    await move(null);
  });

  test('is refused beyond what calendars know, and for who may not', async () => {
    expect((await move('2999-01-01T00:00:00Z')).body.errors).toHaveProperty('clock');
    expect((await move('tomorrow')).body.errors).toHaveProperty('clock');
    const administrator = await service.person(account, 'administrator');
    expect((await administrator.call('PATCH', path(), { body: { clock: null } })).status).toBe(403);
    const stranger = await service.person(await service.openAccount('initech'));
    expect((await stranger.call('PATCH', path(), { body: { clock: null } })).status).toBe(404);
  });
});
