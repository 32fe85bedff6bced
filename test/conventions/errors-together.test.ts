import type { Field } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { answering, type Body, createExample, exampleBody, newcomer, pathOf } from '../support/examples.ts';
import { oneIn } from '../support/form.ts';
import { type Reply, type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  client = (await newcomer(service)).client;
});

const refused = ({ status, body }: Reply) => [status, Object.keys(body.errors ?? {}).toSorted()];

/** The members that name another resource, and the key that a wrong one is reported under. */
const references = (resource: Resource, presence: 'create' | 'update'): [string, string][] =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.target !== undefined && field[presence] !== 'absent' && isSingle(field))
    .map(([name, field]) => [name, field.isBlamedOnId ? `${name}.id` : name]);

const isSingle = ({ column }: Field): boolean => column !== 'references';

const nobody = { id: '999999999' };

const unknown = (names: readonly [string, string][]): Body => Object.fromEntries(names.map(([name]) => [name, nobody]));

const keysOf = (names: readonly [string, string][]): string[] => names.map(([, key]) => key);

describe.each(oneIn(8, answering('create'), 4))(
  'the errors of a body that creates one of $path',
  (resource: Resource) => {
    const path = pathOf(resource);
    const named = references(resource, 'create');
    const post = (body: Body) => client.call('POST', path, { body });

    test.runIf(named.length > 0)('include every unknown reference next to errors of form', async () => {
      const example = await exampleBody(client, resource);
      for (const one of named) {
        const [name, key] = one;
        expect([name, ...refused(await post({ ...example, [name]: nobody, nothing: 1 }))]).toEqual([
          ...[name, 400],
          [key, 'nothing'].toSorted(),
        ]);
      }
      const all = refused(await post({ ...example, ...unknown(named), nothing: 1 }));
      expect(all).toEqual([400, [...keysOf(named), 'nothing'].toSorted()]);
    });

    test('include a duplicate next to errors of form and of references', async () => {
      const body = await exampleBody(client, resource, true);
      expect((await post(body)).status).toBe(201);
      const again = await post(body);
      const duplicates = Object.keys(again.body.errors ?? {});
      expect(refused(await post({ ...body, nothing: 1 }))).toEqual([400, [...duplicates, 'nothing'].toSorted()]);
      // A reference that the duplicate is judged by cannot be wrong at the same time.
      for (const [name, key] of named.filter(([, at]) => !duplicates.includes(at))) {
        const answer = await post({ ...body, [name]: nobody });
        expect(Object.keys(answer.body.errors), name).toContain(key);
        if (!isJudgedWith(resource, name))
          expect(Object.keys(answer.body.errors), name).toEqual(expect.arrayContaining(duplicates));
      }
    });
  },
);

/** What a duplicate is looked for within: the labels of a taxonomy, the leaves of an employee. */
const isJudgedWith = ({ type }: Resource, name: string): boolean =>
  [
    ['taxonomy-label', 'taxonomy'],
    ['job-position', 'employment'],
    ['employment', 'employee'],
    ['leave', 'employee'],
    ['leave', 'leaveAccount'],
  ].some(([of, member]) => of === type && member === name);

describe.each(oneIn(8, answering('update'), 4))(
  'the errors of a body that changes one of $path',
  (resource: Resource) => {
    const named = references(resource, 'update');

    test.runIf(named.length > 0)('include every unknown reference next to errors of form', async () => {
      const { id } = await createExample(client, resource);
      const patch = (body: Body) => client.call('PATCH', pathOf(resource, id), { body });
      expect(refused(await patch({ ...unknown(named), nothing: 1 }))).toEqual([
        400,
        [...keysOf(named), 'nothing'].toSorted(),
      ]);
    });

    test('include a duplicate next to errors of form', async () => {
      const first = await exampleBody(client, resource, true);
      await client.call('POST', pathOf(resource), { body: first });
      const { id } = await createExample(client, resource);
      const patch = (body: Body) => client.call('PATCH', pathOf(resource, id), { body });
      const changeable = Object.entries(first).filter(([name]) => resource.fields[name]?.update === 'optional');
      for (const [name, value] of changeable) {
        const alone = await patch({ [name]: value });
        const isDuplicate = alone.status === 400 && /Another .* bears/.test(JSON.stringify(alone.body.errors));
        if (!isDuplicate) continue;
        const duplicate = Object.keys(alone.body.errors);
        expect(refused(await patch({ [name]: value, nothing: 1 }))).toEqual([
          400,
          [...duplicate, 'nothing'].toSorted(),
        ]);
      }
    });
  },
);
