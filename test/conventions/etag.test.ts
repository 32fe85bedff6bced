import type { Resource } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withQuery } from '../support/example-row.ts';
import {
  answering,
  changeOf,
  createExample,
  everyResource,
  exampleBody,
  newcomer,
  pathOf,
  someRow,
} from '../support/examples.ts';
import { facetsOf, thirdOf } from '../support/facets.ts';
import { oneIn } from '../support/form.ts';
import { type Reply, type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  client = (await newcomer(service)).client;
});
afterAll(() => service.stop());

const tagOf = ({ headers }: Reply): string => headers.get('etag') ?? '';
const bare = (tag: string): string => tag.replace(/^W\/"(.*)"$/, '$1');

/** Header values that all match the tag. */
const spellings = (tag: string): string[] => [
  tag,
  tag.replace('W/', ''),
  bare(tag),
  `"other", ${tag}`,
  `other,${bare(tag)} , W/"third"`,
  '*',
  ' * ',
];

describe.each(oneIn(8, everyResource, 5))('$path', (resource: Resource) => {
  test('a read returns 304 without a body for the current version', async () => {
    const path = pathOf(resource, (await someRow(service, client, resource)).id);
    const whole = await client.call('GET', path);
    expect(tagOf(whole)).toMatch(/^W\/"[\w-]+"$/);
    for (const held of spellings(tagOf(whole))) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await client.call(method, path, { headers: { 'if-none-match': held } });
        expect([held, answer.status, answer.text, tagOf(answer)]).toEqual([held, 304, '', tagOf(whole)]);
      }
    }
    for (const held of ['W/"other"', 'other', `${bare(tagOf(whole))}0`, '""', '"*"']) {
      const answer = await client.call('GET', path, { headers: { 'if-none-match': held } });
      expect([held, answer.status, answer.text]).toEqual([held, 200, whole.text]);
    }
  });

  test('include does not change the tag of one resource', async () => {
    const path = pathOf(resource, (await someRow(service, client, resource)).id);
    const tags = ['', 'include=links', 'include=embedded,links'].map(async (query) =>
      tagOf(await client.call('GET', withQuery(path, query))),
    );
    expect(new Set(await Promise.all(tags)).size).toBe(1);
  });

  test.runIf(resource.operations.includes('list'))(
    'a list answers 304 as long as its content is the same',
    async () => {
      const path = `${pathOf(resource)}?limit=1000`;
      const before = await client.call('GET', path);
      expect(tagOf(before)).toMatch(/^W\/"[\w-]+"$/);
      for (const held of spellings(tagOf(before))) {
        const again = await client.call('GET', path, { headers: { 'if-none-match': held } });
        expect([held, again.status, again.text, tagOf(again)]).toEqual([held, 304, '', tagOf(before)]);
      }
      if (!resource.operations.includes('create')) return;
      const { id } = await createExample(client, resource);
      const grown = await client.call('GET', path, { headers: { 'if-none-match': tagOf(before) } });
      expect(grown.status).toBe(200);
      expect(tagOf(grown)).not.toBe(tagOf(before));
      const change = changeOf(resource);
      if (!resource.operations.includes('update') || Object.keys(change).length === 0) return;
      await client.call('PATCH', pathOf(resource, id), { body: change });
      const changed = await client.call('GET', path, { headers: { 'if-none-match': tagOf(grown) } });
      expect([changed.status, tagOf(changed) === tagOf(grown)]).toEqual([200, false]);
    },
  );
});

const embedding = answering('list').flatMap((resource) =>
  Object.keys(resource.embedded).flatMap((type) => {
    const target = resourceOf(type);
    return target?.operations.includes('update') ? [{ resource, target }] : [];
  }),
);

test.each(embedding)(
  'a list of $resource.path with embedded resources answers 304 until one of $target.path changes',
  async ({ resource, target }) => {
    await someRow(service, client, resource);
    const path = `${pathOf(resource)}?limit=1000&include=embedded`;
    const before = await client.call('GET', path);
    const [id] = Object.keys(before.body.embedded[target.type]);
    if (id === undefined) return;
    expect((await client.call('GET', path, { headers: { 'if-none-match': tagOf(before) } })).status).toBe(304);
    const patched = await client.call('PATCH', pathOf(target, id), { body: changeOf(target) });
    expect([patched.status, patched.text]).toEqual([200, expect.anything()]);
    const after = await client.call('GET', path);
    // Some embed only a few members.
    const isSame = JSON.stringify(after.body.embedded) === JSON.stringify(before.body.embedded);
    const held = await client.call('GET', path, { headers: { 'if-none-match': tagOf(before) } });
    expect([held.status, isSame]).toEqual(isSame ? [304, true] : [200, false]);
  },
);

describe.each(thirdOf(answering('create', 'read')))('$path', (resource: Resource) => {
  test('a creation answers the tag that a read then shows, whatever If-Match says', async () => {
    const body = await exampleBody(client, resource);
    const created = await client.call('POST', pathOf(resource), { body, headers: { 'if-match': '"other"' } });
    expect(created.status).toBe(201);
    expect(tagOf(created)).toBe(tagOf(await client.call('GET', pathOf(resource, created.body.id))));
  });
});

const changeable = answering('create', 'read', 'update');

