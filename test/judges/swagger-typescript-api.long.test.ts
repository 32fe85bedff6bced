/** A client that swagger-typescript-api writes. The short form: `openapi-fetch.test.ts`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fiveCalls, type Judged, judged } from './generated-client.ts';

let client: Judged;
beforeAll(async () => {
  client = await judged();
});
afterAll(() => client.stop());

const program = (baseUrl: string) => `
import { Api, IncludePart } from './client';
export async function calls(token: string) {
  const { svcApi } = new Api({
    baseUrl: '${baseUrl}',
    baseApiParams: { headers: { authorization: \`Bearer \${token}\`, 'api-version': '2024-11-01' } },
  });
  const created = await svcApi.postTaxonomy({ name: 'Courses' });
  const { id } = created.data;
  const read = await svcApi.getTaxonomy(id);
  const listed = await svcApi.getTaxonomies({ limit: 5, include: [IncludePart.Links, IncludePart.TotalCount] });
  const removed = await svcApi.deleteTaxonomy(id, { headers: { accept: 'application/problem+json' } });
  const afterwards = await svcApi.getTaxonomy(id).catch((refused: { status: number }) => refused);
  return {
    created: { status: created.status, name: created.data.name },
    read: { status: read.status, name: read.data.name },
    listed: { status: listed.status, names: listed.data.items.map(({ name }) => name) },
    removed: removed.status,
    afterwards: afterwards.status,
  };
}
`;

test('swagger-typescript-api writes a client that compiles strictly and works', async () => {
  // A copy, because the generator changes the object that it is given; its type is that of Swagger 2.
  const spec = structuredClone(client.document) as unknown as Parameters<typeof generateApi>[0]['spec'];
  const { files } = await generateApi({ spec, output: false, fileName: 'client.ts', silent: true });
  for (const { fileContent } of files) await writeFile(join(client.folder, 'client.ts'), fileContent);
  expect(await client.compile(program(client.service.url))).toBe('');
  expect(await client.run()).toEqual(fiveCalls);
}, 120_000);
