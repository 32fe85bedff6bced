/** A simple model of the values of people, and lists of people filtered by values. */
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { type Body, pathOf, type Row } from '../examples.ts';
import { idsOf } from '../list-model.ts';
import type { TestClient } from '../service.ts';

/** A value as it was sent. */
export interface Given {
  readonly employee: Row;
  readonly definition: string;
  readonly value: unknown;
  /** The days on which it applies; left out: always. */
  readonly start?: string;
  readonly end?: string;
}

export async function give(client: TestClient, given: Given): Promise<Given> {
  const { employee, definition, value, start = null, end = null } = given;
  const body: Body = { employee: { id: employee.id }, definition: { id: definition }, value };
  if (start !== null || end !== null) body.applicability = { start, end };
  const reply = await client.call('POST', pathOf(employeeAttributes), { body });
  if (reply.status !== 201) throw new Error(`A value answers ${reply.status}: ${reply.text}`);
  return given;
}

/** The values of an employee on a day, without nulls; references as ids. */
export const heldBy = (
  all: readonly Given[],
  { id }: Row,
  definition: string,
  property: string | null,
  today: string,
): (string | number | boolean)[] =>
  all
    .filter((given) => given.employee.id === id && given.definition === definition)
    .filter(({ start = '0000', end = '9999' }) => start <= today && today <= end)
    .map(({ value }) => (property === null ? value : (value as Record<string, unknown>)[property]))
    .map((value) => (value !== null && typeof value === 'object' ? (value as { id: string }).id : value))
    .filter((value) => value !== null && value !== undefined) as (string | number | boolean)[];

/** Ids of the people in a list. */
export async function listed(client: TestClient, query: string): Promise<string[]> {
  const { status, body, text } = await client.call('GET', `${pathOf(employees)}?limit=1000&${query}`);
  if (status !== 200) throw new Error(`?${query} answers ${status}: ${text}`);
  return idsOf(body.items);
}
