/**
 * Creations under an `Idempotency-Key`. The key, the change and the answer are one transaction: whoever comes second
 * under a key waits on its row, then finds the answer; a request that died leaves neither key nor change.
 */
import { createHash } from 'node:crypto';
import { limits } from '@muster/contract/limits.ts';
import type { Caller } from '../auth/bearer.ts';
import type { Database, Tx } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { invalid, Problem } from '../problem.ts';
import type { Answer } from './answer.ts';

export function checkKey(key: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ 'Idempotency-Key': ['Must have 1 to 255 visible ASCII characters.'] });
  }
}

export const requestDigest = (url: string, body: Buffer): Buffer =>
  createHash('sha256').update(`POST ${url}\n`).update(body).digest();

/** Runs `work` once per key. `refusalOf` writes the answer to a refusal, which is kept when it is a 400. */
export async function once(
  database: Database,
  caller: Caller,
  key: string,
  digest: Buffer,
  work: (tx: Tx) => Promise<Answer>,
  refusalOf: (problem: Problem) => Answer,
): Promise<Answer> {
  return database.transaction(caller.accountId, async (tx) => {
    const kept = await claim(tx, caller.clientApplicationId, key, digest);
    if (kept) return kept;
    const answer = await tx
      .attempt(() => work(tx))
      .catch((error: unknown) => {
        if (error instanceof Problem && error.kind === 'validation') return refusalOf(error);
        throw error;
      });
    await tx.run(
      statement(
        'update idempotency_keys set answer = $4 where account_id = $1 and client_application_id = $2 and key = $3',
      ),
      [caller.clientApplicationId, key, JSON.stringify(answer)],
    );
    return answer;
  });
}

/** Takes the key, or returns the answer that it already has. An expired key is free. */
async function claim(tx: Tx, clientApplicationId: string, key: string, digest: Buffer): Promise<Answer | null> {
  const expiresAt = new Date(tx.now.getTime() + limits.idempotencyHours * 3_600_000);
  const [claimed] = await tx.run(
    statement(`
insert into idempotency_keys as mine (account_id, client_application_id, key, request_digest, expires_at)
values ($1, $2, $3, $4, $5)
on conflict (account_id, client_application_id, key) do update
set request_digest = excluded.request_digest, answer = null, expires_at = excluded.expires_at
where mine.expires_at <= $6
returning key`),
    [clientApplicationId, key, digest, expiresAt, tx.now],
  );
  if (claimed) return null;
  const [kept] = await tx.run<{ answer: Answer; request_digest: Buffer }>(
    statement(
      'select answer, request_digest from idempotency_keys where account_id = $1 and client_application_id = $2 and key = $3',
    ),
    [clientApplicationId, key],
  );
  if (!kept?.request_digest.equals(digest)) {
    throw invalid({ 'Idempotency-Key': ['This key was used for another request.'] });
  }
  return kept.answer;
}
