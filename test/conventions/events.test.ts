import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { scopes as everyScope, scopesIn } from '@muster/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import type { Tx } from '../../server/platform/database/database.ts';
import { insert } from '../../server/platform/store/write.ts';
import {
  answering,
  type Body,
  changeableTexts,
  changeOf,
  createExample,
  exampleBody,
  newcomer,
  pathOf,
  plain,
  type Row,
} from '../support/examples.ts';
import { facetsOf, thirdOf } from '../support/facets.ts';
import { oneIn } from '../support/form.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  ({ account, client } = await newcomer(service));
});
afterAll(() => service.stop());

interface Event extends Row {
  topic: string;
  occurredAt: string;
  author: { type: string; id: string; name: string };
  data: Row;
  previousAttributes?: Body;
}

/** All published events that match a query. */
async function published(query: string, reader = client): Promise<Event[]> {
  await service.publisher.publishAll();
  const { status, body, text } = await reader.call('GET', `/svc-api/events?limit=1000&${query}`);
  expect(status, text).toBe(200);
  return body.items;
}

const historyOf = (resource: Resource, id: string, reader?: TestClient) =>
  published(`data.type=${resource.type}&data.id=${id}`, reader);

const withoutExtras = ({ links: _links, embedded: _embedded, ...representation }: Row): Body => representation;
const recording = oneIn(2, answering('create', 'update', 'remove'), 1).filter(({ events }) => events.length === 3);

/** The members that differ, with their former values; the time of the change is left out. */
const formerly = (before: Row, after: Row): Body =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => name !== 'lastUpdatedAt' && JSON.stringify(value) !== JSON.stringify(after[name]),
    ),
  );

