/** What a person has beside the password: adding, listing, removing; what follows from it is kept in step. */
import { administrators } from '@muster/contract/administration/administrators.ts';
import type { Factor } from '@muster/contract/sign-in.ts';
import type { Session, Tx } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { invalid, noSuchResource } from '../problem.ts';
import { isUuid } from '../store/columns.ts';
import { adjust, idIs } from '../store/write.ts';
import { keepDeed } from '../verbs/audit.ts';
import { actorOf, type From } from './parts.ts';
import { personById } from './person.ts';
import { removeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import type { SignedInPerson } from './sessions.ts';

const listing = statement(`
select factor.id, kind, factor.name, factor.created_at as "createdAt", last_used_at as "lastUsedAt"
from administrator_factors as factor join administrators as person on person.id = administrator_id
where account_id = $1 and person.id = $2 and confirmed_at is not null
order by factor.created_at, factor.id`);

type Row = Omit<Factor, 'createdAt' | 'lastUsedAt'> & { readonly createdAt: Date; readonly lastUsedAt: Date | null };

export async function factorsOf(session: Session, administratorId: string): Promise<Factor[]> {
  const rows = await session.run<Row>(listing, [administratorId]);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }));
}

/** What follows from a factor that counts since a moment ago: the first one brings recovery codes. */
export async function factorAdded(
  tx: Tx,
  person: SignedInPerson,
  factorId: string,
  from: From,
): Promise<{ readonly factor: Factor; readonly recoveryCodes: string[] | null }> {
  const factors = await factorsOf(tx, person.id);
  const factor = factors.find(({ id }) => id === factorId);
  if (!factor) throw new Error('The factor was not stored.');
  await adjust(tx, administrators, [idIs(person.id)], { hasSecondFactor: true });
  await keepDeed(tx, actorOf(person, from), {
    action: 'factor.added',
    subject: { type: 'administrator', id: person.id },
    before: null,
    after: { kind: factor.kind, name: factor.name },
  });
  const known = await personById(tx, person.id);
  return { factor, recoveryCodes: known?.hasRecoveryCode ? null : await replaceRecoveryCodes(tx, person.id) };
}

const removing = statement(`
delete from administrator_factors as factor using administrators as person
where person.account_id = $1 and person.id = $2 and administrator_id = person.id and factor.id = $3`);

/** Refused for the last one where the account wants one of everybody. */
export async function removeFactor(tx: Tx, person: SignedInPerson, factorId: string, from: From): Promise<void> {
  const factors = await factorsOf(tx, person.id);
  const factor = factors.find(({ id }) => id === factorId);
  if (!factor || !isUuid(factorId)) throw noSuchResource('factor', factorId);
  const isLast = factors.length === 1;
  if (isLast && (await personById(tx, person.id))?.isFactorRequired) {
    throw invalid({ id: ['The account asks everybody for a second factor: add another before you remove this one.'] });
  }
  await tx.run(removing, [person.id, factorId]);
  if (isLast) {
    await removeRecoveryCodes(tx, person.id);
    await adjust(tx, administrators, [idIs(person.id)], { hasSecondFactor: false });
  }
  await keepDeed(tx, actorOf(person, from), {
    action: 'factor.removed',
    subject: { type: 'administrator', id: person.id },
    before: { kind: factor.kind, name: factor.name },
    after: null,
  });
}
