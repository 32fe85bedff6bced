/** `Accept: text/event-stream`: events as they are published, from the last position of the reader. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { languages } from '@muster/contract/languages.ts';
import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { revokeClient } from '../../../cli/client-applications.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { insertMany } from '../../../server/platform/store/write.ts';
import { type OpenStream, openStream } from '../../support/event-stream.ts';
import { newcomer } from '../../support/examples.ts';
import { inFull } from '../../support/form.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

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

async function create(...names: string[]): Promise<void> {
  for (const name of names) await client.call('POST', '/svc-api/taxonomies', { body: { name } });
  await service.publisher.publishAll();
}

async function stream(query = '', headers: Record<string, string> = {}, as = client): Promise<OpenStream> {
  const opened = await openStream(service.url, as, path + query, headers);
  onTestFinished(() => opened.close());
  return opened;
}

const names = (events: readonly { data: { data: { name: string } } }[]) => events.map(({ data }) => data.data.name);

test('existing events come first, then new ones, each as in the list', async () => {
  await create('one', 'two');
  const opened = await stream();
  expect(opened.status).toBe(200);
  expect(Object.fromEntries(opened.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'api-version': '2024-11-01',
  });
  const first = await opened.take(2);
  const begunMs = performance.now();
  await client.call('POST', '/svc-api/taxonomies', { body: { name: 'three\nlines\r\nlong' } });
  const [last] = await opened.take(1);
  expect(performance.now() - begunMs).toBeLessThan(3000);
  const { body } = await client.call('GET', path);
  expect([...first, last].map((one) => one?.data)).toEqual(body.items);
});

test('a reader comes back with the last id it has, by header or as a page, to the stream or to the list', async () => {
  await create('one', 'two', 'three', 'four');
  const [, second] = await (await stream()).take(2);
  const cursor = second?.lastEventId ?? '';
  expect(names(await (await stream('', { 'last-event-id': cursor })).take(2))).toEqual(['three', 'four']);
  expect(names(await (await stream(`?page=${cursor}`)).take(2))).toEqual(['three', 'four']);
  expect(names(await (await stream('', { 'last-event-id': '3' })).take(1))).toEqual(['four']);
  const { body } = await client.call('GET', `${path}?page=${cursor}`);
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual(['3', '4']);
  // A reconnect repeats the address with its position; the header has the later position.
  const again = await stream(`?page=${cursor}`, { 'last-event-id': '3' });
  expect(names(await again.take(1))).toEqual(['four']);
});

test('filters narrow the stream, and links come along when asked for', async () => {
  const opened = await stream('?topic=taxonomy.deleted&include=links');
  await create('one', 'two');
  const { body } = await client.call('GET', '/svc-api/taxonomies');
  await client.call('DELETE', `/svc-api/taxonomies/${body.items[0].id}`);
  const [event] = await opened.take(1);
  expect(event?.data).toMatchObject({ topic: 'taxonomy.deleted', id: '3', links: expect.any(Object) });
  const { status } = await client.call('GET', `${path}?page=${event?.lastEventId}&topic=taxonomy.deleted`);
  expect(status).toBe(200);
});

test('a long backlog arrives complete and in order', async () => {
  const count = 2500;
  await service.database.transaction(account.id, (tx) => insertMany(tx, taxonomies, rows(count, 10)));
  await service.publisher.publishAll();
  const events = await (await stream()).take(count);
  expect(events.map(({ data }) => Number(data.id))).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});

const rows = (count: number, characters: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(1_000_000 + index),
    name: `${index} ${'x'.repeat(characters)}`,
    sortLabelsBy: 'id',
    t9n: { name: {} },
  }));

/** Rows of the log that were fetched so far. The server counts them with a delay of up to a second. */
async function fetched(): Promise<number> {
  await delay(1500);
  const [row] = await service.database.query<{ count: string }>(
    `select sum(idx_tup_fetch)::text as count from pg_stat_user_tables where relname like 'events%'`,
  );
  return Number(row?.count);
}

