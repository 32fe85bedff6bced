/** A client of openapi-fetch, with the types that openapi-typescript writes. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inForm } from '../support/form.ts';
import { fiveCalls, type Judged, judged } from './generated-client.ts';
import { membersOf, withoutUnused } from './part-of-document.ts';

let client: Judged;
beforeAll(async () => {
  client = await judged();
});
afterAll(() => client.stop());

const program = (baseUrl: string) => `
import createClient from 'openapi-fetch';
import type { paths, webhooks } from './types';
const { DELETE, GET, POST } = createClient<paths>({ baseUrl: '${baseUrl}' });
export async function calls(token: string) {
  const authorization = { authorization: \`Bearer \${token}\` };
  const header = { 'Api-Version': '2024-11-01' } as const;
  const created = await POST('/svc-api/taxonomies', { params: { header }, headers: authorization, body: { name: 'Courses' } });
  const path = { id: created.data?.id ?? '' };
  const read = await GET('/svc-api/taxonomies/{id}', { params: { header, path }, headers: authorization });
  const listed = await GET('/svc-api/taxonomies', {
    params: { header, query: { limit: 5, include: ['links', 'totalCount'] } },
    headers: authorization,
    querySerializer: { array: { style: 'form', explode: false } },
  });
  const removed = await DELETE('/svc-api/taxonomies/{id}', {
    params: { header, path },
    headers: { ...authorization, accept: 'application/problem+json' },
  });
  const afterwards = await GET('/svc-api/taxonomies/{id}', { params: { header, path }, headers: authorization });
  return {
    created: { status: created.response.status, name: created.data?.name },
    read: { status: read.response.status, name: read.data?.name },
    listed: { status: listed.response.status, names: typeof listed.data === 'object' ? listed.data.items.map(({ name }) => name) : [] },
    removed: removed.response.status,
    afterwards: afterwards.response.status,
  };
}
// The payload of a webhook is typed by its topic.
type Hired = webhooks['employee.created']['post']['requestBody']['content']['application/json'];
export const familyName = ({ topic, data }: Hired): [topic: 'employee.created', name: string | undefined] => [topic, data?.familyName];
`;

/** What the program calls and receives. */
const taxonomies = '/svc-api/taxonomies';
const used = { paths: [taxonomies, `${taxonomies}/{id}`], webhooks: ['employee.created'] };

test('openapi-typescript writes types that compile strictly, and openapi-fetch works with them', async () => {
  const { document } = client;
  const part = withoutUnused({
    ...document,
    paths: membersOf(document.paths, used.paths),
    webhooks: membersOf(document.webhooks ?? {}, used.webhooks),
  });
  const described = inForm({ short: part, full: document });
  await writeFile(join(client.folder, 'types.ts'), astToString(await openapiTypes(JSON.stringify(described))));
  expect(await client.compile(program(client.service.url))).toBe('');
  expect(await client.run()).toEqual(fiveCalls);
}, 120_000);
