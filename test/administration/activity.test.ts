/** The activity of an account: the request log, the last use of applications, the overview. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { statement } from '../../server/platform/database/statement.ts';
import type { TestPerson } from '../support/people/person.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

const requests = '/admin-api/logged-requests';
const dayMs = 86_400_000;
let service: TestService;
let account: Account;
let owner: TestPerson;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
  owner = await service.person(account);
  client = await service.client(account);
});
afterAll(() => service.stop());

const traceOf = (headers: Headers): string => headers.get('traceparent')?.split('-')[1] ?? '';

/** A request is logged shortly after its response. */
async function noted(): Promise<void> {
  await delay(50);
  await service.activity.flush();
}

async function found(query: string) {
  await noted();
  const { status, body, text } = await owner.call('GET', `${requests}?${query}`);
  expect([status, text]).toEqual([200, text]);
  return body.items;
}

describe('a request that was answered', () => {
  test('is found by its trace id, without what it carried', async () => {
    const { headers } = await client.call('GET', '/svc-api/employees?search=Durand&limit=5&status=active');
    const [listed, ...more] = await found(`traceId=${traceOf(headers)}`);
    expect(more).toEqual([]);
    const { body: applications } = await owner.call(
      'GET',
      `/admin-api/client-applications?clientId=${client.credentials.clientId}`,
    );
    const [{ id, name }] = applications.items;
    expect(listed).toMatchObject({
      type: 'logged-request',
      method: 'GET',
      path: '/svc-api/employees',
      parameters: ['search', 'limit', 'status'],
      status: 200,
      clientApplication: { id, name },
      administrator: null,
      apiKey: null,
      traceId: traceOf(headers),
    });
    expect(listed.durationMs).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(listed)).not.toContain('Durand');
    expect((await owner.call('GET', `${requests}/${listed.id}`)).body).toEqual(listed);
    expect(await found(`clientApplication.id=${id}&method=GET`)).toContainEqual(listed);
  });

  test('says why it was refused: the scopes, or the members, and never a value or a name of others', async () => {
    const limited = await service.client(account, { scopes: ['departments.readonly'] });
    const forbidden = await limited.call('GET', '/svc-api/employees');
    const [byScope] = await found(`traceId=${traceOf(forbidden.headers)}`);
    expect(byScope).toMatchObject({
      status: 403,
      refusal: { problem: 'forbidden', names: ['employees.readonly', 'employees.readwrite'] },
    });
    const body = { name: 7, 'Ada Lovelace, born in 1815': true };
    const refused = await client.call('POST', '/svc-api/departments', { body });
    const [byMember] = await found(`traceId=${traceOf(refused.headers)}`);
    expect(byMember).toMatchObject({ status: 400, refusal: { problem: 'validation', names: ['name'] } });
    const asked = await client.call('GET', '/svc-api/employees?status=Durand');
    const [byParameter] = await found(`traceId=${traceOf(asked.headers)}`);
    expect(byParameter.refusal).toEqual({ problem: 'validation', names: ['status'] });
    const fine = await client.call('GET', '/svc-api/employees');
    expect((await found(`traceId=${traceOf(fine.headers)}`))[0].refusal).toBeNull();
  });

  test('is distinguished by who asked and what came of it', async () => {
    const refused = await owner.call('POST', '/svc-api/departments', { body: { name: 7 } });
    const [listed] = await found(`traceId=${traceOf(refused.headers)}`);
    expect(listed).toMatchObject({
      status: 400,
      clientApplication: null,
      administrator: { id: owner.id, email: owner.email },
    });
    const failed = await found('status.between=400--499&sort=-id');
    expect(failed).toContainEqual(listed);
    expect(failed.every(({ status }: { status: number }) => status >= 400)).toBe(true);
    expect(await found(`status=400&administrator.id=${owner.id}`)).toContainEqual(listed);
    expect(await found(`status=200&traceId=${traceOf(refused.headers)}`)).toEqual([]);
  });

  test('is listed page by page, newest first, and nobody sees those of another account', async () => {
    for (let count = 0; count < 5; count += 1) await client.call('GET', '/svc-api/taxonomies');
    await noted();
    const page = await owner.call('GET', `${requests}?path=/svc-api/taxonomies&sort=-id&limit=2&include=links`);
    const next = await owner.call('GET', page.body.links.next.href.replace(service.url, ''));
    const ids = [...page.body.items, ...next.body.items].map(({ id }: { id: string }) => Number(id));
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    expect(new Set(ids).size).toBe(4);
    const other = await service.person(await service.openAccount('other'));
    expect((await other.call('GET', `${requests}?path=/svc-api/taxonomies`)).body.items).toEqual([]);
    expect((await other.call('GET', `${requests}/${page.body.items[0].id}`)).status).toBe(404);
  });
});

