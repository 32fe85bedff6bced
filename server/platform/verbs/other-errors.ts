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
    const { resource, access, current } = refused;
    const named = allNamedIn(access, { resource, values, current: current ?? {} });
    if (named.length > 0) addNamedErrors(named, await findReferenced(session, named), errors);
  });

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
