import type { Muster } from '@muster/client';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { inForm } from '../../support/form.ts';
import { collected, musterOf, musterWith, type Seen } from '../../support/muster.ts';
import { type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let seen: Seen;
let muster: Muster;

beforeAll(async () => {
  service = await sharedService();
  account = await service.openAccount('acme');
  seen = await musterOf(service, account);
  muster = seen.muster;
});

describe('the whole life', () => {
  test('of a taxonomy goes through the client', async () => {
    const made = await muster.taxonomies.create({ name: 'Skills', t9n: { name: { 'fr-FR': 'Compétences' } } });
    expect(made).toMatchObject({ type: 'taxonomy', name: 'Skills', sortLabelsBy: 'id', links: null, embedded: null });
    const read = await muster.taxonomies.read(made.id, { include: ['links', 'embedded'] });
    expect(read).toEqual({ ...made, links: {}, embedded: {} });
    expect(read.etag).toBe(made.etag);
    const changed = await muster.taxonomies.update(made.id, { sortLabelsBy: 'name' }, { ifMatch: made.etag });
    expect(changed).toMatchObject({ name: 'Skills', sortLabelsBy: 'name' });
    expect(changed.etag).not.toBe(made.etag);
    await muster.taxonomies.remove(made.id, { ifMatch: changed.etag });
    await expect(muster.taxonomies.read(made.id)).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('of a taxonomy label goes through the client', async () => {
    const taxonomy = await muster.taxonomies.create({ name: 'Tools' });
    const made = await muster.taxonomyLabels.create({ taxonomy: { id: taxonomy.id }, name: 'Lathe', remoteId: 'a,b' });
    expect(made.taxonomy).toEqual({ id: taxonomy.id, type: 'taxonomy', url: taxonomy.url });
    const archived = await muster.taxonomyLabels.update(made.id, { isArchived: true, remoteId: null });
    expect(archived).toMatchObject({ isArchived: true, remoteId: null });
    const found = await collected(
      muster.taxonomyLabels.list({ filters: { 'taxonomy.id': taxonomy.id, isArchived: true, remoteId: null } }),
    );
    expect(found.map(({ id }) => id)).toEqual([made.id]);
    await muster.taxonomyLabels.remove(made.id);
    await muster.taxonomies.remove(taxonomy.id);
  });

  test('of a definition goes through the client', async () => {
    const made = await muster.employeeAttributeDefinitions.create(
      { id: 'e_shoe_size', name: 'Shoe size', schema: { $ref: '/svc-api/schemas/int32' } },
      { include: ['links'] },
    );
    expect(made.links.values?.href).toBe(`${service.url}/svc-api/employee-attributes?definition.id=e_shoe_size`);
    const changed = await muster.employeeAttributeDefinitions.update(made.id, { name: 'Size of shoes' });
    expect(changed).toMatchObject({ name: 'Size of shoes', category: 'extension', links: null });
    const extensions = await collected(
      muster.employeeAttributeDefinitions.list({ filters: { category: 'extension' }, search: 'shoe' }),
    );
    expect(extensions.map(({ id }) => id)).toEqual(['e_shoe_size']);
    await muster.employeeAttributeDefinitions.remove(made.id);
  });

  test('of a base schema is to be read', async () => {
    const schemas = await collected(muster.schemas.list({ filters: { id: ['decimal', 'int32'] } }));
    expect(schemas.map(({ id }) => id)).toEqual(['decimal', 'int32']);
    expect(await muster.schemas.read('decimal')).toEqual(schemas[0]?.schema);
  });

  test('of an event is to be read', async () => {
    await service.publisher.publishAll();
    const events = await collected(muster.events.list({ filters: { 'data.type': 'employee-attribute-definition' } }));
    expect(events.map(({ topic }) => topic.split('.')[1])).toEqual(['created', 'updated', 'deleted']);
    const [, updated] = events;
    expect(updated?.previousAttributes).toEqual({ name: 'Shoe size' });
    expect(await muster.events.read(updated?.id ?? '')).toMatchObject({ topic: updated?.topic, links: null });
  });
});

test('a version is neither written as JSON nor copied with a representation', async () => {
  const made = await muster.taxonomies.create({ name: 'Versions' });
  expect(made.etag).toMatch(/^W\/".+"$/);
  expect(JSON.stringify(made)).not.toContain('etag');
  expect(Object.keys({ ...made })).not.toContain('etag');
  await muster.taxonomies.remove(made.id);
});

test('methods that a resource does not have do not exist', () => {
  expect(Object.keys(muster.events).sort()).toEqual(['feed', 'follow', 'list', 'page', 'pages', 'read', 'snapshot']);
  expect(Object.keys(muster.taxonomies).sort()).toEqual([
    'create',
    'list',
    'page',
    'pages',
    'read',
    'remove',
    'snapshot',
    'update',
    'versions',
  ]);
});

test('an id is one part of the address, whatever it holds', async () => {
  await expect(muster.taxonomies.read('1/../../x?y#z')).rejects.toMatchObject({ kind: 'not-found' });
  await expect(muster.taxonomies.read('..')).rejects.toThrow(TypeError);
  await expect(muster.taxonomies.remove('')).rejects.toThrow(TypeError);
});

describe('paging', () => {
  const count = inForm({ short: 250, full: 1050 });
  const pageSize = inForm({ short: 100, full: 400 });
  let taxonomyId: string;
  let names: string[];

  beforeAll(async () => {
    const taxonomy = await muster.taxonomies.create({ name: 'Many' });
    taxonomyId = taxonomy.id;
    names = Array.from({ length: count }, (_, index) => `Label ${String(index).padStart(4, '0')}`);
    const waiting = [...names];
    const worker = async () => {
      for (let name = waiting.shift(); name; name = waiting.shift()) {
        await muster.taxonomyLabels.create({ taxonomy: { id: taxonomyId }, name });
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  });

  const query = () => ({ filters: { 'taxonomy.id': taxonomyId }, sort: ['name'] as const });

  test('goes through every row once, in order', async () => {
    seen.sent.length = 0;
    const labels = await collected(muster.taxonomyLabels.list({ ...query(), sort: ['-name'], limit: 100 }));
    expect(labels.map(({ name }) => name)).toEqual(names.toReversed());
    expect(seen.sent).toHaveLength(Math.ceil(count / 100));
  });

  test('stops with the loop, and fetches nothing further', async () => {
    seen.sent.length = 0;
    const taken: string[] = [];
    for await (const { name } of muster.taxonomyLabels.list({ ...query(), limit: 100 })) {
      taken.push(name);
      if (taken.length === 150) break;
    }
    expect(taken).toEqual(names.slice(0, 150));
    expect(seen.sent).toHaveLength(2);
  });

  test('goes on from a cursor in another client', async () => {
    const before: string[] = [];
    let cursor: string | null = null;
    for await (const page of muster.taxonomyLabels.pages({ ...query(), limit: pageSize })) {
      before.push(...page.items.map(({ name }) => name));
      cursor = page.cursor;
      break;
    }
    const other = musterWith(service, seen.credentials);
    const after = await collected(other.muster.taxonomyLabels.list({ after: cursor ?? '' }));
    expect([...before, ...after.map(({ name }) => name)]).toEqual(names);
    const pages = await collected(other.muster.taxonomyLabels.pages({ ...query(), after: cursor ?? '' }));
    expect(pages.map(({ items }) => items.length)).toEqual([pageSize, count - 2 * pageSize]);
    expect(pages.at(-1)?.cursor).toBe(null);
  });

  test('refuses a cursor under another question', async () => {
    const { cursor } = await muster.taxonomyLabels.page({ ...query(), limit: 10 });
    const asked = muster.taxonomyLabels.page({ sort: ['-name'], after: cursor ?? '' });
    await expect(asked).rejects.toMatchObject({ errors: { page: [expect.any(String)] } });
  });

  test('goes forward and back from one page', async () => {
    const first = await muster.taxonomyLabels.page({ ...query(), limit: 10, include: ['totalCount'] });
    expect(first).toMatchObject({ totalCount: count, prev: null });
    const second = await first.next?.();
    expect(second?.items.map(({ name }) => name)).toEqual(names.slice(10, 20));
    expect(second?.totalCount).toBe(count);
    const again = await second?.prev?.();
    expect(again?.items).toEqual(first.items);
  });

  test('of a page without items only counts', async () => {
    const { items, totalCount, next } = await muster.taxonomyLabels.page({
      filters: { 'taxonomy.id': taxonomyId },
      limit: 0,
      include: ['totalCount'],
    });
    expect({ items, totalCount, next }).toEqual({ items: [], totalCount: count, next: null });
  });

  test('is aborted between two pages', async () => {
    const controller = new AbortController();
    const reading = async () => {
      for await (const { items } of muster.taxonomyLabels.pages({ limit: 100, signal: controller.signal })) {
        if (items.length > 0) controller.abort(new Error('enough'));
      }
    };
    await expect(reading()).rejects.toThrow('enough');
  });
});
