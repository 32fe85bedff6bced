/** `wait`: an empty response is delayed until there is an event. */
import { request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { limits as contractLimits } from '@muster/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { revokeClient } from '../../../cli/client-applications.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { newcomer } from '../../support/examples.ts';
import { inFull } from '../../support/form.ts';
import { type Reply, type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ account, client } = await newcomer(service));
});

const path = '/svc-api/events';

const create = async (name: string, as = client): Promise<string> =>
  (await as.call('POST', '/svc-api/taxonomies', { body: { name } })).body.id;

async function timed(asked: Promise<Reply>): Promise<Reply & { ms: number }> {
  const begunMs = performance.now();
  const answer = await asked;
  return { ...answer, ms: performance.now() - begunMs };
}

const idsIn = ({ body }: Reply): string[] => body.items.map(({ id }: { id: string }) => id);

test('existing events are returned at once', async () => {
  await create('Skills');
  await service.publisher.publishAll();
  const plain = await client.call('GET', path);
  const waited = await timed(client.call('GET', `${path}?wait=20`));
  expect(waited.ms).toBeLessThan(5000);
  expect(waited.body.items).toEqual(plain.body.items);
  expect(Object.keys(waited.body)).toEqual(Object.keys(plain.body));
});

test('an empty answer comes as soon as an event is published', async () => {
  const waiting = timed(client.call('GET', `${path}?wait=25`));
  await delay(300);
  const id = await create('Skills');
  const answer = await waiting;
  expect(answer.ms).toBeLessThan(10_000);
  expect(answer.body.items.map(({ data }: { data: { id: string } }) => data.id)).toEqual([id]);
});

test('when nothing is published the empty answer comes after the seconds', async () => {
  const answer = await timed(client.call('GET', `${path}?wait=1`));
  expect([answer.status, answer.body.items]).toEqual([200, []]);
  expect(answer.ms).toBeGreaterThan(950);
});

test('events that the filters or the rights of the caller leave out end no waiting', async () => {
  const narrow = await service.client(account, { scopes: ['events.readonly', 'departments.readonly'] });
  const filtered = timed(client.call('GET', `${path}?topic=taxonomy.deleted&wait=2`));
  const unseen = timed(narrow.call('GET', `${path}?wait=2`));
  await delay(200);
  const id = await create('Skills');
  expect((await filtered).ms).toBeGreaterThan(1950);
  expect((await unseen).ms).toBeGreaterThan(1950);
  expect([(await filtered).body.items, (await unseen).body.items]).toEqual([[], []]);
  const awaited = timed(client.call('GET', `${path}?topic=taxonomy.deleted&wait=20`));
  await delay(200);
  await client.call('DELETE', `/svc-api/taxonomies/${id}`);
  expect((await awaited).body.items).toMatchObject([{ topic: 'taxonomy.deleted', data: { id } }]);
});

test('next always leads on, also from an empty page, and shows each event once', async () => {
  const seen: string[] = [];
  let next = `${path}?include=links&wait=2&limit=2`;
  for (const round of [1, 2, 3]) {
    const { body } = await client.call('GET', next);
    seen.push(...body.items.map(({ id }: { id: string }) => id));
    next = `${body.links.next.href}&wait=2`;
    await Promise.all([create(`Set ${round}a`), create(`Set ${round}b`), create(`Set ${round}c`)]);
    await service.publisher.publishAll();
  }
  while (seen.length < 9) {
    const { body } = await client.call('GET', next);
    seen.push(...body.items.map(({ id }: { id: string }) => id));
    next = `${body.links.next.href}&wait=2`;
  }
  expect(seen).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
});

test('a range of ids and the id of the last event known are waited on likewise', async () => {
  await create('Skills');
  await service.publisher.publishAll();
  const byRange = client.call('GET', `${path}?id.between=2--..&wait=20`);
  const byId = client.call('GET', `${path}?wait=20`, { headers: { 'last-event-id': '1' } });
  await delay(300);
  await create('Talents');
  expect([idsIn(await byRange), idsIn(await byId)]).toEqual([['2'], ['2']]);
});

test('nothing is waited for where nothing could come: no items asked for, or headers alone', async () => {
  const none = await timed(client.call('GET', `${path}?wait=20&limit=0`));
  const head = await timed(client.call('HEAD', `${path}?wait=20`));
  const stream = await timed(client.call('HEAD', path, { headers: { accept: 'text/event-stream' } }));
  expect([none.status, head.status, stream.status]).toEqual([200, 200, 200]);
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  for (const { ms } of [none, head, stream]) expect(ms).toBeLessThan(5000);
});

