/** What people see and change about themselves. */
import { administrators } from '@muster/contract/administration/administrators.ts';
import type { Profile } from '@muster/contract/sign-in.ts';
import type { Session, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { findOne } from '../../platform/store/read.ts';
import { idIs, setHiddenColumns, update } from '../../platform/store/write.ts';
import { recordAudit } from '../../platform/verbs/audit.ts';
import { credentialsChanged, type Renewed } from './credentials.ts';
import { factorsOf } from './factors.ts';
import { identitiesOf } from './identities.ts';
import { actorOf, type From } from './parts.ts';
import type { SignedInPerson } from './sessions.ts';

const reading = statement(`
select id::text as id, email, name, role, is_operator as "isOperator", password_hash is not null as "hasPassword",
  (select count(*)::int from administrator_recovery_codes where administrator_id = administrators.id) as "recoveryCodesLeft",
  (select json_build_object('name', name, 'issuer', issuer) from identity_providers where account_id = $1) as provider
from administrators where account_id = $1 and id = $2`);

export async function profileOf(session: Session, administratorId: string): Promise<Profile | null> {
  const [row] = await session.run<Omit<Profile, 'factors' | 'identities'>>(reading, [administratorId]);
  if (!row) return null;
  const identities = await identitiesOf(session, administratorId);
  return { ...row, factors: await factorsOf(session, administratorId), identities };
}

/** Concurrent changes may come in any order. */
export async function rename(tx: Tx, person: SignedInPerson, name: string | null, from: From): Promise<void> {
  const current = await findOne(tx, administrators, person.id, []);
  const before = await profileOf(tx, person.id);
  if (!current || !before || before.name === name) return;
  await update(tx, administrators, current, { name });
  await recordAudit(tx, actorOf(person, from), {
    action: 'administrator.updated',
    subject: { type: administrators.type, id: person.id },
    before: { name: before.name },
    after: { name },
  });
}

/** Ends every other session and pending sign-in: another person may know the old password. */
export async function changePassword(
  tx: Tx,
  person: SignedInPerson,
  passwordHash: string,
  keptSessionId: string,
  from: From,
): Promise<Renewed['kept']> {
  await setHiddenColumns(tx, administrators, [idIs(person.id)], { passwordHash });
  const actor = actorOf(person, from);
  const kept = await credentialsChanged(tx, actor, person.id, keptSessionId);
  const subject = { type: administrators.type, id: person.id };
  await recordAudit(tx, actor, { action: 'password.changed', subject, before: null, after: null });
  return kept;
}
