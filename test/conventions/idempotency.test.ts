import { type Resource, rowTypesOf } from '@muster/contract/kit/resource.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { tableOf } from '../../server/platform/store/columns.ts';
import { answering, type Body, changeOf, exampleBody, newcomer, pathOf, unique } from '../support/examples.ts';
import { facetsOf, thirdOf } from '../support/facets.ts';
import { oneIn } from '../support/form.ts';
import {
  call,
  limits,
  type Reply,
  type TestClient,
  type TestService,
  testService,
  tokenFor,
} from '../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  // Short, so that a blocked creation fails soon; long enough for a busy machine.
  service = await testService({ limits: { ...limits, requestMs: 2000 } });
  ({ account, client } = await newcomer(service));
});
afterAll(() => service.stop());

/** The headers that a repeated response repeats; the others belong to the request. */
const answerOf = ({ status, headers, text }: Reply) => ({
  status,
  text,
  etag: headers.get('etag'),
  location: headers.get('location'),
  type: headers.get('content-type'),
});

const creatable = answering('create', 'list');

describe.each(oneIn(8, creatable, 7))('$path', (resource: Resource) => {
  const facet = facetsOf(creatable, resource);
  const path = pathOf(resource);
  const post = (body: Body | string, key: string, caller: Pick<TestClient, 'call'> = client) =>
    caller.call('POST', path, { body, headers: { 'idempotency-key': key } });
  const count = async (): Promise<number> =>
    (await client.call('GET', `${path}?limit=0&include=totalCount`)).body.totalCount;

  facet('a creation under the same key is answered again, not made again', async () => {
    const body = await exampleBody(client, resource, true);
    const before = await count();
    const key = unique();
    const first = await post(body, key);
    expect(first.status).toBe(201);
    for (let again = 0; again < 3; again += 1) expect(answerOf(await post(body, key))).toEqual(answerOf(first));
    expect(await count()).toBe(before + 1);
  });

  facet('the first answer stays the same when the row has changed or is gone', async () => {
    const body = await exampleBody(client, resource);
    const key = unique();
    const first = await post(body, key);
    const isRemovable = resource.operations.includes('remove');
    if (!isRemovable && !resource.operations.includes('update')) return;
    const change = isRemovable ? {} : { body: changeOf(resource) };
    await client.call(isRemovable ? 'DELETE' : 'PATCH', pathOf(resource, first.body.id), change);
    expect(answerOf(await post(body, key))).toEqual(answerOf(first));
    const now = await client.call('GET', pathOf(resource, first.body.id));
    expect(now.text).not.toBe(first.text);
  });

  facet('a refusal under the same key is answered again, word for word', async () => {
    const body = { ...(await exampleBody(client, resource)), nothing: 1 };
    const key = unique();
    const first = await post(body, key);
    expect([first.status, Object.keys(first.body.errors)]).toEqual([400, ['nothing']]);
    expect(answerOf(await post(body, key))).toEqual(answerOf(first));
  });

  facet('another body or address under the same key is refused', async () => {
    const [body, other] = [await exampleBody(client, resource), await exampleBody(client, resource)];
    const before = await count();
    const key = unique();
    await post(body, key);
    const isSame = JSON.stringify(body) === JSON.stringify(other);
    const others = isSame ? [] : [other, JSON.stringify({ ...body, ...other })];
    for (const different of [...others, `${JSON.stringify(body)} `]) {
      const answer = await post(different, key);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['Idempotency-Key']]);
    }
    for (const elsewhere of answering('create').filter((one) => one !== resource)) {
      const answer = await client.call('POST', pathOf(elsewhere), { body, headers: { 'idempotency-key': key } });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['Idempotency-Key']]);
    }
    expect(await count()).toBe(before + 1);
    expect((await post(body, key)).status).toBe(201);
  });

  facet('creations at the same time under one key make one row and have one answer', async () => {
    const body = await exampleBody(client, resource);
    const before = await count();
    const key = unique();
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(body, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  facet.runIf(resource.events.includes('created'))('the event of a repeated creation is recorded once', async () => {
    const body = await exampleBody(client, resource);
    const key = unique();
    const { body: created } = await post(body, key);
    await post(body, key);
    await service.publisher.publishAll();
    const { body: events } = await client.call(
      'GET',
      `/svc-api/events?data.type=${rowTypesOf(resource)}&data.id=${created.id}`,
    );
    expect(events.items).toHaveLength(1);
  });

  facet('the same key of another client application is another key', async () => {
    const colleague = await service.client(account);
    const key = unique();
    const mine = await post(await exampleBody(client, resource), key);
    const theirs = await post(await exampleBody(colleague, resource), key, colleague);
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  facet.each(['!', '~'.repeat(255)])('the key %s will do', async (key) => {
    // Keys belong to one client application: a new application has none.
    const colleague = await service.client(account);
    expect((await post(await exampleBody(colleague, resource), key, colleague)).status).toBe(201);
  });

  facet.each(['', 'x'.repeat(256), 'two words', 'é', 'tab\there'])('"%s" is no key', async (key) => {
    const body = await exampleBody(client, resource);
    const before = await count();
    const answer = await post(body, key);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['Idempotency-Key']]);
    expect(await count()).toBe(before);
  });

  facet('a creation without a key is made each time', async () => {
    const bodies = [await exampleBody(client, resource), await exampleBody(client, resource)];
    const before = await count();
    for (const body of bodies) await client.call('POST', path, { body });
    expect(await count()).toBe(before + 2);
  });

  facet('an answer other than success or 400 frees the key', async () => {
    const body = await exampleBody(client, resource);
    const key = unique();
    const text = { body: JSON.stringify(body), headers: { 'idempotency-key': key, 'content-type': 'text/plain' } };
    expect((await client.call('POST', path, text)).status).toBe(415);
    expect((await post(body, key)).status).toBe(201);
  });

  facet('a creation that fails in the service frees the key and leaves nothing', async () => {
    const body = await exampleBody(client, resource);
    const before = await count();
    const key = unique();
    const failed = await service.database.together(async (query) => {
      // This lock blocks all writes, so the creation times out.
      await query(`lock table ${tableOf(resource)} in exclusive mode`);
      return post(body, key);
    });
    expect([failed.status, failed.body.type]).toEqual([500, `${service.url}/problems/timeout`]);
    expect(await count()).toBe(before);
    const again = await post(body, key);
    expect(again.status).toBe(201);
    expect(await count()).toBe(before + 1);
  });
});

describe.each(thirdOf(creatable))('after a day, $path', (resource: Resource) => {
  test('a key is free again after 24 hours, and not before', async () => {
    const { account: another, client: first } = await newcomer(service);
    const body = (await exampleBody(first, resource)) as Body;
    const key = unique();
    /** Tokens expire before keys. */
    const post = async (sent: Body) =>
      call(service.url, await tokenFor(service.url, first.credentials), 'POST', pathOf(resource), {
        body: sent,
        headers: { 'idempotency-key': key },
      });
    const created = await post(body);
    expect([another.id !== account.id, created.status], created.text).toEqual([true, 201]);
    service.advance(24 * 3_600_000 - 60_000);
    expect((await post(body)).body.id).toBe(created.body.id);
    service.advance(120_000);
    const other = await post(await exampleBody(await service.renewed(first), resource));
    expect(other.status, other.text).toBe(201);
    expect(other.body.id).not.toBe(created.body.id);
  });
});
