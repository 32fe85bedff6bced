import type { Field } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import {
  answering,
  type Body,
  changeableTexts,
  changeOf,
  createExample,
  isParticular,
  newcomer,
  pathOf,
  type Row,
  validValue,
} from '../support/examples.ts';
import { facetsOf } from '../support/facets.ts';
import { oneIn } from '../support/form.ts';
import { invalidValuesOf, takesAnything } from '../support/invalid-values.ts';
import { type Reply, type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  client = (await newcomer(service)).client;
});
afterAll(() => service.stop());

const refused = ({ status, body }: Reply) => [status, Object.keys(body.errors ?? {}).toSorted()];

const structuresOf = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(
    ([name, { update, write, target }]) =>
      update === 'optional' && target === undefined && name !== 't9n' && write.additionalProperties === false,
  );

const changeable = answering('create', 'update');

describe.each(oneIn(8, changeable, 6))('a change of one of $path', (resource: Resource) => {
  const facet = facetsOf(changeable, resource);
  let row: Row;
  let path: string;
  const patch = (body: unknown, headers = {}) => client.call('PATCH', path, { body, headers });
  const fields = Object.entries(resource.fields);

  beforeAll(async () => {
    row = await createExample(client, resource, {}, true);
    path = pathOf(resource, row.id);
  });

  const invalidValues = fields
    .filter(([, { update }]) => update === 'optional')
    .flatMap(([name, field]) => invalidValuesOf(name, field).map((invalid) => ({ ...invalid, name })))
    // Members of a structure that are left out do not change.
    .filter(({ what }) => !what.startsWith('without ') && what !== 'of type object');

  facet.each(invalidValues)('is refused with $name $what', async ({ name, value, key }) => {
    const answer = await patch({ [name]: value });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toContain(key);
    expect((await client.call('GET', path)).body).toEqual(row);
  });

  facet('leaves omitted members unchanged', async () => {
    for (const name of changeableTexts(resource)) {
      const before = await createExample(client, resource, {}, true);
      const { body } = await client.call('PATCH', pathOf(resource, before.id), { body: { [name]: 'other' } });
      expect(body).toEqual({ ...before, [name]: 'other', lastUpdatedAt: body.lastUpdatedAt });
    }
  });

  facet('clears nullable members with null, and refuses null elsewhere', async () => {
    for (const [name, field] of fields.filter(([, { update }]) => update === 'optional')) {
      const { id } = await createExample(client, resource, {}, true);
      const answer = await client.call('PATCH', pathOf(resource, id), { body: { [name]: null } });
      if (takesAnything(field.write)) continue;
      if (![field.write.type].flat().includes('null')) expect(refused(answer)).toEqual([400, [name]]);
      else expect([name, answer.status, answer.body[name]]).toEqual([name, 200, field.fallback ?? null]);
    }
  });

  facet('accepts read-only members with their current value', async () => {
    const fixed = fields.filter(([, { update }]) => update === 'absent').map(([name]) => name);
    for (const name of [...fixed, 'type', 'url', 'links', 'embedded']) {
      expect([name, (await patch({ [name]: row[name] })).status]).toEqual([name, 200]);
    }
    expect((await patch(row)).body).toEqual(row);
  });

  // They depend on the request, not on the row: sending them back changes nothing.
  facet('tolerates a representation that was read with its links', async () => {
    const { body } = await client.call('GET', `${path}?include=links,embedded`);
    expect((await patch(body)).status).toBe(200);
  });

  facet('is refused when it changes a member that cannot be changed', async () => {
    const fixed = fields.filter(([, { update }]) => update === 'absent').map(([name]) => name);
    for (const name of [...fixed, 'type', 'url']) {
      for (const value of [row[name] === null ? {} : null, 'nonsense', 5, { id: '999999999' }]) {
        expect([name, value, ...refused(await patch({ [name]: value }))]).toEqual([name, value, 400, [name]]);
      }
    }
  });

  facet('takes a moment that cannot be changed in any writing of the same moment', async () => {
    for (const [name, field] of fields) {
      if (field.column !== 'timestamptz' || field.update !== 'absent' || row[name] === null) continue;
      const zoned = String(row[name]).replace('Z', '+00:00');
      expect((await patch({ [name]: zoned })).status).toBe(200);
      expect(refused(await patch({ [name]: '2001-01-01T00:00:00Z' }))).toEqual([400, [name]]);
    }
  });

  facet('refers by id; type and address are accepted if they match', async () => {
    for (const [name, field] of fields) {
      const value = row[name] as Body | null;
      if (field.target === undefined || field.column === 'references' || value === null) continue;
      expect((await patch({ [name]: { id: value.id } })).status).toBe(200);
      expect((await patch({ [name]: value })).status).toBe(200);
      for (const other of [
        { ...value, url: `${value.url}0` },
        { ...value, type: 'other' },
        { ...value, nothing: 1 },
      ]) {
        expect((await patch({ [name]: other })).status).toBe(400);
      }
    }
  });

  facet('is refused with unknown members, each reported with the other errors', async () => {
    const [text = ''] = changeableTexts(resource);
    expect(refused(await patch({ nothing: 1, [text]: 5, type: 'x' }))).toEqual([
      400,
      ['nothing', 'type', text].toSorted(),
    ]);
    for (const name of ['constructor', '__proto__', 'toString']) {
      expect([name, ...refused(await patch(`{"${name}":1}`))]).toEqual([name, 400, [name]]);
    }
    expect((await client.call('GET', path)).body).toEqual(row);
  });

  facet('merges translations language by language; null removes one, or all', async () => {
    if (!resource.fields.t9n) return;
    const { id, t9n } = await createExample(client, resource, {}, true);
    const [[member, before]] = Object.entries(t9n as Record<string, Body>) as [[string, Body]];
    const change = async (value: unknown) =>
      (await client.call('PATCH', pathOf(resource, id), { body: { t9n: value } })).body.t9n;
    expect(await change({ [member]: { 'de-DE': 'Neu' } })).toEqual({ [member]: { ...before, 'de-DE': 'Neu' } });
    expect(await change({ [member]: { 'fr-FR': null } })).toEqual({ [member]: { 'de-DE': 'Neu' } });
    expect(await change({})).toEqual({ [member]: { 'de-DE': 'Neu' } });
    expect(await change({ [member]: null })).toEqual({ [member]: {} });
    await change({ [member]: { 'it-IT': 'Nuovo' } });
    expect(await change(null)).toEqual({ [member]: {} });
    const strange = await client.call('PATCH', pathOf(resource, id), { body: { t9n: { [member]: { fr: 'x' } } } });
    expect(refused(strange)).toEqual([400, [`t9n.${member}.fr`]]);
  });

  facet('merges a structure member by member; where there was none it must be complete', async () => {
    for (const [name, field] of structuresOf(resource)) {
      if (isParticular(resource, name)) continue;
      const members = Object.entries(field.write.properties as Record<string, Schema>);
      const [chosen] = members.filter(([, inner]) => Array.isArray(inner.enum));
      if (chosen) {
        const [member, inner] = chosen;
        const value = (inner.enum as unknown[]).at(-1);
        const before = await createExample(client, resource, {}, true);
        const changed = await client.call('PATCH', pathOf(resource, before.id), {
          body: { [name]: { [member]: value } },
        });
        expect(changed.body[name]).toEqual({ ...(before[name] as Body), [member]: value });
      }
      if (!field.isNullable) continue;
      const bare = pathOf(resource, (await createExample(client, resource)).id);
      const required = (field.write.required as string[]).map((member) => `${name}.${member}`);
      expect(refused(await client.call('PATCH', bare, { body: { [name]: {} } }))).toEqual([400, required.toSorted()]);
      const whole = await client.call('PATCH', bare, { body: { [name]: validValue(field.write, name) } });
      expect(whole.status).toBe(200);
    }
  });

  facet('may come as a merge patch or as JSON', async () => {
    for (const type of [
      'application/json',
      'application/merge-patch+json',
      'application/merge-patch+json; charset=utf-8',
    ]) {
      const { id } = await createExample(client, resource);
      const change = changeOf(resource);
      const headers = { 'content-type': type };
      const answer = await client.call('PATCH', pathOf(resource, id), { body: change, headers });
      expect(answer).toMatchObject({ status: 200, body: change });
    }
  });

  facet.each([
    'text/plain',
    'application/json-patch+json',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    '',
  ])('of type "%s" is 415', async (type) => {
    expect((await patch(JSON.stringify(changeOf(resource)), { 'content-type': type })).status).toBe(415);
  });

  facet.each(['[]', '"text"', 'null', '5', '', '{', '[{"op":"remove","path":"/name"}]'])(
    'is refused as a whole when it is %s',
    async (text) => {
      expect(refused(await patch(text, { 'content-type': 'application/json' }))).toEqual([400, ['$']]);
    },
  );

  facet('moves lastUpdatedAt and leaves createdAt', async () => {
    if (!('lastUpdatedAt' in resource.fields)) return;
    const before = await createExample(client, resource);
    service.advance(1000);
    const { body } = await client.call('PATCH', pathOf(resource, before.id), { body: changeOf(resource) });
    expect(body.createdAt).toBe(before.createdAt);
    expect(Date.parse(body.lastUpdatedAt) - Date.parse(String(before.lastUpdatedAt))).toBeGreaterThanOrEqual(1000);
  });

  facet('of the archival keeps the moment of the last one', async () => {
    if (!('lastArchivedAt' in resource.fields)) return;
    const { id, isArchived, lastArchivedAt } = await createExample(client, resource);
    expect([isArchived, lastArchivedAt]).toEqual([false, null]);
    const set = async (value: boolean) =>
      (await client.call('PATCH', pathOf(resource, id), { body: { isArchived: value } })).body;
    const first = await set(true);
    expect(first.lastArchivedAt).toBe(first.lastUpdatedAt);
    service.advance(1000);
    expect(await set(true)).toEqual(first);
    expect(await set(false)).toMatchObject({ isArchived: false, lastArchivedAt: first.lastArchivedAt });
    const second = await set(true);
    expect(second.lastArchivedAt).toBe(second.lastUpdatedAt);
    expect(second.lastArchivedAt > first.lastArchivedAt).toBe(true);
  });
});

const removable = answering('create', 'remove');

describe.each(oneIn(8, removable, 6))('$path', (resource: Resource) => {
  const facet = facetsOf(removable, resource);
  facet('a deleted row is gone, and deleting it again says so', async () => {
    const { id } = await createExample(client, resource);
    const path = pathOf(resource, id);
    const removed = await client.call('DELETE', path);
    expect([removed.status, removed.text, removed.headers.get('content-type')]).toEqual([204, '', null]);
    for (const method of ['GET', 'DELETE']) expect((await client.call(method, path)).status).toBe(404);
    expect((await client.call('PATCH', path, { body: {} })).status).toBe(404);
  });

  facet('of several deletions at once exactly one succeeds', async () => {
    const path = pathOf(resource, (await createExample(client, resource)).id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.call('DELETE', path)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404]);
  });

  facet('an id that names nothing is 404, whatever its shape', async () => {
    for (const id of ['0', '-1', 'x', '9'.repeat(30), '1.5', '%20', "'", '%00', '%F0%9F%99%82', 'a'.repeat(900)]) {
      for (const method of ['GET', 'DELETE']) {
        expect([id, (await client.call(method, pathOf(resource, id))).status]).toEqual([id, 404]);
      }
    }
  });
});