describe.each(recording)('$path', (resource: Resource) => {
  const facet = facetsOf(recording, resource);
  const topic = (verb: string) => `${resource.type}.${verb}`;

  facet('each change is recorded once, with the representation right after it', async () => {
    const created = await createExample(client, resource, {}, true);
    const path = pathOf(resource, created.id);
    const change = changeOf(resource);
    const { body: changed } = await client.call('PATCH', path, { body: change });
    service.advance(5000);
    await client.call('DELETE', path);
    const [creation, update, deletion, ...more] = await historyOf(resource, created.id);
    expect(more).toEqual([]);
    expect(creation).toMatchObject({ topic: topic('created'), data: withoutExtras(created) });
    expect(Object.keys(creation?.data ?? {})).toEqual(Object.keys(withoutExtras(created)));
    expect(creation).not.toHaveProperty('previousAttributes');
    expect(update?.topic).toBe(topic('updated'));
    expect(update?.data).toEqual(withoutExtras(changed));
    expect(update?.previousAttributes).toEqual(
      Object.fromEntries(Object.keys(change).map((name) => [name, created[name]])),
    );
    expect(deletion?.topic).toBe(topic('deleted'));
    expect(deletion).not.toHaveProperty('previousAttributes');
    // The last state, with the time of the deletion.
    const moment = 'lastUpdatedAt' in resource.fields ? { lastUpdatedAt: deletion?.occurredAt } : {};
    expect(deletion?.data).toEqual({ ...withoutExtras(changed), ...moment });
    const passedMs = Date.parse(deletion?.occurredAt ?? '') - Date.parse(update?.occurredAt ?? '');
    expect(passedMs).toBeGreaterThanOrEqual(5000);
    const source = `${service.url}/accounts/${account.name}`;
    expect(creation).toMatchObject({ type: 'event', source, apiVersion: '2024-11-01' });
    if ('createdAt' in resource.fields) expect(creation?.occurredAt).toBe(created.createdAt);
    const author = { type: 'client-application', id: client.credentials.clientId, name: expect.any(String) };
    for (const event of [creation, update, deletion]) expect(event?.author).toEqual(author);
  });

  facet('previous attributes are the members that changed and no other, null where they had no value', async () => {
    const texts = changeableTexts(resource);
    const { id } = await createExample(client, resource);
    const path = pathOf(resource, id);
    const shown = async () => (await client.call('GET', path)).body;
    const before = await shown();
    const change =
      texts.length === 0 ? changeOf(resource) : Object.fromEntries(texts.map((name) => [name, `new ${name}`]));
    await client.call('PATCH', path, { body: change });
    const changed = await shown();
    const nullable = texts.filter((name) => resource.fields[name]?.isNullable);
    await client.call('PATCH', path, { body: Object.fromEntries(nullable.map((name) => [name, null])) });
    const cleared = await shown();
    const [first, second] = (await historyOf(resource, id)).slice(1);
    for (const name of Object.keys(change)) expect(first?.previousAttributes).toHaveProperty([name], before[name]);
    expect(first?.previousAttributes).toEqual(formerly(before, changed));
    expect(second?.previousAttributes).toEqual(nullable.length === 0 ? undefined : formerly(changed, cleared));
  });

  facet('members that are set by the service along with a change are previous attributes too', async () => {
    if (!('lastArchivedAt' in resource.fields)) return;
    const { id } = await createExample(client, resource);
    for (const isArchived of [true, false, true]) {
      await client.call('PATCH', pathOf(resource, id), { body: { isArchived } });
    }
    const [archived, back, again] = (await historyOf(resource, id)).slice(1);
    expect(archived?.previousAttributes).toEqual({ isArchived: false, lastArchivedAt: null });
    expect(back?.previousAttributes).toEqual({ isArchived: true });
    expect(again?.previousAttributes).toEqual({ isArchived: false, lastArchivedAt: archived?.data.lastArchivedAt });
  });

  facet('previous translations are the whole former dictionary', async () => {
    if (!resource.fields.t9n) return;
    const before = await createExample(client, resource, {}, true);
    const [member] = Object.keys(before.t9n as Body);
    const body = { t9n: { [member as string]: { 'de-DE': 'Anders', 'fr-FR': null } } };
    await client.call('PATCH', pathOf(resource, before.id), { body });
    const [, update] = await historyOf(resource, before.id);
    expect(update?.previousAttributes).toEqual({ t9n: before.t9n });
    expect(update?.data.t9n).toEqual({ [member as string]: { 'de-DE': 'Anders' } });
  });

  facet('a change that changes nothing is not recorded', async () => {
    const row = await createExample(client, resource);
    const [member] = changeableTexts(resource);
    for (const body of [{}, { [member as string]: row[member as string] }, withoutExtras(row)]) {
      expect((await client.call('PATCH', pathOf(resource, row.id), { body })).status).toBe(200);
    }
    expect((await historyOf(resource, row.id)).map((event) => event.topic)).toEqual([topic('created')]);
  });

  facet('a refused write is not recorded', async () => {
    const { id } = await createExample(client, resource);
    const path = pathOf(resource, id);
    const unknown = { ...(await exampleBody(client, resource)), nothing: 1 };
    const count = (await published('')).length;
    const body = { ...changeOf(resource), nothing: 1 };
    expect((await client.call('PATCH', path, { body })).status).toBe(400);
    expect((await client.call('PATCH', path, { body, headers: { 'if-match': '"x"' } })).status).toBe(412);
    expect((await client.call('DELETE', path, { headers: { 'if-match': '"x"' } })).status).toBe(412);
    expect((await client.call('DELETE', pathOf(resource, '999999999'))).status).toBe(404);
    expect((await client.call('POST', pathOf(resource), { body: unknown })).status).toBe(400);
    expect(await published('')).toHaveLength(count);
  });

  facet('changes at the same time are each recorded, in the order in which they were made', async () => {
    const { id } = await createExample(client, resource);
    const [member = ''] = changeableTexts(resource);
    const bodies = Array.from({ length: 6 }, () => changeOf(resource));
    await Promise.all(bodies.map((body) => client.call('PATCH', pathOf(resource, id), { body })));
    const history = await historyOf(resource, id);
    expect(history).toHaveLength(7);
    for (const [index, event] of history.slice(1).entries()) {
      expect(event.previousAttributes?.[member]).toBe(history[index]?.data[member]);
    }
  });

  facet('an event is seen with a scope of its resource next to that of events, and not without', async () => {
    const { id } = await createExample(client, resource);
    const [event] = await historyOf(resource, id);
    const scopes: readonly string[] = scopesIn(scopesFor(resource, 'read'));
    for (const scope of scopes) {
      const reader = await service.client(account, { scopes: ['events.readonly', scope] });
      expect(await historyOf(resource, id, reader)).toHaveLength(1);
      expect((await reader.call('GET', `/svc-api/events/${event?.id}`)).status).toBe(200);
    }
    const stranger = await service.client(account, { scopes: everyScope.filter((scope) => !scopes.includes(scope)) });
    expect(await historyOf(resource, id, stranger)).toEqual([]);
    expect((await stranger.call('GET', `/svc-api/events/${event?.id}`)).status).toBe(404);
    const { body } = await stranger.call('GET', `/svc-api/events?limit=0&include=totalCount&data.id=${id}`);
    // Several resources may share a scope.
    const familiesOf = (one: Resource | undefined): readonly string[] =>
      one === undefined || one.scopes === 'any-token' ? [] : [...one.scopes, ...one.readableWith];
    const isOpen = (type: string) =>
      familiesOf(resourceOf(type)).some((family) => !familiesOf(resource).includes(family));
    const others = (await published(`data.id=${id}`)).filter(({ data }) => isOpen(String(data.type)));
    expect(body.totalCount).toBe(others.length);
  });
});

