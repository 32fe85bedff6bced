/** Answers a refused body with all of its errors: see `server/explained-errors.ts`. */
import { verbsOf } from '../../behaviours.ts';
import { explainedCreation, explainedUpdate, isInvalid } from '../../explained-errors.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Write } from '../../platform/verbs/access.ts';
import type { JsonObject } from '../../platform/verbs/body.ts';
import type { RefusedBody } from '../../platform/verbs/other-errors.ts';
import { parsed } from '../../platform/verbs/standard.ts';
import { Problem } from '../../problem.ts';
import type { RequestContext } from './request-context.ts';

interface Creation extends RequestContext {
  readonly body: { readonly value: JsonObject };
}

interface Change extends RequestContext {
  readonly write: Write;
}

const refusedBody = (context: Creation): RefusedBody => ({
  resource: context.resource,
  access: context.access(),
  body: context.body.value,
  current: null,
});

const inTransactionOf =
  ({ database, caller }: RequestContext) =>
  <T>(work: (tx: Tx) => Promise<T>) =>
    database.transaction(caller.accountId, work);

export async function refuseCreation(context: Creation, error: unknown): Promise<never> {
  if (!isInvalid(error)) throw error;
  throw await explainedCreation(context.session(), inTransactionOf(context), refusedBody(context), error);
}

/** In the transaction of an idempotent creation, which keeps the response. */
export const explainedWithin = (context: Creation, tx: Tx, problem: Problem): Promise<Problem> =>
  explainedCreation(tx, (work) => work(tx), refusedBody(context), problem);

/** A body that is no JSON object, or a row that is gone meanwhile, has no other errors. */
export async function refuseUpdate(context: Change, error: unknown): Promise<never> {
  if (!isInvalid(error)) throw error;
  throw await explained(context, error).catch((other: unknown) => (other instanceof Problem ? error : other));
}

async function explained(context: Change, problem: Problem): Promise<Problem> {
  const { resource, caller, id, write } = context;
  const access = context.access();
  const session = context.session();
  const body = await write.body();
  const current = parsed(await verbsOf(resource).read(session, access, id), caller.baseUrl);
  return explainedUpdate(session, inTransactionOf(context), { resource, access, body, current }, id, write, problem);
}