inFull('a slow reader causes no further reads', async () => {
  const count = 10_000;
  const long = 'x'.repeat(250);
  const t9n = { name: Object.fromEntries(languages.map((language) => [language, long])) };
  const all = rows(count, 200).map((row) => ({ ...row, t9n }));
  for (let at = 0; at < count; at += 2500) {
    await service.database.transaction(account.id, (tx) => insertMany(tx, taxonomies, all.slice(at, at + 2500)));
  }
  await service.publisher.publishAll();
  // As the database does itself after a minute; until then it may read more than needed.
  await service.database.query('analyze events');
  const before = await fetched();
  const answer = await new Promise<IncomingMessage>((resolve) => {
    const headers = {
      authorization: `Bearer ${client.token}`,
      'api-version': '2024-11-01',
      accept: 'text/event-stream',
    };
    httpRequest(service.url + path, { headers, agent: false }, resolve).end();
  });
  onTestFinished(() => {
    answer.destroy();
  });
  answer.pause();
  await delay(1500);
  let taken = (await fetched()) - before;
  // An idle connection reports its fetched rows after ten seconds.
  for (let waits = 0; taken === 0 && waits < 8; waits += 1) taken = (await fetched()) - before;
  // Some thousand are in the buffers of the socket, which hold a few of the forty megabytes.
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(count * 0.6);
});

test('the stream ends when its client is revoked, or its token expires', async () => {
  const leaving = await service.client(account);
  const opened = await stream('', {}, leaving);
  await revokeClient(service, leaving.credentials.clientId);
  const begunMs = performance.now();
  await opened.ended();
  expect(performance.now() - begunMs).toBeLessThan(8000);
  const expiring = await stream();
  service.advance(31 * 60_000);
  await expiring.ended();
});

test('invisible events are not sent, also after a right was withdrawn', async () => {
  const scopes = ['events.readonly', 'taxonomies.readonly', 'job-qualifications.readonly'];
  const narrow = await service.client(account, { scopes });
  const opened = await stream('', {}, narrow);
  await create('one');
  expect((await opened.take(1))[0]?.data.topic).toBe('taxonomy.created');
  await service.database.query('update client_applications set scopes = $2 where client_id = $1', [
    narrow.credentials.clientId,
    scopes.filter((scope) => !scope.startsWith('taxonomies')),
  ]);
  await delay(1000);
  await create('two');
  await client.call('POST', '/svc-api/professions', { body: { title: 'Baker' } });
  expect((await opened.take(1))[0]?.data.topic).toBe('profession.created');
});

test.each([
  ['?sort=-id', 'sort'],
  ['?sort=occurredAt', 'sort'],
  ['?page=1', 'page'],
  ['?include=totalCount', 'include'],
  ['?wait=99', 'wait'],
  ['?status=failed', 'status'],
  ['?nothing=1', 'nothing'],
])('%s is refused by name', async (query, name) => {
  const answer = await client.call('GET', path + query, { headers: { accept: 'text/event-stream' } });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [name]]);
});

test.each(['text/html', 'text/*', 'text/plain, application/xml'])('%s is not acceptable', async (accept) => {
  expect((await client.call('GET', path, { headers: { accept } })).status).toBe(406);
});

test('a client that also accepts JSON gets a page; other lists do not stream', async () => {
  const headers = { accept: 'text/event-stream, application/json' };
  expect((await client.call('GET', path, { headers })).headers.get('content-type')).toContain('application/json');
  const other = await client.call('GET', '/svc-api/taxonomies', { headers: { accept: 'text/event-stream' } });
  expect(other.status).toBe(406);
});

test('a stop ends streams and waits at once, with an empty page', async () => {
  const stopping = await testService();
  const { client: reader } = await newcomer(stopping);
  const opened = await openStream(stopping.url, reader, path);
  const waiting = reader.call('GET', `${path}?wait=30`);
  await delay(500);
  const begunMs = performance.now();
  const [answer] = await Promise.all([waiting, opened.ended(), stopping.stop()]);
  expect([answer.status, answer.body.items]).toEqual([200, []]);
  expect(performance.now() - begunMs).toBeLessThan(10_000);
});
