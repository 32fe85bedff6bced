/** Second factors of a person: adding, listing, removing, and their effects. */
import { administrators } from '@muster/contract/administration/administrators.ts';
import type { Factor } from '@muster/contract/sign-in.ts';
import type { Session, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { isUuid } from '../../platform/store/columns.ts';
import { idIs, updateWithoutTimestamp } from '../../platform/store/write.ts';
import { recordAudit } from '../../platform/verbs/audit.ts';
import { invalid, noSuchResource } from '../../problem.ts';
import { credentialsChanged, type Renewed } from './credentials.ts';
import { actorOf, type From } from './parts.ts';
import { mustHaveFactor, personById } from './person.ts';
import { removeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import type { SignedInPerson } from './sessions.ts';
import { secretOf } from './totp.ts';

const listing = statement(`
select factor.id, kind, factor.name, factor.created_at as "createdAt", last_used_at as "lastUsedAt",
  sealed_secret as sealed
from administrator_factors as factor join administrators as person on person.id = administrator_id
where account_id = $1 and person.id = $2 and confirmed_at is not null
order by factor.created_at, factor.id`);

type Row = Omit<Factor, 'createdAt' | 'lastUsedAt' | 'isUnreadable'> & {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** Passkeys have none. */
  readonly sealed: string | null;
};

export async function factorsOf(session: Session, administratorId: string): Promise<Factor[]> {
  const rows = await session.run<Row>(listing, [administratorId]);
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    isUnreadable: sealed !== null && secretOf(session, administratorId, row.id, sealed) === null,
  }));
}

export interface AddedFactor {
  readonly factor: Factor;
  readonly recoveryCodes: string[] | null;
  /** The session that added it, with its new token. */
  readonly kept: Renewed['kept'];
}

/**
 * The effects of a new factor: the first one creates recovery codes, and everything that began without it ends. The
 * session that added it has used it.
 */
export async function factorAdded(
  tx: Tx,
  person: SignedInPerson,
  factorId: string,
  keptSessionId: string | null,
  from: From,
): Promise<AddedFactor> {
  const factors = await factorsOf(tx, person.id);
  const factor = factors.find(({ id }) => id === factorId);
  if (!factor) throw new Error('The factor was not stored.');
  await updateWithoutTimestamp(tx, administrators, [idIs(person.id)], { hasSecondFactor: true });
  const actor = actorOf(person, from);
  const kept = await credentialsChanged(tx, actor, person.id, keptSessionId);
  if (kept) await tx.run(shown, [person.id, kept.id]);
  const subject = { type: 'administrator', id: person.id };
  const after = { kind: factor.kind, name: factor.name };
  await recordAudit(tx, actor, { action: 'factor.added', subject, before: null, after });
  const known = await personById(tx, person.id);
  return { factor, kept, recoveryCodes: known?.hasRecoveryCode ? null : await replaceRecoveryCodes(tx, person.id) };
}

const shown = statement(`
update administrator_sessions as session set has_second_factor = true from administrators as person
where person.account_id = $1 and person.id = $2 and administrator_id = person.id and session.id = $3`);

const removing = statement(`
delete from administrator_factors as factor using administrators as person
where person.account_id = $1 and person.id = $2 and administrator_id = person.id and factor.id = $3`);

/** Refuses to remove the last one if the account requires one. */
export async function removeFactor(
  tx: Tx,
  person: SignedInPerson,
  factorId: string,
  keptSessionId: string,
  from: From,
): Promise<Renewed['kept']> {
  const factors = await factorsOf(tx, person.id);
  const factor = factors.find(({ id }) => id === factorId);
  if (!factor || !isUuid(factorId)) throw noSuchResource('factor', factorId);
  const isLast = factors.length === 1;
  const known = await personById(tx, person.id);
  if (isLast && known && mustHaveFactor(known)) {
    throw invalid({ id: ['The account asks you for a second factor: add another before you remove this one.'] });
  }
  await tx.run(removing, [person.id, factorId]);
  if (isLast) {
    await removeRecoveryCodes(tx, person.id);
    await updateWithoutTimestamp(tx, administrators, [idIs(person.id)], { hasSecondFactor: false });
  }
  const actor = actorOf(person, from);
  const kept = await credentialsChanged(tx, actor, person.id, keptSessionId);
  const before = { kind: factor.kind, name: factor.name };
  await recordAudit(tx, actor, {
    action: 'factor.removed',
    subject: { type: 'administrator', id: person.id },
    before,
    after: null,
  });
  return kept;
}

/** Creates new recovery codes; the former ones, and everything that began with one of them, become invalid. */
export async function renewRecoveryCodes(
  tx: Tx,
  person: SignedInPerson,
  keptSessionId: string,
  from: From,
): Promise<{ readonly recoveryCodes: string[]; readonly kept: Renewed['kept'] }> {
  const actor = actorOf(person, from);
  const kept = await credentialsChanged(tx, actor, person.id, keptSessionId);
  const subject = { type: 'administrator', id: person.id };
  await recordAudit(tx, actor, { action: 'recovery-codes.replaced', subject, before: null, after: null });
  return { recoveryCodes: await replaceRecoveryCodes(tx, person.id), kept };
}