test('a slow request log neither delays nor fails requests', async () => {
  const answered = await service.database.together(async (query) => {
    await query('lock table request_log in access exclusive mode');
    const before = await client.call('GET', '/svc-api/departments');
    // Long enough to write the list, which is blocked.
    await delay(1500);
    return [before, await client.call('GET', '/svc-api/departments')];
  });
  expect(answered.map(({ status }) => status)).toEqual([200, 200]);
  for (const { headers } of answered) expect((await found(`traceId=${traceOf(headers)}`)).length).toBe(1);
});

describe('a client application', () => {
  const read = async (id: string) => owner.call('GET', `/admin-api/client-applications/${id}`);

  test('tells when it was last used, true to the minute, and nobody who changes it is in the way', async () => {
    const used = await service.client(account);
    const { body } = await owner.call('GET', `/admin-api/client-applications?clientId=${used.credentials.clientId}`);
    const [{ id }] = body.items;
    const before = await read(id);
    expect(before.body.lastUsedAt).toBeNull();
    await used.call('GET', '/svc-api/departments');
    await noted();
    const after = await read(id);
    expect(Date.parse(after.body.lastUsedAt)).toBeGreaterThan(Date.parse(after.body.createdAt));
    expect(after.body.lastUpdatedAt).toBe(before.body.lastUpdatedAt);
    // A use makes a new version for readers, but a change with the older tag still succeeds.
    const [seen, etag] = [before, after].map(({ headers }) => headers.get('etag') ?? '');
    expect(seen).not.toBe(etag);
    const path = `/admin-api/client-applications/${id}`;
    const reread = await owner.call('GET', path, { headers: { 'if-none-match': seen } });
    expect(reread.status).toBe(200);
    expect((await owner.call('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const change = (name: string, match?: string) =>
      owner.call('PATCH', path, { body: { name }, headers: { 'if-match': match } });
    expect((await change('Renamed', seen)).status).toBe(200);
    expect((await change('Renamed again', seen)).status).toBe(412);
  });

  test('is written at most once a minute, however busy it is', async () => {
    const busy = await service.client(account);
    const { body } = await owner.call('GET', `/admin-api/client-applications?clientId=${busy.credentials.clientId}`);
    const [{ id }] = body.items;
    const use = async () => {
      await busy.call('GET', '/svc-api/departments');
      await noted();
      return (await read(id)).body.lastUsedAt;
    };
    const first = await use();
    expect(await use()).toBe(first);
    service.advance(61_000);
    expect(await use()).not.toBe(first);
  });
});

test('an answered request is forgotten after as many days as the account says', async () => {
  const { headers } = await client.call('GET', '/svc-api/departments');
  await noted();
  await owner.call('PATCH', '/admin-api/account-settings/current', { body: { requestLogDays: 2 } });
  const traced = statement('select 1 from request_log where account_id = $1 and trace_id = $2');
  const isListed = async () => (await service.database.session(account.id).run(traced, [traceOf(headers)])).length > 0;
  await service.housekeeping.clean();
  expect(await isListed()).toBe(true);
  service.advance(2 * dayMs + 60_000);
  await service.housekeeping.clean();
  expect(await isListed()).toBe(false);
});
