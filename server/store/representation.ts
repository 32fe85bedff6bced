/**
 * The SQL expression that writes a row as finished JSON text. Reading one, a page, the answer to a write, embedded
 * resources and the data of an event are the same expression, computed in the statement that touches the row; Node
 * joins texts and never parses rows to write them again.
 *
 * The text lacks its closing brace: `links` and `embedded` depend on the request and are added by the edge.
 */
import type { Field } from '@muster/contract/kit/field.ts';
import { collectionOf, type Resource } from '@muster/contract/kit/resource.ts';
import { addressMarkInSql } from './address.ts';
import { columnAt } from './columns.ts';

/** SQL of the value of each member as JSON text, null where the member is null; in the order of the representation. */
export function memberValues(
  resource: Resource,
  row: string,
  replaced: Record<string, string> = {},
): Map<string, string> {
  const members = Object.entries(resource.fields).filter(([name]) => name !== 'id');
  return new Map(members.map(([name, field]) => [name, jsonText(name, field, row, replaced[name])]));
}

/** `replaced` gives another SQL expression for the column of a member. */
export function representation(resource: Resource, row: string, replaced: Record<string, string> = {}): string {
  const id = `${row}.id`;
  const head = [
    constant('{"id":"'),
    id,
    constant(`","type":"${resource.type}","url":"${addressMarkInSql}/svc-api/${resource.path}/`),
    id,
    constant('"'),
  ];
  const members = [...memberValues(resource, row, replaced)].flatMap(([name, value]) => {
    const field = resource.fields[name] as Field;
    if (field.isOmittedWhenNull) return [`coalesce(${constant(`,"${name}":`)} || ${value}, '')`];
    return [constant(`,"${name}":`), field.isNullable ? `coalesce(${value}, 'null')` : value];
  });
  return [...head, ...members].join(' || ');
}

const constant = (text: string) => `E'${text}'`;

function jsonText(name: string, field: Field, row: string, replaced?: string): string {
  const column = replaced ?? `${row}.${columnAt(field.target ? `${name}.id` : name)}`;
  if (field.target) return referenceText(field.target, column);
  switch (field.column) {
    case 'text':
      return `to_json(${column})::text`;
    case 'integer':
    case 'boolean':
    case 'json':
      return `${column}::text`;
    case 'addressed':
      return column;
    case 'date':
      return `(${constant('"')} || ${column} || ${constant('"')})`;
    case 'timestamptz':
      return `to_char(${column}, '\\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\\"')`;
    case 'account-address':
      return constant(`"${addressMarkInSql}"`);
  }
}

function referenceText(target: string, column: string): string {
  const address = `","type":"${target}","url":"${addressMarkInSql}/svc-api/${collectionOf(target)}/`;
  return `(${constant('{"id":"')} || ${column} || ${constant(address)} || ${column} || ${constant('"}')})`;
}
