/**
 * Completes the errors of a refused body. Rules of replaced verbs stop at errors of form, so the verb runs once more
 * without these errors, and is rolled back.
 */
import { behaviourOf, verbsOf } from './behaviours.ts';
import type { Session, Tx } from './platform/database/database.ts';
import type { Write } from './platform/verbs/access.ts';
import {
  isBlamed,
  type RefusedBody,
  withDuplicates,
  withoutFormErrors,
  withReferenceErrors,
} from './platform/verbs/other-errors.ts';
import { addError, type FieldErrors, invalid, isFull, noErrors, Problem } from './problem.ts';

export const isInvalid = (error: unknown): error is Problem => error instanceof Problem && error.kind === 'validation';

export type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

export function explainedCreation(
  session: Session,
  inTransaction: InTransaction,
  refused: RefusedBody,
  problem: Problem,
): Promise<Problem> {
  const { resource, access } = refused;
  const neutral = (errors: FieldErrors) =>
    behaviourOf(resource).create && withoutFormErrors(resource, refused.body, 'create', errors);
  return explained(session, inTransaction, refused, problem, neutral, (tx, body) =>
    verbsOf(resource).create(tx, access, body),
  );
}

export function explainedUpdate(
  session: Session,
  inTransaction: InTransaction,
  refused: RefusedBody,
  id: string,
  write: Write,
  problem: Problem,
): Promise<Problem> {
  const { resource, access } = refused;
  const neutral = (errors: FieldErrors) =>
    behaviourOf(resource).update && withoutFormErrors(resource, refused.body, 'update', errors);
  return explained(session, inTransaction, refused, problem, neutral, (tx, body) =>
    verbsOf(resource).update(tx, access, id, { ...write, body: async () => body }),
  );
}

async function explained(
  session: Session,
  inTransaction: InTransaction,
  refused: RefusedBody,
  problem: Problem,
  neutralOf: (errors: FieldErrors) => RefusedBody['body'] | null | undefined,
  run: (tx: Tx, body: RefusedBody['body']) => Promise<unknown>,
): Promise<Problem> {
  const known = await withReferenceErrors(session, refused, problem);
  const neutral = neutralOf(known.errors ?? {});
  if (!neutral) return withDuplicates(session, refused, known);
  const found = await inTransaction((tx) => rolledBack(tx, () => run(tx, neutral)));
  return found === null ? known : withDuplicates(session, refused, withRules(known, found));
}

/** The errors of work that leaves no trace; null: it succeeded, so nothing else is wrong. */
async function rolledBack(tx: Tx, work: () => Promise<unknown>): Promise<FieldErrors | null> {
  const undone = new Error('undone');
  try {
    await tx.attempt(async () => {
      await work();
      throw undone;
    });
  } catch (error) {
    if (isInvalid(error)) return error.errors ?? {};
    if (error !== undone && !(error instanceof Problem)) throw error;
    return error === undone ? null : {};
  }
  return null;
}

function withRules(problem: Problem, found: FieldErrors): Problem {
  const errors = Object.assign(noErrors(), problem.errors);
  if (isFull(errors)) return problem;
  for (const [key, messages] of Object.entries(found)) {
    if (!isBlamed(key, problem.errors ?? {})) for (const message of messages) addError(errors, key, message);
  }
  return invalid(errors);
}
