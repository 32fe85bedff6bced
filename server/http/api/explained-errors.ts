/**
 * Completes the errors of a refused body. Rules of replaced verbs stop at errors of form, so the verb runs once more
 * without these errors, and is rolled back.
 */
import { verbsOf } from '../../behaviours.ts';
import type { Session, Tx } from '../../platform/database/database.ts';
import type { Write } from '../../platform/verbs/access.ts';
import type { JsonObject } from '../../platform/verbs/body.ts';
import { isBlamed, withDuplicates, withoutFormErrors, withReferenceErrors } from '../../platform/verbs/other-errors.ts';
import { parsed } from '../../platform/verbs/standard.ts';
import { addError, type FieldErrors, invalid, isFull, noErrors, Problem } from '../../problem.ts';
import type { RequestContext } from './request-context.ts';

interface Creation extends RequestContext {
  readonly body: { readonly value: JsonObject };
}

interface Change extends RequestContext {
  readonly write: Write;
}

const isInvalid = (error: unknown): error is Problem => error instanceof Problem && error.kind === 'validation';

export async function refuseCreation(context: Creation, error: unknown): Promise<never> {
  if (!isInvalid(error)) throw error;
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) =>
    context.database.transaction(context.caller.accountId, work);
  throw await explainedCreation(context, context.session(), inTransaction, error);
}

/** In the transaction of an idempotent creation, which keeps the response. */
export const explainedWithin = (context: Creation, tx: Tx, problem: Problem): Promise<Problem> =>
  explainedCreation(context, tx, (work) => work(tx), problem);

type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

async function explainedCreation(
  context: Creation,
  session: Session,
  inTransaction: InTransaction,
  problem: Problem,
): Promise<Problem> {
  const { resource, behaviour, body } = context;
  const access = context.access();
  const refused = { resource, access, body: body.value, current: null };
  const explained = await withReferenceErrors(session, refused, problem);
  const neutral = behaviour.create && withoutFormErrors(resource, body.value, 'create', explained.errors ?? {});
  if (!neutral) return withDuplicates(session, refused, explained);
  const found = await inTransaction((tx) => rolledBack(tx, () => verbsOf(resource).create(tx, access, neutral)));
  return found === null ? explained : withDuplicates(session, refused, withRules(explained, found));
}

/** A body that is no JSON object, or a row that is gone meanwhile, has no other errors. */
export async function refuseUpdate(context: Change, error: unknown): Promise<never> {
  if (!isInvalid(error)) throw error;
  throw await explainedUpdate(context, error).catch((other: unknown) => (other instanceof Problem ? error : other));
}

async function explainedUpdate(context: Change, problem: Problem): Promise<Problem> {
  const { resource, behaviour, caller, database, id, write } = context;
  const access = context.access();
  const session = context.session();
  const body = await write.body();
  const current = parsed(await verbsOf(resource).read(session, access, id), caller.baseUrl);
  const refused = { resource, access, body, current };
  const explained = await withReferenceErrors(session, refused, problem);
  const neutral = behaviour.update && withoutFormErrors(resource, body, 'update', explained.errors ?? {});
  if (!neutral) return withDuplicates(session, refused, explained);
  const neutralWrite = { ...write, body: async () => neutral };
  const update = (tx: Tx) => rolledBack(tx, () => verbsOf(resource).update(tx, access, id, neutralWrite));
  const found = await database.transaction(caller.accountId, update);
  return found === null ? explained : withDuplicates(session, refused, withRules(explained, found));
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
