/**
 * Sessions of people: opened by a proof, identified by a token of which only a digest is stored, ended by time, by the
 * person, or when the person's rights are withdrawn. Every step up opens a new one: no token survives it.
 */
import { randomUUID } from 'node:crypto';
import { administrators } from '@muster/contract/administration/administrators.ts';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { isUuid } from '../../platform/store/columns.ts';
import { idIs, updateWithoutTimestamp } from '../../platform/store/write.ts';
import { type Actor, recordAudit } from '../../platform/verbs/audit.ts';
import { lifetimes } from '../auth/sessions.ts';
import { actorOf, type From, type SignInParts } from './parts.ts';
import { hasOwnCredential, type KnownPerson } from './person.ts';
import type { Proof } from './proof.ts';
import { newToken } from './tokens.ts';

const userAgentMax = 500;

/** More than anybody uses; the oldest end. More sign-ins are kept than sessions, because each session needs its own. */
export const sessionsMax = 50;
const signInsMax = 2 * sessionsMax;

/** Locks out concurrent sign-ins and credential changes of the same person. */
const locking = statement(`
select 1 as one from administrators
where account_id = $1 and id = $2 and not is_disabled and credentials_stamp is not distinct from $3
  and ($4::uuid is null or exists (select from administrator_identities where account_id = $1 and id = $4))
  and exists (select from accounts where id = $1 and state = 'ready')
for no key update`);

/** Removes expired sessions silently, and the oldest others to make room for the new one. */
const makingRoom = statement(`
with person as (
  select id from administrators where account_id = $1 and id = $2
), past as (
  delete from administrator_sessions using person
  where administrator_id = person.id and (expires_at <= $3 or last_seen_at <= $4)
), forgotten as (
  delete from administrator_sign_ins where id in (
    select sign_in.id from administrator_sign_ins as sign_in join person on person.id = administrator_id
    order by signed_in_at desc, sign_in.id offset ${signInsMax - 1}
  )
)
delete from administrator_sessions where id in (
  select session.id from administrator_sessions as session join person on person.id = administrator_id
  where expires_at > $3 and last_seen_at > $4
  order by session.created_at desc, session.id offset ${sessionsMax - 1}
) returning id`);

const opening = statement(`
with person as (
  select id from administrators where account_id = $1 and id = $2
), signed_in as (
  insert into administrator_sign_ins (id, administrator_id, signed_in_at, address, user_agent, proved_by)
  select $3, id, $4, $7, $8, $10 from person
)
insert into administrator_sessions
  (id, digest, administrator_id, created_at, last_seen_at, confirmed_at, expires_at, address, user_agent,
    sign_in_id, credentials_stamp, way, has_second_factor, identity_id, identity_account_id)
select $3, $5, id, $4, $4, $14, $6, $7, $8, $3, $9, $11, $12, $13, $1 from person`);

export interface SignedInPerson {
  readonly id: string;
  readonly email: string;
}

/** Returns the token for the cookie; null if the person was just disabled or removed, or their credentials changed. */
export async function openSession(
  { database }: SignInParts,
  accountId: string,
  person: KnownPerson,
  from: From,
  { by, way, hasSecondFactor, hasOwnProof, identityId }: Proof,
): Promise<string | null> {
  const token = newToken();
  const id = randomUUID();
  const actor = actorOf(person, from);
  return database.transaction(accountId, async (tx) => {
    const nowMs = tx.machineNow.getTime();
    const [isAllowed] = await tx.run(locking, [person.id, person.credentialsStamp, identityId]);
    if (!isAllowed) return null;
    const idleSince = new Date(nowMs - lifetimes.idleMs);
    const ended = await tx.run<{ id: string }>(makingRoom, [person.id, tx.machineNow, idleSince]);
    await keepEnded(tx, actor, ended);
    await tx.run(opening, [
      person.id,
      id,
      tx.machineNow,
      tx.vault.fingerprint(token),
      new Date(nowMs + lifetimes.absoluteMs),
      from.address,
      from.userAgent?.slice(0, userAgentMax) ?? null,
      person.credentialsStamp,
      by,
      way,
      hasSecondFactor,
      identityId,
      hasOwnProof || !hasOwnCredential(person) ? tx.machineNow : null,
    ]);
    await updateWithoutTimestamp(tx, administrators, [idIs(person.id)], { lastSignedInAt: tx.machineNow });
    const subject = { type: 'session', id };
    await recordAudit(tx, actor, { action: 'session.opened', subject, before: null, after: { by } });
    return token;
  });
}

/** In the audit log. */
export async function keepEnded(tx: Tx, actor: Actor, ended: readonly { readonly id: string }[]): Promise<void> {
  for (const { id } of ended) {
    const subject = { type: 'session', id };
    await recordAudit(tx, actor, { action: 'session.ended', subject, before: null, after: null });
  }
}

const ending = statement(`
delete from administrator_sessions as session using administrators as person
where person.account_id = $1 and person.id = $2 and administrator_id = person.id and session.id = $3
returning session.id`);

/**
 * By the person. False: there is none with this id. Takes effect here at once, and within one second on other nodes.
 */
export async function endOwnSession(
  { database }: SignInParts,
  accountId: string,
  person: SignedInPerson,
  sessionId: string,
  from: From,
): Promise<boolean> {
  if (!isUuid(sessionId)) return false;
  return database.transaction(accountId, async (tx) => {
    const ended = await tx.run<{ id: string }>(ending, [person.id, sessionId]);
    await keepEnded(tx, actorOf(person, from), ended);
    return ended.length > 0;
  });
}
