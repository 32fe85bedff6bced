/** Unknown parameters, and full-text search. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { withQuery } from '../support/example-row.ts';
import { answering, createExample, everyResource, methods, newcomer, pathOf, someRow } from '../support/examples.ts';
import { oneIn } from '../support/form.ts';
import { idsOf } from '../support/list-model.ts';
import { type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  client = (await newcomer(service)).client;
});

describe.each(oneIn(8, everyResource, 5))('$path', (resource: Resource) => {
  test.each(resource.operations)(
    '%s refuses each parameter that it does not know, and changes nothing',
    async (operation) => {
      const { id } = await someRow(service, client, resource);
      const isOne = operation !== 'list' && operation !== 'create';
      const path = pathOf(resource, isOne ? id : undefined);
      const body = operation === 'create' || operation === 'update' ? { body: {} } : {};
      for (const query of [
        'nothing=1',
        'nothing',
        'nothing=',
        'Include=links',
        '__proto__=1',
        '%24filter=x',
        ' id=1',
      ]) {
        const name = decodeURIComponent(query.split('=')[0] ?? '');
        const answer = await client.call(
          methods[operation],
          withQuery(path, encodeURI(query).replaceAll('%25', '%')),
          body,
        );
        expect([query, answer.status, Object.keys(answer.body.errors)]).toEqual([query, 400, [name]]);
      }
      const several = await client.call(methods[operation], withQuery(path, 'one=1&two=2&include=three'), body);
      expect(Object.keys(several.body.errors).toSorted()).toEqual(['include', 'one', 'two']);
      if (isOne) {
        const paged = await client.call(methods[operation], withQuery(path, 'limit=1'), body);
        expect(Object.keys(paged.body.errors)).toEqual(['limit']);
      }
      expect((await client.call('GET', pathOf(resource, id))).status).toBe(200);
    },
  );

  test('a parameter that is not percent-encoded UTF-8 is refused', async () => {
    const isListed = resource.operations.includes('list');
    const path = pathOf(resource, isListed ? undefined : (await someRow(service, client, resource)).id);
    for (const query of ['search=%FF', 'id=%E0%A4%A', 'id=%00', 'sort=%']) {
      expect([query, (await client.call('GET', withQuery(path, query))).status]).toEqual([query, 400]);
    }
  });
});

describe.each(
  oneIn(
    8,
    answering('list').filter(({ searched }) => searched.length === 0),
    6,
  ),
)('$path', (resource: Resource) => {
  test('search is not known', async () => {
    expect((await client.call('GET', `${pathOf(resource)}?search=x`)).body.errors).toHaveProperty('search');
  });
});

describe.each(
  oneIn(
    8,
    answering('list').filter(({ searched }) => searched.length > 0),
    6,
  ),
)('$path', (resource: Resource) => {
  test.each([' ', '-', ',', ' _.-, ', '\t'])('a search for "%s", which holds no word, is refused', async (text) => {
    const { status, body } = await client.call('GET', `${pathOf(resource)}?search=${encodeURIComponent(text)}`);
    expect([status, Object.keys(body.errors)]).toEqual([400, ['search']]);
  });
});

const searched = answering('list', 'create').filter(
  ({ searched, searchedBy }) => searched.length > 0 && searchedBy !== 'parts',
);

describe.each(
  searched.flatMap((resource) => resource.searched.map((member) => ({ path: resource.path, resource, member }))),
)('$path searched by $member', ({ resource, member }: { resource: Resource; member: string }) => {
  const text = "Grünwald École-supérieure_été, dot.wxrd L'Œuvre 50% \\x";
  let searcher: TestClient;
  let id: string;
  let other: string;

  beforeAll(async () => {
    searcher = (await newcomer(service)).client;
    id = (await createExample(searcher, resource, { [member]: text })).id;
    other = (await createExample(searcher, resource, { [member]: 'Quite another name' })).id;
  });

  const search = async (words: string) =>
    idsOf((await searcher.call('GET', `${pathOf(resource)}?search=${encodeURIComponent(words)}`)).body.items);

  test.each([
    'grun',
    'GRÜNWALD',
    'école',
    'ecole',
    'sup',
    'ete',
    'dot',
    'wxr',
    'ECOLE grün',
    'gru,dot',
    'wxr  gru',
    "l'",
    '50%',
    ' gru ',
    'e\u0301co',
    'grun-wxr_eco.',
  ])('the beginnings "%s" find the text, without regard to case and accents', async (words) => {
    expect(await search(words)).toEqual([id]);
  });

  test.each(['runwald', 'cole', 'grunwaldx', 'grun quite', 'gru nothing', "x' | 'gru", '!gru', 'gru:*', '%', "'"])(
    '"%s" finds nothing',
    async (words) => {
      expect(await search(words)).toEqual([]);
    },
  );

  test('one word of two rows finds both', async () => {
    const twin = await createExample(searcher, resource, { [member]: 'another Grünwald' });
    expect(await search('grun')).toEqual([id, twin.id]);
    expect(await search('anoth')).toEqual([other, twin.id]);
  });

  test('an empty or repeated search is refused', async () => {
    for (const query of ['search=', 'search', 'search=a&search=b', `search=${'a'.repeat(1001)}`]) {
      const { status, body } = await searcher.call('GET', `${pathOf(resource)}?${query}`);
      expect([query, status, Object.keys(body.errors)]).toEqual([query, 400, ['search']]);
    }
  });

  test('links repeat a search, commas included', async () => {
    const first = await searcher.call('GET', `${pathOf(resource)}?search=a,&limit=1&include=links`);
    const next = await searcher.call('GET', first.body.links.next.href);
    expect(next).toMatchObject({ status: 200, body: { items: [expect.anything()] } });
  });
});

const contained = answering('list', 'create')
  .filter(({ searchedBy }) => searchedBy === 'parts')
  .flatMap((resource) => resource.searched.map((member) => ({ path: resource.path, resource, member })));

describe.each(oneIn(8, contained, 5))(
  '$path searched by parts of $member',
  ({ resource, member }: { resource: Resource; member: string }) => {
    test('any part of the text finds it, without regard to case and accents', async () => {
      const { client: searcher } = await newcomer(service);
      const { id } = await createExample(searcher, resource, { [member]: 'Grünwald-École, 50% \\_x' });
      await createExample(searcher, resource, { [member]: 'Quite another name' });
      const search = async (text: string) =>
        idsOf((await searcher.call('GET', `${pathOf(resource)}?search=${encodeURIComponent(text)}`)).body.items);
      for (const part of ['grun', 'RÜNWA', 'wald-eco', 'ecole, 5', '50%', '\\_x', 'e\u0301c']) {
        expect([part, await search(part)]).toEqual([part, [id]]);
      }
      for (const part of ['grunx', 'wald ecole', 'g%d', 'gr_nwald', '%%', '50\\']) {
        expect([part, await search(part)]).toEqual([part, []]);
      }
    });

    test('an empty or repeated search is refused', async () => {
      for (const query of ['search=', 'search=a&search=b']) {
        const { status, body } = await client.call('GET', `${pathOf(resource)}?${query}`);
        expect([query, status, Object.keys(body.errors)]).toEqual([query, 400, ['search']]);
      }
    });
  },
);
