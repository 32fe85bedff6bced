/**
 * References by a name instead of an id: other systems know departments by their own keys. Looked up for many lines at
 * once, and refused if several match.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { columnAt, tableOf } from '../platform/store/columns.ts';
import { isObject, type JsonObject } from '../platform/verbs/body.ts';
import { addError, type FieldErrors } from '../problem.ts';

interface Nameable {
  readonly path: readonly string[];
  readonly resource: Resource;
  readonly members: readonly string[];
}

const employment = ['firstEmployment'];
const position = [...employment, 'firstJobPosition'];

const nameables: readonly Nameable[] = [
  { path: [...employment, 'template'], resource: employmentTemplates, members: ['title'] },
  { path: [...position, 'businessEstablishment'], resource: businessEstablishments, members: ['remoteId', 'name'] },
  { path: [...position, 'department'], resource: departments, members: ['remoteId', 'name'] },
  { path: [...position, 'manager'], resource: employees, members: ['remoteId'] },
  { path: [...position, 'jobQualification'], resource: jobQualifications, members: ['remoteId', 'title'] },
  { path: [...position, 'occupationCategory'], resource: occupationCategories, members: ['remoteId', 'title'] },
  { path: [...position, 'workingTimeArrangement'], resource: workingTimeArrangements, members: ['name'] },
];

/** The members that replace an id, as dotted paths. */
export const namePaths: readonly string[] = nameables.flatMap(({ path, members }) =>
  members.map((member) => [...path, member].join('.')),
);

/** An earlier line may hire the manager. */
export function managerIn(body: JsonObject): string | null {
  const named = memberAt(body, [...position, 'manager']);
  return isObject(named) && typeof named.remoteId === 'string' ? named.remoteId : null;
}

/** For a dry run, which cannot find a person that an earlier line would have hired. */
export const withoutManager = (body: JsonObject): JsonObject => withMember(body, [...position, 'manager'], null);

export interface Named {
  readonly body: JsonObject;
  readonly errors: FieldErrors;
}

/** The bodies with ids instead of names; adds errors for names with no match or several. */
export async function withIds(session: Session, lines: readonly Named[]): Promise<JsonObject[]> {
  let bodies = lines.map(({ body }) => body);
  for (const { path, resource, members } of nameables) {
    for (const member of members) {
      const texts = bodies.map((body) => nameIn(memberAt(body, path), member));
      const given = new Set(texts.filter((text) => text !== null));
      if (given.size === 0) continue;
      const ids = await idsOf(session, resource, member, [...given]);
      bodies = bodies.map((body, index) => {
        const text = texts[index] ?? null;
        if (text === null) return body;
        const [id, ...others] = ids.get(text) ?? [];
        const errors = lines[index]?.errors as FieldErrors;
        const at = [...path, member].join('.');
        if (id === undefined) addError(errors, at, `There is no ${resource.type} with this ${member}.`);
        else if (others.length > 0) addError(errors, at, `Several bear this ${member}: give the id instead.`);
        return withMember(body, path, { id: id ?? '0' });
      });
    }
  }
  return bodies;
}

/** With an id or any other member it is not a name: the declaration then checks it. */
function nameIn(reference: unknown, member: string): string | null {
  if (!isObject(reference) || Object.keys(reference).length !== 1) return null;
  const text = reference[member];
  return typeof text === 'string' ? text : null;
}

async function idsOf(
  session: Session,
  resource: Resource,
  member: string,
  texts: readonly string[],
): Promise<Map<string, string[]>> {
  const isOpen = 'isArchived' in resource.fields ? ' and not is_archived' : '';
  const column = columnAt(member);
  const rows = await session.run<{ given: string; id: string }>(
    statement(`
select ${column} as given, id::text as id from ${tableOf(resource)}
where account_id = $1 and ${column} = any($2::text[])${isOpen}`),
    [texts],
  );
  const ids = new Map<string, string[]>();
  for (const { given, id } of rows) ids.set(given, [...(ids.get(given) ?? []), id]);
  return ids;
}

const memberAt = (body: unknown, [first, ...rest]: readonly string[]): unknown => {
  if (first === undefined) return body;
  return isObject(body) && Object.hasOwn(body, first) ? memberAt(body[first], rest) : undefined;
};

function withMember(body: JsonObject, [first = '', ...rest]: readonly string[], value: unknown): JsonObject {
  return { ...body, [first]: rest.length === 0 ? value : withMember(body[first] as JsonObject, rest, value) };
}
