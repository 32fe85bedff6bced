/**
 * A body is refused with all errors that can be known without the others: form, references and duplicates. The checks of
 * a write stop at the first kind of errors; only a refused body pays for the remaining look-ups.
 */
import type { Field } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { declaredAs } from '@muster/contract/resources.ts';
import { addError, type FieldErrors, invalid, isFull, noErrors, Problem } from '../../problem.ts';
import type { Session } from '../database/database.ts';
import { fileColumnsOf } from '../store/columns.ts';
import { isTaken } from '../store/constraint-errors.ts';
import { duplicatesIn } from '../store/duplicates.ts';
import { findReferenced } from '../store/read.ts';
import type { AccessContext } from './access.ts';
import { blamed, checkedChanges, checkedValues, isObject, type JsonObject } from './body.ts';
import { addNamedErrors, allNamedIn, type NamedOne, type Naming } from './references.ts';

/** A body that was refused. */
export interface RefusedBody {
  readonly resource: Resource;
  readonly access: AccessContext;
  readonly body: JsonObject;
  /** The representation that an update changes; null for a creation. */
  readonly current: JsonObject | null;
}

/** Adds the errors that a look-up finds among the members without one. */
async function withMore(
  refused: RefusedBody,
  problem: Problem,
  look: (values: JsonObject, errors: FieldErrors) => Promise<void>,
): Promise<Problem> {
  const errors = Object.assign(noErrors(), problem.errors);
  if (isFull(errors)) return problem;
  await look(validMembers(refused, errors), errors);
  return invalid(errors);
}

/** Adds unknown references. Errors of form are complete already, because they are checked first and together. */
export const withReferenceErrors = (session: Session, refused: RefusedBody, problem: Problem): Promise<Problem> =>
  withMore(refused, problem, async (values, errors) => {
    const named = namedBy(refused, values, errors);
    if (named.length > 0) addNamedErrors(named, await findReferenced(session, named), errors);
  });

/** What the members name that no error concerns, to be looked up for many bodies at once. */
export const namedWithoutError = (refused: RefusedBody, errors: FieldErrors): NamedOne[] =>
  isFull(errors) ? [] : namedBy(refused, validMembers(refused, errors), errors);

function namedBy(refused: RefusedBody, values: JsonObject, errors: FieldErrors): NamedOne[] {
  const { resource, access, body, current } = refused;
  const namings = [{ resource, values, current: current ?? {} }, ...namingsWithin(resource, body, access, errors)];
  return namings.flatMap((naming) => allNamedIn(access, naming));
}

/** Adds values that must be unique and that another row has. */
export const withDuplicates = (session: Session, refused: RefusedBody, problem: Problem): Promise<Problem> =>
  withMore(refused, problem, async (values, errors) => {
    const { resource, current } = refused;
    const id = current === null ? null : String(current.id);
    for (const { name, field } of await duplicatesIn(session, resource, values, id))
      addError(errors, blamed(name, field), isTaken(resource));
  });

/** The members of the body that no error concerns. */
function validMembers({ resource, access, body, current }: RefusedBody, errors: FieldErrors): JsonObject {
  const { baseUrl } = access.caller;
  const own = noErrors();
  try {
    const values =
      current === null
        ? checkedValues(resource, body, baseUrl, own)
        : checkedChanges(resource, current, body, baseUrl, own);
    return Object.fromEntries(
      Object.entries(values).filter(([name]) => !isBlamed(name, errors) && !isBlamed(name, own)),
    );
  } catch (error) {
    if (error instanceof Problem) return {};
    throw error;
  }
}

/** Nested objects that become rows of their own. */
const seedsIn = ({ seedTypes = {} }: Resource, body: JsonObject) =>
  Object.entries(seedTypes).flatMap(([name, type]) => {
    const value = body[name];
    return isObject(value) ? [{ name, value, resource: declaredAs(type) }] : [];
  });

/** The references of nested objects, as far as no error concerns them. */
function namingsWithin(
  resource: Resource,
  body: JsonObject,
  access: AccessContext,
  errors: FieldErrors,
  prefix = '',
): Naming[] {
  return seedsIn(resource, body).flatMap((seed) => {
    const at = `${prefix}${seed.name}.`;
    const values = validMembers(
      { resource: seed.resource, access, body: seed.value, current: null },
      within(at, errors),
    );
    return [
      { resource: seed.resource, values, prefix: at },
      ...namingsWithin(seed.resource, seed.value, access, errors, at),
    ];
  });
}

/** The errors of a nested object, by its own members. */
const within = (prefix: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([key, messages]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), messages]] : [],
    ),
  );

/**
 * The body without the errors that no rule depends on: unknown and fixed members, files and texts of a form are left out,
 * and other texts are replaced. Null if there are none.
 */
export function withoutFormErrors(
  resource: Resource,
  body: JsonObject,
  verb: 'create' | 'update',
  errors: FieldErrors,
  isNested = false,
): JsonObject | null {
  const { fields } = resource;
  const files = fileColumnsOf(resource).map(([name]) => name);
  const nested = new Map(seedsIn(resource, body).map((seed) => [seed.name, seed]));
  const kept = Object.entries(body).flatMap(([name, value]) => {
    const seed = nested.get(name);
    if (seed) {
      const neutral = withoutFormErrors(seed.resource, seed.value, 'create', within(`${name}.`, errors), true);
      return [[name, neutral ?? value]];
    }
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!isBlamed(name, errors) || Object.hasOwn(resource.seeds, name)) return [[name, value]];
    if (!field || field[verb] === 'absent' || files.includes(name) || isFormed(field, verb)) return [];
    // The first position begins with its employment, where it does not say so itself.
    if (isNested && name === 'startsOn') return [];
    return [[name, isOpenText(field) ? someText(field) : value]];
  });
  const missing = Object.entries(fields).filter(
    ([name, field]) =>
      verb === 'create' && field.create === 'required' && isOpenText(field) && !Object.hasOwn(body, name),
  );
  const neutral = Object.fromEntries([...kept, ...missing.map(([name, field]) => [name, someText(field)])]);
  const isNeutral = ([name, value]: [string, unknown]) => neutral[name] === value;
  return missing.length === 0 && Object.entries(body).every(isNeutral) ? null : neutral;
}

const someText = ({ write }: Field): string => '–'.repeat(Number(write.minLength ?? 1) || 1);

const isText = ({ write }: Field): boolean =>
  [write.type].flat().includes('string') && !write.enum && !write.const && !String(write.format).startsWith('date');

/** A text of a form, such as an e-mail address, that may be left out. */
const isFormed = (field: Field, verb: 'create' | 'update'): boolean =>
  field[verb] === 'optional' && isText(field) && !isOpenText(field);

const isOpenText = ({ write }: Field): boolean =>
  [write.type].flat().includes('string') && !write.pattern && !write.enum && !write.format && !write.const;

/** Whether an error concerns the member, a part of it, or what it is a part of. */
export const isBlamed = (name: string, errors: FieldErrors): boolean =>
  Object.keys(errors).some((key) => key === name || key.startsWith(`${name}.`) || name.startsWith(`${key}.`));
