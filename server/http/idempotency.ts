/**
 * Creations under an `Idempotency-Key`. The key, the change and the answer are one transaction: whoever comes second
 * under a key waits on its row, then finds the answer; a request that died leaves neither key nor change.
 */
import { createHash } from 'node:crypto';
import type { Caller } from '../auth/caller.ts';
import type { Database, Tx } from '../database/database.ts';
import { invalid, Problem } from '../problem.ts';
import { claimKey, keepAnswer } from '../store/idempotency.ts';
import type { Answer } from './answer.ts';

export function checkKey(key: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ 'Idempotency-Key': ['Must have 1 to 255 visible ASCII characters.'] });
  }
}

export const requestDigest = (url: string, body: Buffer): Buffer =>
  createHash('sha256').update(`POST ${url}\n`).update(body).digest();

/**
 * A key belongs to one client application, or to one person: all people of an account call through one application, and
 * none may be answered with what another created. No key of a request holds a space, so the two never coincide.
 */
const ownKey = ({ person }: Caller, key: string): string => (person ? `${person.administratorId} ${key}` : key);

/** Runs `work` once per key. `refusalOf` writes the answer to a refusal, which is kept when it is a 400. */
export async function once(
  database: Database,
  caller: Caller,
  key: string,
  digest: Buffer,
  work: (tx: Tx) => Promise<Answer>,
  refusalOf: (problem: Problem) => Answer,
): Promise<Answer> {
  const { accountId, clientApplicationId } = caller;
  const held = { clientApplicationId, key: ownKey(caller, key), digest };
  return database.transaction(accountId, async (tx) => {
    const claim = await claimKey<KeptAnswer>(tx, held);
    if (claim.found === 'answer') return repeated(claim.answer, caller);
    if (claim.found === 'another request') {
      throw invalid({ 'Idempotency-Key': ['This key was used for another request.'] });
    }
    const answer = await tx
      .attempt(() => work(tx))
      .catch((error: unknown) => {
        if (error instanceof Problem && error.kind === 'validation') return refusalOf(error);
        throw error;
      });
    await keepAnswer(tx, held, { ...answer, rights: rightsOf(caller) } satisfies KeptAnswer);
    return answer;
  });
}

/** An answer and the rights that it was made with: what it embeds or shows once is not for a caller who has fewer. */
interface KeptAnswer extends Answer {
  /** Absent from what an earlier release kept. */
  readonly rights?: { readonly scopes: readonly string[]; readonly establishments: readonly string[] | null };
}

const rightsOf = ({ scopes, establishments }: Caller) => ({ scopes: [...scopes], establishments });

function repeated({ rights, ...answer }: KeptAnswer, { scopes, establishments }: Caller): Answer {
  const isWithin = (seen: readonly string[] | null): boolean =>
    establishments === null || (seen?.every((id) => establishments.includes(id)) ?? false);
  const isAllowed = !rights || (rights.scopes.every((scope) => scopes.has(scope)) && isWithin(rights.establishments));
  if (isAllowed) return answer;
  throw invalid({
    'Idempotency-Key': [
      'This key was used with rights that this token does not have: read what was made, or use another key.',
    ],
  });
}
