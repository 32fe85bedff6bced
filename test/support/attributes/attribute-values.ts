/** Helpers for stories about attribute values. */
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import { type Body, createExample, pathOf, type Row } from '../examples.ts';
import type { Reply, TestClient } from '../service.ts';

interface Named {
  readonly id: string;
}

export const valuesPath = pathOf(employeeAttributes);

export const severalValues: Body = { multipleValueHandling: { sorting: 'ascending', sortingProperty: null } };

export const severalBy = (sortingProperty: string): Body => ({
  multipleValueHandling: { sorting: 'ascending', sortingProperty },
});

/** Creates a definition; see `definitions.ts` for bodies. */
export async function defined(client: TestClient, body: Body): Promise<Row> {
  const { status, body: row, text } = await client.call('POST', pathOf(employeeAttributeDefinitions), { body });
  if (status !== 201) throw new Error(`No definition was made: ${text}`);
  return row;
}

export const valueBody = (
  { id: employee }: Named,
  { id: definition }: Named,
  value: unknown,
  members: Body = {},
): Body => ({
  employee: { id: employee },
  definition: { id: definition },
  value,
  ...members,
});

export const postValue = (
  client: TestClient,
  employee: Named,
  definition: Named,
  value: unknown,
  members: Body = {},
): Promise<Reply> => client.call('POST', valuesPath, { body: valueBody(employee, definition, value, members) });

/** Creates a value, which must succeed. */
export async function givenValue(
  client: TestClient,
  employee: Named,
  definition: Named,
  value: unknown,
  members: Body = {},
): Promise<Row> {
  const { status, body, text } = await postValue(client, employee, definition, value, members);
  if (status !== 201) throw new Error(`No value was made: ${text}`);
  return body;
}

export const patchValue = (client: TestClient, { id }: Named, body: unknown, headers = {}): Promise<Reply> =>
  client.call('PATCH', `${valuesPath}/${id}`, { body, headers });

export async function valueNow(client: TestClient, { id }: Named): Promise<Row> {
  return (await client.call('GET', `${valuesPath}/${id}`)).body;
}

/** The values of an employee for a definition, by id. */
export async function valuesHeld(client: TestClient, employee: Named, definition: Named, query = ''): Promise<Row[]> {
  const path = `${valuesPath}?employee.id=${employee.id}&definition.id=${definition.id}&limit=1000${query}`;
  const { status, body, text } = await client.call('GET', path);
  if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`);
  return body.items;
}

/** The members that a request is refused for; fails if it succeeds. */
export function fieldErrorsIn({ status, body, text }: Reply): string[] {
  if (status !== 400) throw new Error(`The answer is ${status}: ${text}`);
  return Object.keys(body.errors);
}

/** A taxonomy with labels of these names. */
export async function taxonomyOf(client: TestClient, ...names: string[]): Promise<{ taxonomy: Row; labels: Row[] }> {
  const taxonomy = await createExample(client, taxonomies);
  const labels: Row[] = [];
  for (const name of names)
    labels.push(await createExample(client, taxonomyLabels, { name, taxonomy: { id: taxonomy.id } }));
  return { taxonomy, labels };
}
