/**
 * Checks references in a body that the database alone cannot check: to archived rows, to rows that the caller may not
 * see, or in a list, which no foreign key covers.
 */
import type { Field, FileLimits } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { addError, type FieldErrors, noErrors, throwIfAny } from '../../problem.ts';
import type { Session } from '../database/database.ts';
import type { FilterTerm } from '../store/filter.ts';
import { type Found, type FoundOne, findReferenced, type ReferenceLookup } from '../store/read.ts';
import type { AccessContext } from './access.ts';
import { blamed, isObject, type JsonObject, unknownReference } from './body.ts';

interface Id {
  readonly id: string;
}

/** The values of one body, or of a nested object, whose references are checked. */
export interface Naming {
  readonly resource: Resource;
  readonly values: JsonObject;
  /** References that a list already contains may stay, whatever their state: they are not new. */
  readonly current?: JsonObject;
  /** The prefix of member names in a nested object. */
  readonly prefix?: string;
}

/** Refuses invalid references; in a transaction, protects valid ones from deletion until its end. */
export async function checkReferences(
  session: Session,
  resource: Resource,
  access: AccessContext,
  values: JsonObject,
  current: JsonObject = {},
): Promise<void> {
  const errors = noErrors();
  await addReferenceErrors(session, access, [{ resource, values, current }], errors);
  throwIfAny(errors);
}

/** A reference to look up, and the path for its errors. */
export interface NamedOne extends ReferenceLookup {
  readonly at: string;
  readonly id: string;
  readonly fileLimits?: FileLimits | undefined;
  readonly mayBeArchived?: true | undefined;
}

/** Looks up all references with one statement. */
export async function addReferenceErrors(
  session: Session,
  access: AccessContext,
  namings: readonly Naming[],
  errors: FieldErrors,
): Promise<void> {
  const named = namedIn(access, namings, errors);
  if (named.length > 0) addNamedErrors(named, await findReferenced(session, named), errors);
}

/**
 * What a change may refer to, looked up before it is compared with its row, so that both travel together. The body is not
 * checked yet: what is not a reference is left out.
 */
export function findAhead(
  session: Session,
  access: AccessContext,
  resource: Resource,
  body: JsonObject,
): Promise<Found> {
  const isNamed = (value: unknown): boolean => isObject(value) && typeof value.id === 'string';
  const isReference = (value: unknown): boolean => (Array.isArray(value) ? value.every(isNamed) : isNamed(value));
  const values = referencesOf(resource)
    .filter(([name, { update }]) => update === 'optional' && isReference(body[name]))
    .map(([name]) => [name, body[name]]);
  return findReferenced(session, namedIn(access, [{ resource, values: Object.fromEntries(values) }], noErrors()));
}

type Reference = readonly [name: string, field: Field];

const known = new WeakMap<Resource, readonly Reference[]>();

/** Most members are none, and an import asks for each of its people: they are picked out once. */
function referencesOf(resource: Resource): readonly Reference[] {
  const found = known.get(resource) ?? Object.entries(resource.fields).filter(([, { target }]) => target !== undefined);
  known.set(resource, found);
  return found;
}

/** The references that need a look-up; adds errors for those that do not. */
export const namedIn = (access: AccessContext, namings: readonly Naming[], errors: FieldErrors): NamedOne[] =>
  namings.flatMap((naming) =>
    referencesOf(naming.resource)
      .filter(([name]) => isGiven(naming.values[name]))
      .flatMap(([name, field]) => namedBy(naming, name, field, access, errors)),
  );

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

/** The references of a body that was refused: it never reaches the foreign keys that would judge some of them. */
export const allNamedIn = (access: AccessContext, naming: Naming): NamedOne[] =>
  referencesOf(naming.resource).flatMap(([name, field]) => lookedUp(naming, name, field, access, noErrors()));

/** Checks the looked-up references, also together with those of other bodies. */
export function addNamedErrors(named: readonly NamedOne[], found: Found, errors: FieldErrors): void {
  for (const { at, id, resource, fileLimits, mayBeArchived } of named) {
    const row = found.get(resource)?.get(id);
    if (!row) addError(errors, at, unknownReference(resource.type));
    else if (row.isArchived && !mayBeArchived)
      addError(errors, at, `This ${resource.type} is archived and cannot be named again.`);
    else if (fileLimits) addFileErrors(row, fileLimits, at, errors);
  }
}

function addFileErrors(
  { contentType, size }: FoundOne,
  { types, bytesMax }: FileLimits,
  at: string,
  errors: FieldErrors,
) {
  if (!types.includes(contentType ?? '')) {
    addError(errors, at, `This file is ${contentType}. Allowed: ${types.join(', ')}.`);
  }
  if (Number(size) > bytesMax) addError(errors, at, `This file has more than ${bytesMax / 1_000_000} MB.`);
}

/** A foreign key checks the rest, except in a nested object, whose members it does not know. */
function namedBy(naming: Naming, name: string, field: Field, access: AccessContext, errors: FieldErrors): NamedOne[] {
  const isNested = (naming.prefix ?? '') !== '';
  return lookedUp(naming, name, field, access, errors).filter(
    ({ resource, conditions, fileLimits }) =>
      isNested ||
      field.column === 'references' ||
      conditions.length > 0 ||
      'isArchived' in resource.fields ||
      fileLimits !== undefined,
  );
}

function lookedUp(
  { values, current = {}, prefix = '' }: Naming,
  name: string,
  field: Field,
  access: AccessContext,
  errors: FieldErrors,
): NamedOne[] {
  const value = values[name];
  if (field.target === undefined || !isGiven(value)) return [];
  const resource = resourceOf(field.keptAs ?? field.target);
  const at = prefix + name;
  if (!resource) {
    // Nothing of this type exists.
    addError(errors, blamed(at, field), unknownReference(field.target));
    return [];
  }
  const conditions = access.conditionsOn(resource);
  if (field.column === 'references') {
    const before = (current[name] ?? []) as Id[];
    const { mayBeArchived } = field;
    return (value as Id[])
      .map(({ id }, index) => ({ at: `${at}.${index}`, id, resource, conditions, mayBeArchived }))
      .filter(({ id }) => !before.some((known) => known.id === id));
  }
  return [{ at: blamed(at, field), id: (value as Id).id, resource, conditions, fileLimits: field.fileLimits }];
}

const targetOf = ({ fields }: Resource, { name, part }: Extract<FilterTerm, { how: 'among' }>): string | undefined =>
  part ? part.target : fields[name.replace(/\.id$/, '')]?.target;

/** A filter by an invisible row matches nothing, like one by a row that does not exist. */
export async function onVisible(
  session: Session,
  resource: Resource,
  access: AccessContext,
  filters: readonly FilterTerm[],
): Promise<readonly FilterTerm[]> {
  if (access.caller.establishments === null && !access.caller.person?.teamOf) return filters;
  return Promise.all(
    filters.map(async (term) => {
      const type = term.how === 'among' ? targetOf(resource, term) : undefined;
      const target = type === undefined ? undefined : resourceOf(type);
      const conditions = target ? access.conditionsOn(target) : [];
      if (term.how !== 'among' || !target || conditions.length === 0) return term;
      const wanted = term.values.map((id) => ({ resource: target, id, conditions }));
      const visible = (await findReferenced(session, wanted)).get(target);
      return { ...term, values: term.values.filter((id) => visible?.has(id)) };
    }),
  );
}
