/**
 * Creations with an `Idempotency-Key`. The key, the change and the response are one transaction. A second request with
 * the same key waits on its row and then finds the response. A crashed request leaves neither key nor change.
 */
import { createHash } from 'node:crypto';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { claimKey, keepAnswer } from '../../platform/store/idempotency.ts';
import { invalid, Problem } from '../../problem.ts';
import type { Answer } from '../response/response.ts';

export function checkKey(key: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ 'Idempotency-Key': ['Must have 1 to 255 visible ASCII characters.'] });
  }
}

export const requestDigest = (url: string, body: Buffer): Buffer =>
  createHash('sha256').update(`POST ${url}\n`).update(body).digest();

/**
 * A key belongs to one client application, or to one person. All people of an account use one application, and none may
 * get a response that another created. A key of a request contains no space, so the two never collide.
 */
const ownKey = ({ person }: Caller, key: string): string => (person ? `${person.administratorId} ${key}` : key);

const unreadableAnswer =
  'The stored answer cannot be decrypted. This request was done: look for what it created, and use another key for others.';

/** Runs `work` once per key. `refused` builds the response to an error, which is stored if it is a 400. */
export async function once(
  database: Database,
  caller: Caller,
  key: string,
  digest: Buffer,
  work: (tx: Tx) => Promise<Answer>,
  refused: (problem: Problem, tx: Tx) => Answer | Promise<Answer>,
): Promise<Answer> {
  const { accountId, clientApplicationId } = caller;
  const held = { clientApplicationId, key: ownKey(caller, key), digest };
  return database.transaction(accountId, async (tx) => {
    const claim = await claimKey<KeptAnswer>(tx, held);
    if (claim.found === 'answer') return repeated(claim.answer, caller);
    if (claim.found === 'another request') {
      throw invalid({ 'Idempotency-Key': ['This key was used for another request.'] });
    }
    if (claim.found === 'unreadable answer') throw invalid({ 'Idempotency-Key': [unreadableAnswer] });
    const answer = await tx
      .attempt(() => work(tx))
      .catch((error: unknown) => {
        if (error instanceof Problem && error.kind === 'validation') return refused(error, tx);
        throw error;
      });
    await keepAnswer(tx, held, { ...answer, rights: rightsOf(caller) } satisfies KeptAnswer);
    return answer;
  });
}

/**
 * A response and the rights it was created with: embedded data and secrets are not repeated to a caller with fewer
 * rights.
 */
interface KeptAnswer extends Answer {
  /** Missing in entries of an earlier release. */
  readonly rights?: {
    readonly scopes: readonly string[];
    readonly establishments: readonly string[] | null;
    readonly teamOf?: string | null;
  };
}

const rightsOf = ({ scopes, establishments, person }: Caller) => ({
  scopes: [...scopes],
  establishments,
  teamOf: person?.teamOf ?? null,
});

function repeated({ rights, ...answer }: KeptAnswer, { scopes, establishments, person }: Caller): Answer {
  const isWithin = (seen: readonly string[] | null): boolean =>
    establishments === null || (seen?.every((id) => establishments.includes(id)) ?? false);
  const teamOf = person?.teamOf ?? null;
  const isAllowed =
    !rights ||
    (rights.scopes.every((scope) => scopes.has(scope)) &&
      isWithin(rights.establishments) &&
      (teamOf === null || rights.teamOf === teamOf));
  if (isAllowed) return answer;
  throw invalid({
    'Idempotency-Key': [
      'This key was used with rights that this token does not have: read what was made, or use another key.',
    ],
  });
}
