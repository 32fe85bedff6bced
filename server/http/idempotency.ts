/**
 * Creations under an `Idempotency-Key`. The key, the change and the answer are one transaction: whoever comes second
 * under a key waits on its row, then finds the answer; a request that died leaves neither key nor change.
 */
import { createHash } from 'node:crypto';
import type { Caller } from '../auth/bearer.ts';
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
    const claim = await claimKey<Answer>(tx, held);
    if (claim.found === 'answer') return claim.answer;
    if (claim.found === 'another request') {
      throw invalid({ 'Idempotency-Key': ['This key was used for another request.'] });
    }
    const answer = await tx
      .attempt(() => work(tx))
      .catch((error: unknown) => {
        if (error instanceof Problem && error.kind === 'validation') return refusalOf(error);
        throw error;
      });
    await keepAnswer(tx, held, answer);
    return answer;
  });
}
