/**
 * The effects of a change of credentials: everything that began before becomes invalid. Every session and every pending
 * sign-in carries the stamp of the credentials it was opened with, which is compared with the person's at each use. A
 * session written at the same moment with the old password is therefore invalid too.
 */
import { randomUUID } from 'node:crypto';
import { administrators } from '@muster/contract/administration/administrators.ts';
import { detail } from '@muster/contract/messages.ts';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { idIs, setHiddenColumns } from '../../platform/store/write.ts';
import type { Actor } from '../../platform/verbs/audit.ts';
import { Problem } from '../../problem.ts';
import { keepEnded } from './sessions.ts';
import { newToken } from './tokens.ts';

const ending = statement(`
with person as (
  select id from administrators where account_id = $1 and id = $2
), pending as (
  delete from pending_sign_ins using person where administrator_id = person.id
), begun as (
  delete from administrator_factors using person where administrator_id = person.id and confirmed_at is null
), kept as (
  update administrator_sessions as session set id = $5, digest = $6, credentials_stamp = $3
  from person where administrator_id = person.id and session.id = $4 returning session.id
), ended as (
  delete from administrator_sessions as session using person
  where administrator_id = person.id and ($4::uuid is null or session.id <> $4) returning session.id
)
select (select count(*)::int from kept) as kept, coalesce((select json_agg(json_build_object('id', id)) from ended), '[]') as ended`);

export interface Renewed {
  /** The sessions that ended. */
  readonly ended: readonly { readonly id: string }[];
  /** The session that continues, with its new id; null if none does. */
  readonly kept: { readonly id: string; readonly token: string } | null;
}

/**
 * Ends every session except one, every pending sign-in and every enrolment. Refuses if the session that should continue
 * has just ended.
 */
export async function renewCredentials(
  tx: Tx,
  administratorId: string,
  keptSessionId: string | null,
): Promise<Renewed> {
  const credentialsStamp = randomUUID();
  const kept = { id: randomUUID(), token: newToken() };
  // A concurrent change waits here.
  await setHiddenColumns(tx, administrators, [idIs(administratorId)], {
    credentialsStamp,
    credentialsChangedAt: tx.machineNow,
  });
  const [row] = await tx.run<{ kept: number; ended: Renewed['ended'] }>(ending, [
    administratorId,
    credentialsStamp,
    keptSessionId,
    kept.id,
    tx.vault.fingerprint(kept.token),
  ]);
  if (keptSessionId !== null && row?.kept !== 1) throw new Problem('unauthorized', detail('signInNeeded'));
  return { ended: row?.ended ?? [], kept: keptSessionId === null ? null : kept };
}

/** The same, with an audit entry for each session that ended. */
export async function credentialsChanged(
  tx: Tx,
  actor: Actor,
  administratorId: string,
  keptSessionId: string | null,
): Promise<Renewed['kept']> {
  const { ended, kept } = await renewCredentials(tx, administratorId, keptSessionId);
  await keepEnded(tx, actor, ended);
  return kept;
}

const current = statement(`
select 1 as one from administrators
where account_id = $1 and id = $2 and credentials_stamp is not distinct from $3 and not is_disabled for no key update`);

/** Refuses a pending sign-in that was ended since it was read, and locks out changes until this is done. */
export async function refuseOutdated(
  tx: Tx,
  { administratorId, credentialsStamp }: { administratorId: string; credentialsStamp: string | null },
): Promise<void> {
  const [row] = await tx.run(current, [administratorId, credentialsStamp]);
  if (!row) throw new Problem('unauthorized', detail('signInNotBegun'));
}