describe.each(thirdOf(plain()))('the log, by changes of $path', (resource: Resource) => {
  const values = () => exampleBody(client, resource, true);
  const latestId = async () => (await published('sort=-id')).at(0)?.id ?? '0';
  /** An open transaction: `finish` commits it and waits. */
  const begin = async (work: (tx: Tx) => Promise<unknown>) => {
    const opened = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    // A failed test must not leave a transaction open: the stop of the service would wait for it.
    onTestFinished(() => released.resolve());
    const done = service.database.transaction(account.id, async (tx) => {
      await work(tx);
      opened.resolve();
      await released.promise;
    });
    await Promise.race([opened.promise, done]);
    return async () => {
      released.resolve();
      await done;
    };
  };

  test('a reader that goes on from its last id misses no event of a transaction that was open meanwhile', async () => {
    const [early, late] = [await values(), await values()];
    const ids: string[] = [];
    const finish = await begin(async (tx) => ids.push((await insert(tx, resource, early)).id));
    await service.database.transaction(account.id, async (tx) => ids.push((await insert(tx, resource, late)).id));
    const last = await latestId();
    const read = await published(`id.between=${last}--..`);
    expect(read.map(({ data }) => data.id)).toEqual([ids[1]]);
    await finish();
    const further = await published(`id.between=${last}--..`);
    expect(further.map(({ data }) => data.id)).toEqual([ids[1], ids[0]]);
    expect(further[0]?.id).toBe(last);
    expect(Number(further[1]?.id)).toBe(Number(last) + 1);
  });

  test('an event becomes readable at its commit and not before', async () => {
    const before = await latestId();
    const body = await values();
    const finish = await begin((tx) => insert(tx, resource, body));
    expect(await latestId()).toBe(before);
    await finish();
    expect(Number(await latestId())).toBe(Number(before) + 1);
  });

  test('a transaction that fails leaves no event and no gap in the ids', async () => {
    const before = await latestId();
    const body = await values();
    const failing = service.database.transaction(account.id, async (tx) => {
      await insert(tx, resource, body);
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    await createExample(client, resource);
    expect(Number(await latestId())).toBe(Number(before) + 1);
  });

  test('the events of one transaction are neighbours in the order of its changes, whatever was written between', async () => {
    const bodies = [await values(), await values(), await values(), await values()];
    const before = await latestId();
    const together: string[] = [];
    const apart: string[] = [];
    await service.database.transaction(account.id, async (tx) => {
      for (const body of bodies.slice(0, 3)) {
        together.push((await insert(tx, resource, body)).id);
        apart.push((await createExample(client, resource)).id);
      }
    });
    const ids = (await published(`id.between=${Number(before) + 1}--..`)).map(({ data }) => data.id);
    const start = ids.indexOf(together[0] as string);
    expect(ids.slice(start, start + 3)).toEqual(together);
    expect(ids.toSorted()).toEqual([...together, ...apart].toSorted());
  });

  test('ids grow by one, and publishing at the same time repeats nothing', async () => {
    const before = Number(await latestId());
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        await createExample(client, resource);
        await service.publisher.publishAll();
      }),
    );
    const events = await published(`id.between=${before + 1}--..`);
    expect(events.map(({ id }) => Number(id))).toEqual(Array.from({ length: 10 }, (_, index) => before + 1 + index));
    expect(new Set(events.map(({ data }) => data.id)).size).toBe(10);
  });

  test('a cursor that was asked before shows what has been published since', async () => {
    const known = await latestId();
    await createExample(client, resource);
    await createExample(client, resource);
    await service.publisher.publishAll();
    const first = await client.call('GET', `/svc-api/events?id.between=${known}--..&limit=2&include=links`);
    const next = first.body.links.next.href;
    expect((await client.call('GET', next)).body.items).toHaveLength(1);
    const { id } = await createExample(client, resource);
    await service.publisher.publishAll();
    const again = (await client.call('GET', next)).body.items;
    expect(again.map((event: Event) => event.data.id).at(-1)).toBe(id);
    expect(again).toHaveLength(2);
  });
});
