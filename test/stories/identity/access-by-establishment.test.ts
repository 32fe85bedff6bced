/** A client application limited to establishments: what it sees, and what it may do. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { isOwner } from '@muster/contract/resources.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import {
  answering,
  type Body,
  changeOf,
  createExample,
  exampleBody,
  newcomer,
  pathOf,
  populate,
  type Row,
  readable,
  someRow,
} from '../../support/examples.ts';
import {
  changed,
  establishment,
  eventsSeen,
  fieldErrors,
  found,
  legalEntity,
} from '../../support/organization/organization.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
/** Sees everything. */
let owner: TestClient;
/** Limited to `listed`. */
let limited: TestClient;
let [ofListed, ofOther, ofNobody]: Row[] = [];
let [listed, sibling, foreign]: Row[] = [];

beforeAll(async () => {
  service = await sharedService();
  ({ account, client: owner } = await newcomer(service));
  [ofListed, ofOther, ofNobody] = [await legalEntity(owner), await legalEntity(owner), await legalEntity(owner)];
  listed = await establishment(owner, ofListed);
  sibling = await establishment(owner, ofListed);
  foreign = await establishment(owner, ofOther);
  limited = await service.client(account, { establishments: [listed.id] });
});

const known = (row: Row | undefined): Row => {
  if (!row) throw new Error('The rows are made before the first test.');
  return row;
};

/** Resources that establishments limit; those of people have their own story. */
const narrowed: readonly Resource[] = [legalEntities, businessEstablishments];
const isOfPeople = (resource: Resource) => isOwner(resource) || resource.ownedThrough !== undefined;
/** Nobody else sees what a client application owns, whatever the establishments. */
const isWhole = (resource: Resource) =>
  resource.type !== 'event' &&
  !resource.isOwned &&
  !isOfPeople(resource) &&
  !narrowed.some(({ type }) => type === resource.type);
const visibleOf = (type: string | undefined): Row => known(type === legalEntities.type ? ofListed : listed);
const hiddenOf = (type: string | undefined): Row[] =>
  type === legalEntities.type ? [known(ofOther), known(ofNobody)] : [known(sibling), known(foreign)];

describe.each(narrowed)('of $path', (resource) => {
  const path = pathOf(resource);

  test('lists and counts contain only listed establishments, whatever the query', async () => {
    const { id } = visibleOf(resource.type);
    const hidden = hiddenOf(resource.type).map((row) => row.id);
    const { body } = await limited.call('GET', `${path}?include=totalCount,links`);
    expect(body).toMatchObject({ items: [{ id }], totalCount: 1, links: { prev: null, next: null } });
    expect((await limited.call('GET', `${path}?limit=0&include=totalCount`)).body.totalCount).toBe(1);
    expect(await found(limited, resource, `id=${[id, ...hidden]}`)).toEqual([id]);
    expect(await found(limited, resource, `id=${hidden}`)).toEqual([]);
    expect(await found(limited, resource, 'sort=-id&page=2&limit=1')).toEqual([]);
    expect((await owner.call('GET', `${path}?include=totalCount`)).body.totalCount).toBeGreaterThanOrEqual(3);
  });

  test("another client's cursor and entity tag open nothing more", async () => {
    const first = await owner.call('GET', `${path}?limit=1&sort=id&include=links`);
    const next = await limited.call('GET', first.body.links.next.href);
    expect(next).toMatchObject({ status: 200, body: { items: [] } });
    const whole = await owner.call('GET', path);
    const headers = { 'if-none-match': whole.headers.get('etag') ?? '' };
    expect((await limited.call('GET', path, { headers })).status).toBe(200);
  });

  test('an establishment that is not listed is 404 and stays unchanged', async () => {
    for (const row of hiddenOf(resource.type)) {
      const before = await owner.call('GET', pathOf(resource, row.id));
      const events = (await eventsSeen(service, owner)).length;
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? changeOf(resource) : undefined;
        for (const headers of [{}, { 'if-match': '*' }, { 'if-match': before.headers.get('etag') ?? '' }]) {
          const answer = await limited.call(method, pathOf(resource, row.id), { body, headers });
          const absent = await limited.call(method, pathOf(resource, '999999999'), { body, headers });
          expect([answer.status, absent.status]).toEqual([404, 404]);
          expect(answer.body.detail).toBe(absent.body.detail.replace('999999999', row.id));
        }
      }
      expect((await owner.call('GET', pathOf(resource, row.id))).text).toBe(before.text);
      expect(await eventsSeen(service, owner)).toHaveLength(events);
    }
  });

  test('a listed establishment can be read and changed', async () => {
    const { id } = visibleOf(resource.type);
    const before = await limited.call('GET', pathOf(resource, id));
    expect(before.text).toBe((await owner.call('GET', pathOf(resource, id))).text);
    const after = await changed(limited, resource, before.body, changeOf(resource));
    expect((await owner.call('GET', pathOf(resource, id))).body).toEqual(after);
  });

  test('creating is forbidden, whatever the body, and nothing is made', async () => {
    const before = (await owner.call('GET', path)).text;
    const body = await exampleBody(owner, resource);
    for (const options of [
      { body },
      { body: {} },
      { body: 'not JSON' },
      { body: 'text', headers: { 'content-type': 'text/plain' } },
      { body, headers: { 'idempotency-key': `forbidden-${resource.type}` } },
      { body, headers: { 'idempotency-key': `forbidden-${resource.type}` } },
    ]) {
      expect((await limited.call('POST', path, options)).status).toBe(403);
    }
    expect(await fieldErrors(limited, 'POST', `${path}?nothing=1`, { body })).toEqual(['nothing']);
    expect((await owner.call('GET', path)).text).toBe(before);
  });
});

