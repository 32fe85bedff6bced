/** Files and portraits for `examples.ts`: uploaded, referred to by an employment, and read through its link. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { portraits } from '@muster/contract/resources/portraits.ts';
import { type ExampleMaker, openedBy, pathOf, type Row } from '../example-row.ts';
import type { TestClient } from '../service.ts';
import { formOf, linkOf, somePng, uploaded } from './files.ts';

/** A form that an upload accepts. */
export const exampleForm = (): FormData => formOf();

/** A file that the client can read. */
async function uploadExample(client: TestClient, make: ExampleMaker): Promise<Row> {
  const file = await uploaded(client);
  const { applicableEmployment } = await make.create(client, employees);
  const path = pathOf(employments, (applicableEmployment as Row).id);
  await client.call('PATCH', path, { body: { document: { id: file.id } } });
  openedBy(file.id, new URL(await linkOf(client, path, 'document')).search);
  return file;
}

const picture = somePng(40, 30);

/** A portrait belongs to one person: each call uploads a new one. */
export async function newPicture(client: TestClient): Promise<{ id: string }> {
  const { id } = await uploaded(client, { bytes: await picture, fileName: 'face.png', contentType: 'image/png' });
  return { id };
}

async function portraitExample(client: TestClient, make: ExampleMaker): Promise<Row> {
  const portrait = await newPicture(client);
  await make.create(client, employees, { portrait });
  return (await client.call('GET', pathOf(portraits, portrait.id))).body;
}

/** A row of a resource with content. */
export const contentExample = (client: TestClient, { content }: Resource, make: ExampleMaker): Promise<Row> =>
  content === 'kept' ? uploadExample(client, make) : portraitExample(client, make);

export const fileParticulars = { portrait: (_: string, client: TestClient) => newPicture(client) };
