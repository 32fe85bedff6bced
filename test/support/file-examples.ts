/** Files and portraits as `examples.ts` makes them: uploaded, named by somebody's employment, and opened by its link. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { portraits } from '@muster/contract/resources/portraits.ts';
import { createExample, pathOf, type Row } from './examples.ts';
import { formOf, linkOf, somePng, uploaded } from './files.ts';
import type { TestClient } from './service.ts';

/** What opens a file, by its id. */
const queries = new Map<string, string>();

/** What an address needs behind the id: for a file the token of its link, or any for one that does not exist. */
export const queryOf = ({ content }: Resource, id: string): string =>
  content === 'kept' ? (queries.get(id) ?? '?token=x') : '';

/** Parameters behind an address that may have some already. */
export const withQuery = (path: string, query: string): string => {
  if (query === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
};

/** A form that the upload accepts. */
export const exampleForm = (): FormData => formOf();

/** A file that the client can read. */
export async function uploadExample(client: TestClient): Promise<Row> {
  const file = await uploaded(client);
  const { applicableEmployment } = await createExample(client, employees);
  const path = pathOf(employments, (applicableEmployment as Row).id);
  await client.call('PATCH', path, { body: { document: { id: file.id } } });
  queries.set(file.id, new URL(await linkOf(client, path, 'document')).search);
  return file;
}

const picture = somePng(40, 30);

/** A portrait belongs to one person: there is a new one at each call. */
export async function newPicture(client: TestClient): Promise<{ id: string }> {
  const { id } = await uploaded(client, { bytes: await picture, fileName: 'face.png', contentType: 'image/png' });
  return { id };
}

async function portraitExample(client: TestClient): Promise<Row> {
  const portrait = await newPicture(client);
  await createExample(client, employees, { portrait });
  return (await client.call('GET', pathOf(portraits, portrait.id))).body;
}

/** One of a resource that has bytes of its own. */
export const contentExample = (client: TestClient, { content }: Resource): Promise<Row> =>
  content === 'kept' ? uploadExample(client) : portraitExample(client);

export const fileParticulars = { portrait: (_: string, client: TestClient) => newPicture(client) };