test('a wait counts as one request, however long it takes', async () => {
  const left = ({ headers }: Reply) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const before = left(await client.call('GET', '/svc-api/taxonomies'));
  await client.call('GET', `${path}?wait=2`);
  expect(left(await client.call('GET', '/svc-api/taxonomies'))).toBe(before - 2);
});

test.each(['0', '31', '-1', '1.5', 'soon', '', '1,2'])('wait=%s is refused by name', async (value) => {
  const { status, body } = await client.call('GET', `${path}?wait=${value}`);
  expect([status, Object.keys(body.errors)]).toEqual([400, ['wait']]);
});

test('other lists do not know the word, and this one lists it', async () => {
  const other = await client.call('GET', '/svc-api/taxonomies?wait=1');
  expect([other.status, other.body.errors]).toEqual([400, { wait: [expect.not.stringContaining('wait')] }]);
  const unknown = await client.call('GET', `${path}?await=1`);
  expect(unknown.body.errors.await[0]).toContain('wait');
});

test('the rights are those at the moment of the answer', async () => {
  const leaving = await service.client(account);
  const waiting = leaving.call('GET', `${path}?wait=20`);
  await delay(300);
  await revokeClient(service, leaving.credentials.clientId);
  await delay(1000);
  await create('Skills');
  expect((await waiting).status).toBe(401);
});

test('a waiting request holds no database connection', async () => {
  const waiting = Array.from({ length: 30 }, () => client.call('GET', `${path}?wait=20`));
  await delay(500);
  const begunMs = performance.now();
  expect((await client.call('GET', '/svc-api/taxonomies')).status).toBe(200);
  expect(performance.now() - begunMs).toBeLessThan(2000);
  await create('Skills');
  for (const answer of await Promise.all(waiting)) expect(idsIn(answer)).toEqual(['1']);
});

/** Sends a request that can be aborted. */
function hanging(as: TestClient): { hangUp(): void } {
  const asked = httpRequest(`${service.url}${path}?wait=30`, {
    headers: { authorization: `Bearer ${as.token}`, 'api-version': '2024-11-01' },
    agent: false,
  });
  asked.on('error', () => undefined).end();
  return { hangUp: () => asked.destroy() };
}

inFull('one application may wait so many times at once; who hangs up frees a place', async () => {
  const others = Array.from({ length: contractLimits.waitingMax }, () => hanging(client));
  onTestFinished(() => {
    for (const other of others) other.hangUp();
  });
  const refused = async () => (await client.call('GET', `${path}?wait=1`)).status === 429;
  // Another request of the test may have taken the last place before one of them; another one takes it afterwards.
  while (!(await refused())) others.push(hanging(client));
  const answer = await client.call('GET', `${path}?wait=1`);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const neighbour = await service.client(account);
  expect((await neighbour.call('GET', `${path}?wait=1`)).status).toBe(200);
  for (const other of others) other.hangUp();
  await expect.poll(refused, { timeout: 10_000 }).toBe(false);
});

test('a position before the kept events, or beyond the end, gets 410', async () => {
  await create('Skills');
  await create('Talents');
  await service.publisher.publishAll();
  const known = { headers: { 'last-event-id': '1' } };
  const { body } = await client.call('GET', `${path}?wait=1&include=links&limit=1`);
  service.advance(61 * 86_400_000);
  await service.housekeeping.clean();
  client = await service.renewed(client);
  const passed = await client.call('GET', `${path}?wait=1`, known);
  expect([passed.status, passed.body.type]).toEqual([410, expect.stringMatching(/\/problems\/gone$/)]);
  const { search } = new URL(body.links.next.href);
  expect((await client.call('GET', `${path}${search}&wait=1`)).status).toBe(410);
  expect((await client.call('GET', `${path}?wait=1`, { headers: { 'last-event-id': '3' } })).status).toBe(410);
  // Everything that has expired was known: an account may be silent for longer than events are kept.
  expect((await client.call('GET', `${path}?wait=1`, { headers: { 'last-event-id': '2' } })).status).toBe(200);
  expect((await client.call('GET', `${path}${search}`)).status).toBe(200);
});

test.each(['x', '!x', '01', '9999999999999999999'])('a wrong Last-Event-ID (%s) is refused by name', async (value) => {
  const { status, body } = await client.call('GET', `${path}?wait=1`, { headers: { 'last-event-id': value } });
  expect([status, Object.keys(body.errors)]).toEqual([400, ['Last-Event-ID']]);
});
