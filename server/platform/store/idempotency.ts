/**
 * Stores responses under the idempotency keys of clients, in the transaction of the change. They may contain
 * confidential data: responses are encrypted, and requests are compared by keyed digests.
 */
import { limits } from '@muster/contract/limits.ts';
import type { Tx } from '../database/database.ts';
import { statement } from '../database/statement.ts';

export interface ClientKey {
  readonly clientApplicationId: string;
  readonly key: string;
  /** Of the request: another request with the same key is an error of the client. */
  readonly digest: Buffer;
}

/** The key was free, or has a response (which may not be readable any more), or was used for another request. */
export type Claim<Answer> =
  | { readonly found: 'nothing' | 'another request' | 'unreadable answer' }
  | { readonly found: 'answer'; readonly answer: Answer };

/** Waits for an open transaction that holds the key. An expired key is free. */
export async function claimKey<Answer>(
  tx: Tx,
  { clientApplicationId, key, digest }: ClientKey,
): Promise<Claim<Answer>> {
  // A fingerprint, unlike a digest, survives an exchange of the encryption key.
  const requestDigest = tx.vault.fingerprint(`${tx.accountId}/request ${digest.toString('hex')}`);
  const expiresAt = new Date(tx.machineNow.getTime() + limits.idempotencyHours * 3_600_000);
  const [claimed] = await tx.run(
    statement(`
insert into idempotency_keys as mine (account_id, client_application_id, key, request_digest, expires_at)
values ($1, $2, $3, $4, $5)
on conflict (account_id, client_application_id, key) do update
set request_digest = excluded.request_digest, answer = null, expires_at = excluded.expires_at
where mine.expires_at <= $6
returning key`),
    [clientApplicationId, key, requestDigest, expiresAt, tx.machineNow],
  );
  if (claimed) return { found: 'nothing' };
  const [kept] = await tx.run<{ answer: string; request_digest: Buffer }>(
    statement(
      'select answer, request_digest from idempotency_keys where account_id = $1 and client_application_id = $2 and key = $3',
    ),
    [clientApplicationId, key],
  );
  if (!kept || ![requestDigest, ...earlierDigests(tx, digest)].some((one) => kept.request_digest.equals(one)))
    return { found: 'another request' };
  const answer = tx.vault.openOrNull(kept.answer, aboutAnswer(tx, clientApplicationId, key));
  // The stored response can no longer be decrypted, and the creation must not happen twice: the client must use another
  // key.
  return answer === null ? { found: 'unreadable answer' } : { found: 'answer', answer: JSON.parse(answer) };
}

/** Of requests that an earlier release has recorded. */
const earlierDigests = ({ vault, accountId }: Tx, digest: Buffer): Buffer[] =>
  vault.digests(digest.toString('hex'), `${accountId}/request`).map((text) => Buffer.from(text, 'base64url'));

const aboutAnswer = ({ accountId }: Tx, clientApplicationId: string, key: string): string =>
  `${accountId}/answer/${clientApplicationId}/${key}`;

export async function keepAnswer(tx: Tx, { clientApplicationId, key }: ClientKey, answer: unknown): Promise<void> {
  const sealed = tx.vault.seal(JSON.stringify(answer), aboutAnswer(tx, clientApplicationId, key));
  await tx.run(
    statement(
      'update idempotency_keys set answer = $4 where account_id = $1 and client_application_id = $2 and key = $3',
    ),
    [clientApplicationId, key, JSON.stringify(sealed)],
  );
}

const answered = statement(
  'select client_application_id::text as "clientApplicationId", key, answer from idempotency_keys where account_id = $1 and answer is not null',
);

/** The keys of stored responses that contain one of these texts. */
export async function answersNaming(
  tx: Tx,
  texts: readonly string[],
): Promise<Pick<ClientKey, 'clientApplicationId' | 'key'>[]> {
  const kept = await tx.run<{ clientApplicationId: string; key: string; answer: string }>(answered);
  return kept.filter(({ clientApplicationId, key, answer }) => {
    const text = tx.vault.openOrNull(answer, aboutAnswer(tx, clientApplicationId, key));
    return text !== null && texts.some((one) => text.includes(one) || text.includes(JSON.stringify(one).slice(1, -1)));
  });
}

const forgotten = statement(`
update idempotency_keys set answer = null from unnest($2::bigint[], $3::text[]) as named (application, key)
where account_id = $1 and client_application_id = named.application and idempotency_keys.key = named.key`);

/** The requests are known still, and are not done again. */
export async function forgetAnswers(
  tx: Tx,
  keys: readonly Pick<ClientKey, 'clientApplicationId' | 'key'>[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(forgotten, [keys.map(({ clientApplicationId }) => clientApplicationId), keys.map(({ key }) => key)]);
}
