/**
 * References by a name instead of an id: other systems know departments by their own keys. Looked up for many lines at
 * once, and refused if several match.
 */

import { type Nameable, positionOfHire } from '@muster/contract/importables.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { columnAt, tableOf } from '../platform/store/columns.ts';
import { binder } from '../platform/store/condition.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { isObject, type JsonObject } from '../platform/verbs/body.ts';
import { addError, type FieldErrors } from '../problem.ts';

const managerPath = [...positionOfHire, 'manager'];

/** An earlier line may hire the manager. */
export const managerIn = (body: JsonObject): string | null => nameAt(body, managerPath, 'remoteId');

/** The name at a path; null if there is none. */
export const nameAt = (body: JsonObject, path: readonly string[], member: string): string | null =>
  nameIn(memberAt(body, path), member);

export interface LineBody {
  readonly body: JsonObject;
  readonly errors: FieldErrors;
}

/** The bodies with ids instead of names; adds errors for names with no match or several. */
export async function withIds(
  session: Session,
  access: AccessContext,
  nameables: readonly Nameable[],
  lines: readonly LineBody[],
): Promise<JsonObject[]> {
  let bodies = lines.map(({ body }) => body);
  for (const { path, resource, members } of nameables) {
    for (const member of members) {
      const texts = bodies.map((body) => nameAt(body, path, member));
      const given = new Set(texts.filter((text) => text !== null));
      if (given.size === 0) continue;
      const ids = await idsOf(session, access, resource, member, [...given]);
      bodies = bodies.map((body, index) => {
        const text = texts[index] ?? null;
        if (text === null) return body;
        const [id, ...others] = ids.get(text) ?? [];
        const errors = lines[index]?.errors as FieldErrors;
        const at = [...path, member].join('.');
        if (id === undefined) addError(errors, at, `There is no ${resource.type} with this ${member}.`);
        else if (others.length > 0) addError(errors, at, severalBear(member));
        return withMember(body, path, { id: id ?? '0' });
      });
    }
  }
  return bodies;
}

export const severalBear = (member: string): string => `Several bear this ${member}: give the id instead.`;

/** With an id or any other member it is not a name: the declaration then checks it. */
function nameIn(reference: unknown, member: string): string | null {
  if (!isObject(reference) || Object.keys(reference).length !== 1) return null;
  const text = reference[member];
  return typeof text === 'string' ? text : null;
}

/** The ids of the rows with these values, among those that the caller may name. */
export async function idsOf(
  session: Session,
  access: AccessContext,
  resource: Resource,
  member: string,
  texts: readonly string[],
): Promise<Map<string, string[]>> {
  const column = columnAt(member);
  const { values, place } = binder([texts]);
  const where = [
    `account_id = $1 and ${column} = any($2::text[])`,
    ...('isArchived' in resource.fields ? ['not is_archived'] : []),
    ...access.conditionsOn(resource).map((condition) => condition(place)),
  ];
  const rows = await session.run<{ given: string; id: string }>(
    statement(`
select ${column} as given, id::text as id from ${tableOf(resource)} as shown_row
where ${where.join(' and ')} order by id`),
    values,
  );
  const ids = new Map<string, string[]>();
  for (const { given, id } of rows) ids.set(given, [...(ids.get(given) ?? []), id]);
  return ids;
}

function memberAt(body: unknown, path: readonly string[]): unknown {
  let found = body;
  for (const name of path) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

export function withMember(body: JsonObject, [first = '', ...rest]: readonly string[], value: unknown): JsonObject {
  return { ...body, [first]: rest.length === 0 ? value : withMember(body[first] as JsonObject, rest, value) };
}
