/**
 * A body is refused with all errors that can be known without the others: form, references and duplicates. The checks of
 * a write stop at the first kind of errors; only a refused body pays for the remaining look-ups.
 */
import type { Field } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { addError, type FieldErrors, invalid, isFull, noErrors, Problem } from '../../problem.ts';
import type { Session } from '../database/database.ts';
import { fileColumnsOf } from '../store/columns.ts';
import { isTaken } from '../store/constraint-errors.ts';
import { duplicatesIn } from '../store/duplicates.ts';
import { findReferenced } from '../store/read.ts';
import type { AccessContext } from './access.ts';
import { blamed, checkedChanges, checkedValues, type JsonObject } from './body.ts';
import { addNamedErrors, allNamedIn } from './references.ts';

/**
 * Adds unknown references. Errors of form are complete already, because they are checked first and together.
 *
 * @param current the representation that an update changes; null for a creation
 */
export async function withReferenceErrors(
  session: Session,
  resource: Resource,
  access: AccessContext,
  body: JsonObject,
  current: JsonObject | null,
  problem: Problem,
): Promise<Problem> {
  const errors = Object.assign(noErrors(), problem.errors);
  if (isFull(errors)) return problem;
  const values = validMembers(resource, access, body, current, errors);
  const named = allNamedIn(access, { resource, values, current: current ?? {} });
  if (named.length > 0) addNamedErrors(named, await findReferenced(session, named), errors);
  return invalid(errors);
}

/** Adds values that must be unique and that another row has. */
export async function withDuplicates(
  session: Session,
  resource: Resource,
  access: AccessContext,
  body: JsonObject,
  current: JsonObject | null,
  problem: Problem,
): Promise<Problem> {
  const errors = Object.assign(noErrors(), problem.errors);
  if (isFull(errors)) return problem;
  const values = validMembers(resource, access, body, current, errors);
  const id = current === null ? null : String(current.id);
  for (const { name, field } of await duplicatesIn(session, resource, values, id))
    addError(errors, blamed(name, field), isTaken(resource));
  return invalid(errors);
}

/** The members of the body that no error concerns. */
function validMembers(
  resource: Resource,
  { caller }: AccessContext,
  body: JsonObject,
  current: JsonObject | null,
  errors: FieldErrors,
): JsonObject {
  const own = noErrors();
  try {
    const values =
      current === null
        ? checkedValues(resource, body, caller.baseUrl, own)
        : checkedChanges(resource, current, body, caller.baseUrl, own);
    return Object.fromEntries(
      Object.entries(values).filter(([name]) => !isBlamed(name, errors) && !isBlamed(name, own)),
    );
  } catch (error) {
    if (error instanceof Problem) return {};
    throw error;
  }
}

/**
 * The body without the errors that no rule depends on: unknown and fixed members and files are left out, and texts are
 * replaced. Null if there are none.
 */
export function withoutFormErrors(
  resource: Resource,
  body: JsonObject,
  verb: 'create' | 'update',
  errors: FieldErrors,
): JsonObject | null {
  const { fields, seeds } = resource;
  const files = fileColumnsOf(resource).map(([name]) => name);
  const wrong = Object.keys(body).filter((name) => isBlamed(name, errors) && !Object.hasOwn(seeds, name));
  const kept = Object.entries(body).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!wrong.includes(name)) return [[name, value]];
    if (!field || field[verb] === 'absent' || files.includes(name)) return [];
    return [[name, isOpenText(field) ? '–' : value]];
  });
  const neutral = Object.fromEntries(kept);
  const isNeutral = ([name, value]: [string, unknown]) => neutral[name] === value;
  return Object.entries(body).every(isNeutral) ? null : neutral;
}

const isOpenText = ({ write }: Field): boolean =>
  [write.type].flat().includes('string') && !write.pattern && !write.enum && !write.format && !write.const;

/** Whether an error concerns the member, a part of it, or what it is a part of. */
export const isBlamed = (name: string, errors: FieldErrors): boolean =>
  Object.keys(errors).some((key) => key === name || key.startsWith(`${name}.`) || name.startsWith(`${key}.`));