describe.each(oneIn(8, changeable, 5))('$path', (resource: Resource) => {
  const facet = facetsOf(changeable, resource);
  const newRow = async () => {
    const { id } = await createExample(client, resource);
    const path = pathOf(resource, id);
    return { path, read: await client.call('GET', path) };
  };

  facet('each change has a new tag, which a read then shows', async () => {
    const { path, read } = await newRow();
    const tags = [tagOf(read)];
    for (let count = 0; count < 3; count += 1) {
      const changed = await client.call('PATCH', path, { body: changeOf(resource) });
      expect(tagOf(changed)).toBe(tagOf(await client.call('GET', path)));
      tags.push(tagOf(changed));
    }
    expect(new Set(tags).size).toBe(4);
  });

  facet('a change whose If-Match names the version succeeds, however it is spelled', async () => {
    const { path, read } = await newRow();
    let tag = tagOf(read);
    for (const place of spellings(tag).keys()) {
      const held = spellings(tag)[place] as string;
      const changed = await client.call('PATCH', path, { body: changeOf(resource), headers: { 'if-match': held } });
      expect([held, changed.status]).toEqual([held, 200]);
      tag = tagOf(changed);
    }
  });

  facet(
    'a change whose If-Match names another version is refused with the current tag and changes nothing',
    async () => {
      const { path, read } = await newRow();
      for (const held of ['W/"other"', 'other', '"1", "2"', '""', '"*"']) {
        const refused = await client.call('PATCH', path, { body: changeOf(resource), headers: { 'if-match': held } });
        expect([held, refused.status, tagOf(refused)]).toEqual([held, 412, tagOf(read)]);
        expect(refused.body).toMatchObject({ status: 412, title: 'Precondition Failed' });
      }
      expect((await client.call('GET', path)).text).toBe(read.text);
    },
  );

  facet('a change that changes nothing keeps the tag and the moment', async () => {
    const { path, read } = await newRow();
    service.advance(1000);
    const [member] = Object.keys(changeOf(resource));
    const { links: _links, embedded: _embedded, ...whole } = read.body;
    for (const body of [{}, { [member as string]: read.body[member as string] }, whole]) {
      const answer = await client.call('PATCH', path, { body });
      expect([answer.status, answer.text, tagOf(answer)]).toEqual([200, read.text, tagOf(read)]);
    }
    expect((await client.call('GET', path)).text).toBe(read.text);
  });

  facet('of several changes at once with the same If-Match exactly one wins', async () => {
    const { path, read } = await newRow();
    const headers = { 'if-match': tagOf(read) };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.call('PATCH', path, { body: changeOf(resource), headers })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412, 412]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await client.call('GET', path)).text).toBe(winner?.text);
  });

  facet('several changes at once without If-Match all succeed, and the last one stays', async () => {
    const { path } = await newRow();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.call('PATCH', path, { body: changeOf(resource) })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(tagOf)).size).toBe(6);
    expect(answers.map(({ text }) => text)).toContain((await client.call('GET', path)).text);
  });

  facet('every If-Match on a row that does not exist is 404, the asterisk included', async () => {
    for (const held of ['*', '"1"']) {
      const headers = { 'if-match': held };
      const answer = await client.call('PATCH', pathOf(resource, '999999999'), { body: changeOf(resource), headers });
      expect(answer.status).toBe(404);
    }
  });
});

const removable = answering('create', 'read', 'remove');

describe.each(oneIn(8, removable, 5))('$path', (resource: Resource) => {
  const facet = facetsOf(removable, resource);
  facet(
    'a deletion whose If-Match names another version is refused with the current tag and deletes nothing',
    async () => {
      const path = pathOf(resource, (await createExample(client, resource)).id);
      const read = await client.call('GET', path);
      const refused = await client.call('DELETE', path, { headers: { 'if-match': 'W/"other"' } });
      expect([refused.status, tagOf(refused)]).toEqual([412, tagOf(read)]);
      expect((await client.call('GET', path)).text).toBe(read.text);
    },
  );

  facet('a deletion whose If-Match names the version succeeds', async () => {
    for (const held of [(tag: string) => tag, () => '*', bare]) {
      const path = pathOf(resource, (await createExample(client, resource)).id);
      const tag = tagOf(await client.call('GET', path));
      expect((await client.call('DELETE', path, { headers: { 'if-match': held(tag) } })).status).toBe(204);
      expect((await client.call('GET', path, { headers: { 'if-none-match': tag } })).status).toBe(404);
    }
  });

  facet('of a change and a deletion at once with the same If-Match exactly one wins', async () => {
    if (!resource.operations.includes('update')) return;
    for (let round = 0; round < 5; round += 1) {
      const path = pathOf(resource, (await createExample(client, resource)).id);
      const headers = { 'if-match': tagOf(await client.call('GET', path)) };
      const [changed, removed] = await Promise.all([
        client.call('PATCH', path, { body: changeOf(resource), headers }),
        client.call('DELETE', path, { headers }),
      ]);
      const outcomes = [`${changed.status},${removed.status}`];
      expect(['200,412', '404,204', '412,204']).toEqual(expect.arrayContaining(outcomes));
      expect((await client.call('GET', path)).status).toBe(changed.status === 200 ? 200 : 404);
    }
  });
});

const chosenIds = removable.filter(({ fields }) => fields.id?.create !== 'absent');

describe.each(oneIn(8, chosenIds, 5))('$path', (resource: Resource) => {
  test('a row made again under the same id shows no tag of the former one', async () => {
    const body = await exampleBody(client, resource);
    const path = pathOf(resource, String(body.id));
    const tags: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const created = await client.call('POST', pathOf(resource), { body });
      expect(created.status).toBe(201);
      const changed = await client.call('PATCH', path, { body: changeOf(resource) });
      tags.push(tagOf(created), tagOf(changed));
      expect((await client.call('DELETE', path)).status).toBe(204);
    }
    expect(new Set(tags).size).toBe(6);
  });
});
