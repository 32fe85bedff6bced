/** A client that orval writes. The short form: `openapi-fetch.test.ts`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'orval';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fiveCalls, type Judged, judged } from './generated-client.ts';

let client: Judged;
beforeAll(async () => {
  client = await judged();
});
afterAll(() => client.stop());

const program = `
import { deleteTaxonomy, getTaxonomies, getTaxonomy, IncludePart, postTaxonomy } from './client';
export async function calls(token: string) {
  const headers = { authorization: \`Bearer \${token}\`, 'api-version': '2024-11-01' };
  const created = await postTaxonomy({ name: 'Courses' }, undefined, { headers });
  if (created.status !== 201) throw new Error('not created');
  const { id } = created.data;
  const read = await getTaxonomy(id, undefined, { headers });
  const listed = await getTaxonomies({ limit: 5, include: [IncludePart.links, IncludePart.totalCount] }, { headers });
  if (read.status !== 200 || listed.status !== 200) throw new Error('not read');
  // A list can also be answered line by line: orval then hands out the response itself.
  const page: { items: { name: string }[] } = await (listed as unknown as { stream: Response }).stream.json();
  const removed = await deleteTaxonomy(id, { headers: { ...headers, accept: 'application/problem+json' } });
  const afterwards = await getTaxonomy(id, undefined, { headers });
  return {
    created: { status: created.status, name: created.data.name },
    read: { status: read.status, name: read.data.name },
    listed: { status: listed.status, names: page.items.map(({ name }) => name) },
    removed: removed.status,
    afterwards: afterwards.status,
  };
}
`;

test('orval writes a client that compiles strictly and works', async () => {
  const source = join(client.folder, 'openapi.json');
  await writeFile(source, JSON.stringify(client.document));
  await generate({
    input: { target: source },
    output: {
      target: join(client.folder, 'client.ts'),
      client: 'fetch',
      mode: 'single',
      baseUrl: client.service.url,
    },
  });
  expect(await client.compile(program)).toBe('');
  expect(await client.run()).toEqual(fiveCalls);
}, 120_000);