test('a limited client cannot delete a listed establishment or its legal entity', async () => {
  for (const resource of narrowed) {
    expect(await fieldErrors(limited, 'DELETE', pathOf(resource, visibleOf(resource.type).id))).toEqual(['id']);
  }
});

describe.each(answering('list').filter(isWhole))('of $path', (resource: Resource) => {
  test('lists, counts and rows are the same for everybody', async () => {
    await populate(service, owner, resource, 2);
    const path = `${pathOf(resource)}?limit=1000&include=totalCount,embedded`;
    const [seen, whole] = [await limited.call('GET', path), await owner.call('GET', path)];
    expect(seen.body.totalCount).toBeGreaterThanOrEqual(2);
    expect(seen.text).toBe(whole.text);
    if (!readable().includes(resource)) return;
    const { id } = await someRow(service, owner, resource);
    const one = await limited.call('GET', pathOf(resource, id));
    expect([one.status, one.text]).toEqual([200, (await owner.call('GET', pathOf(resource, id))).text]);
  });
});

/** A body for the limited client: it sees everything that the body refers to. */
async function visibleBody(resource: Resource): Promise<Body> {
  const body = await exampleBody(owner, resource);
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!(name in body) || !narrowed.some(({ type }) => type === field.target)) continue;
    const reference = { id: visibleOf(field.target).id };
    body[name] = field.column === 'references' ? [reference] : reference;
  }
  return body;
}

describe.each(answering('create').filter(isWhole))('of $path', (resource: Resource) => {
  test('rows are created, changed and deleted like by everybody', async () => {
    const created = await limited.call('POST', pathOf(resource), { body: await visibleBody(resource) });
    expect(created.status).toBe(201);
    const path = pathOf(resource, created.body.id);
    expect((await limited.call('PATCH', path, { body: changeOf(resource) })).status).toBe(200);
    if (resource.operations.includes('remove')) expect((await limited.call('DELETE', path)).status).toBe(204);
  });
});

const naming = answering('update')
  .filter((resource) => !isOfPeople(resource))
  .flatMap((resource) =>
    Object.entries(resource.fields)
      .filter(([, { target, update }]) => update === 'optional' && narrowed.some(({ type }) => type === target))
      .map(([member, field]) => ({ resource, member, field, name: `${resource.type}.${member}` })),
  );

describe.each(naming)('$name', ({ resource, member, field }) => {
  const isList = field.column === 'references';
  const given = (id: string): Body => ({ [member]: isList ? [{ id }] : { id } });

  test('a hidden reference gets the same error as a missing one', async () => {
    const isNarrowed = narrowed.includes(resource);
    const { id: own } = isNarrowed
      ? visibleOf(resource.type)
      : await createExample(resource.isOwned ? limited : owner, resource, await visibleBody(resource));
    for (const { id } of hiddenOf(field.target)) {
      const asked = isNarrowed
        ? [{ method: 'PATCH', path: pathOf(resource, own), others: {} }]
        : [
            { method: 'PATCH', path: pathOf(resource, own), others: {} },
            { method: 'POST', path: pathOf(resource), others: await visibleBody(resource) },
          ];
      for (const { method, path, others } of asked) {
        const hidden = await limited.call(method, path, { body: { ...others, ...given(id) } });
        const missing = await limited.call(method, path, { body: { ...others, ...given('999999999') } });
        expect([hidden.status, Object.keys(hidden.body.errors)]).toEqual([400, [isList ? `${member}.0` : member]]);
        expect(hidden.body.errors).toEqual(missing.body.errors);
      }
    }
    await changed(limited, resource, { id: own }, given(visibleOf(field.target).id));
  });
});

test('hidden establishments that a category names already can stay next to a listed one', async () => {
  const category = await createExample(owner, occupationCategories, {
    businessEstablishments: [{ id: known(foreign).id }],
  });
  const both = { businessEstablishments: [{ id: known(foreign).id }, { id: known(listed).id }] };
  expect(await changed(limited, occupationCategories, category, both)).toMatchObject(both);
});

test('a filter by a hidden establishment finds only the categories that are used everywhere', async () => {
  const { id } = await createExample(owner, occupationCategories, {
    businessEstablishments: [{ id: known(foreign).id }],
  });
  const query = `businessEstablishments.id=${known(foreign).id}`;
  expect(await found(limited, occupationCategories, query)).not.toContain(id);
});

test('embedded contains the owner of a listed establishment, in pages, single reads and writes', async () => {
  const path = pathOf(businessEstablishments);
  const { id } = known(listed);
  for (const [method, at, body] of [
    ['GET', path, undefined],
    ['GET', `${path}/${id}`, undefined],
    ['PATCH', `${path}/${id}`, { name: 'Again' }],
  ] as const) {
    const reply = await limited.call(method, `${at}?include=embedded`, { body });
    expect(Object.keys(reply.body.embedded['legal-entity'])).toEqual([known(ofListed).id]);
  }
});
