/** A client that @hey-api/openapi-ts writes. The short form: `openapi-fetch.test.ts`. */
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fiveCalls, type Judged, judged } from './generated-client.ts';

let client: Judged;
beforeAll(async () => {
  client = await judged();
});
afterAll(() => client.stop());

const program = `
import { deleteTaxonomy, getTaxonomies, getTaxonomy, postTaxonomy } from './client';
import { client } from './client/client.gen';
export async function calls(token: string) {
  client.setConfig({ auth: token });
  const headers = { 'Api-Version': '2024-11-01' } as const;
  const created = await postTaxonomy({ headers, body: { name: 'Courses' } });
  const id = created.data?.id ?? '';
  const read = await getTaxonomy({ headers, path: { id } });
  const listed = await getTaxonomies({ headers, query: { limit: 5, include: ['links', 'totalCount'] } });
  const removed = await deleteTaxonomy({ headers: { ...headers, Accept: 'application/problem+json' }, path: { id } });
  const afterwards = await getTaxonomy({ headers, path: { id } });
  return {
    created: { status: created.response?.status, name: created.data?.name },
    read: { status: read.response?.status, name: read.data?.name },
    listed: { status: listed.response?.status, names: listed.data?.items.map(({ name }) => name) },
    removed: removed.response?.status,
    afterwards: afterwards.response?.status,
  };
}
`;

test('@hey-api/openapi-ts writes a client that compiles strictly and works', async () => {
  await createClient({
    // Any document is accepted here.
    input: client.document as unknown as Record<string, unknown>,
    output: { path: join(client.folder, 'client') },
    logs: { level: 'silent' },
  });
  expect(await client.compile(program)).toBe('');
  expect(await client.run()).toEqual(fiveCalls);
}, 120_000);
