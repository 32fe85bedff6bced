/** Every resource that records its changes has versions: one for each change, newest first, for callers that may read it. */
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { scopes as everyScope, scopesIn } from '@muster/contract/scopes.ts';
import { isRecorded, versionsOf } from '@muster/contract/versions.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { answering, type Body, changeOf, createExample, newcomer, pathOf, type Row } from '../support/examples.ts';
import { oneIn } from '../support/form.ts';
import { eventsSeen } from '../support/organization/organization.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';
import { rowsIn, snapshotOf } from '../support/snapshots.ts';

let service: TestService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  ({ account, client } = await newcomer(service));
});
afterAll(() => service.stop());

interface Version extends Row {
  readonly recordedAt: string;
  readonly supersededAt: string | null;
  readonly author: Body;
  readonly verb: string;
  readonly changedAttributes: readonly string[];
  readonly data: Row;
}

const versionsPath = (resource: Resource, id: string): string => collectionPath(versionsOf(resource), id);

async function versions(resource: Resource, id: string, by = client): Promise<Version[]> {
  const reply = await by.call('GET', versionsPath(resource, id));
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body).toMatchObject({ type: 'version' });
  return reply.body.items;
}

const bare = ({ links: _links, embedded: _embedded, ...row }: Row): Body => row;

const recorded = Object.values<Resource>(resources).filter(isRecorded);
const created = answering('create').filter(isRecorded);
const changing = answering('create', 'update', 'remove').filter(({ events }) => events.length >= 3);
const unknownIds = { number: '999999999', uuid: '0198a5de-0000-7000-8000-000000000000', text: 'no-such-one' };

describe.each(oneIn(8, changing, 4))('$path', (resource: Resource) => {
  test('has a version for each change, newest first, with the state after it', async () => {
    const made = await createExample(client, resource, {}, true);
    const change = changeOf(resource);
    const { body: changed } = await client.call('PATCH', pathOf(resource, made.id), { body: change });
    const [second, first, ...more] = await versions(resource, made.id);
    expect(more).toEqual([]);
    const author = { type: 'client-application', id: client.credentials.clientId, name: expect.any(String) };
    expect(first).toMatchObject({ type: 'version', verb: 'created', author, changedAttributes: [] });
    expect(first?.data).toEqual(bare(made));
    expect(first?.supersededAt).toBe(second?.recordedAt);
    expect(second).toMatchObject({ verb: 'updated', author, supersededAt: null, links: null, embedded: null });
    expect(second?.changedAttributes.toSorted()).toEqual(Object.keys(change).toSorted());
    expect(second?.data).toEqual(bare(changed));
    expect(Object.keys(second ?? {}).filter((name) => name === 'url')).toEqual([]);
  });

  test('keeps the versions of what was deleted, although it is 404 itself', async () => {
    const made = await createExample(client, resource);
    const path = pathOf(resource, made.id);
    service.advance(5000);
    expect((await client.call('DELETE', path)).status).toBe(204);
    expect((await client.call('GET', path)).status).toBe(404);
    const [deleted, first] = await versions(resource, made.id);
    expect(deleted).toMatchObject({ verb: 'deleted', supersededAt: null, changedAttributes: [] });
    const events = await eventsSeen(service, client, `&data.type=${resource.type}&data.id=${made.id}`);
    expect(deleted?.data).toEqual(events.at(-1)?.data);
    expect(first?.data).toEqual(bare(made));
    const other = await newcomer(service);
    expect((await other.client.call('GET', versionsPath(resource, made.id))).status).toBe(404);
  });

  test('a change that changes nothing has no version', async () => {
    const made = await createExample(client, resource);
    expect((await client.call('PATCH', pathOf(resource, made.id), { body: {} })).status).toBe(200);
    expect((await versions(resource, made.id)).map(({ verb }) => verb)).toEqual(['created']);
  });

  test('pages go from the newest version to the oldest', async () => {
    const made = await createExample(client, resource);
    const change = changeOf(resource);
    const back = Object.fromEntries(Object.keys(change).map((name) => [name, made[name]]));
    for (const body of [change, back, change]) await client.call('PATCH', pathOf(resource, made.id), { body });
    const all = await versions(resource, made.id);
    const seen: Version[] = [];
    let next = `${versionsPath(resource, made.id)}?limit=1&include=totalCount`;
    while (next) {
      const { body, headers } = await client.call('GET', next);
      expect(body.totalCount).toBe(all.length);
      seen.push(...body.items);
      const link = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      next = link ? new URL(link).pathname + new URL(link).search : '';
    }
    expect(seen).toEqual(all);
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((one, two) => Number(two) - Number(one)));
    const upwards = await client.call('GET', `${versionsPath(resource, made.id)}?sort=id`);
    expect(upwards.body.items).toEqual(all.toReversed());
  });

  test('all versions at once are lines of JSON, or a table', async () => {
    const made = await createExample(client, resource);
    await client.call('PATCH', pathOf(resource, made.id), { body: changeOf(resource) });
    const all = await versions(resource, made.id);
    const lines = await snapshotOf(service, client, `${versionsPath(resource, made.id)}?include=totalCount`);
    expect([lines.status, lines.headers.get('muster-total-count')]).toEqual([200, String(all.length)]);
    expect(rowsIn(lines)).toEqual(all);
    const table = await snapshotOf(service, client, `${versionsPath(resource, made.id)}?sort=id`, 'text/csv');
    const rows = parse(table.text, { columns: true }) as Record<string, string>[];
    expect(rows.map(({ id, verb }) => [id, verb])).toEqual(all.toReversed().map(({ id, verb }) => [id, verb]));
    expect(table.headers.get('content-disposition')).toContain(`${resource.type}-versions.csv`);
    expect((await snapshotOf(service, client, versionsPath(resource, unknownIds[resource.idKind]))).status).toBe(404);
  });
});

describe.each(oneIn(8, created, 4))('$path', (resource: Resource) => {
  test('shows versions with a scope that reads it, and to nobody else', async () => {
    const { id } = await createExample(client, resource);
    const reading: readonly string[] = scopesIn(scopesFor(resource, 'read'));
    const without = await service.client(account, { scopes: everyScope.filter((scope) => !reading.includes(scope)) });
    expect((await without.call('GET', versionsPath(resource, id))).status).toBe(403);
    expect((await client.call('GET', versionsPath(resource, id))).status).toBe(200);
    const other = await newcomer(service);
    const unseen = resource.idKind === 'text' ? unknownIds.text : id;
    expect((await other.client.call('GET', versionsPath(resource, unseen))).status).toBe(404);
  });
});

test.each(recorded)('$path: an unknown id has no versions', async (resource: Resource) => {
  for (const id of [unknownIds[resource.idKind], 'no.such']) {
    expect((await client.call('GET', versionsPath(resource, id))).status).toBe(404);
  }
  const tagged = await client.call('GET', `${versionsPath(resource, 'x')}?filter=1`);
  expect(tagged.status).toBe(400);
});

test('an entity tag of a page of versions holds until the next change', async () => {
  const { departments } = resources;
  const { id } = await createExample(client, departments);
  const path = versionsPath(departments, id);
  const etag = (await client.call('GET', path)).headers.get('etag') ?? '';
  expect((await client.call('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  await client.call('PATCH', pathOf(departments, id), { body: changeOf(departments) });
  expect((await client.call('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(200);
});
