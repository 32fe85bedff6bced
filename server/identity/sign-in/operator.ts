/** What only the operator does to people who administer: the operator flag, and a new password for who has lost theirs. */
import { administrators } from '@muster/contract/administration/administrators.ts';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { idIs, setHiddenColumns, updateWithoutTimestamp } from '../../platform/store/write.ts';
import type { AccessContext } from '../../platform/verbs/access.ts';
import { type Actor, recordAudit } from '../../platform/verbs/audit.ts';
import { parsed, read } from '../../platform/verbs/standard.ts';
import { credentialsChanged, renewCredentials } from './credentials.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';

/** Ends their sessions if it changes. */
export async function setOperator(tx: Tx, access: AccessContext, id: string, isOperator: boolean): Promise<StoredRow> {
  const current = await read(tx, administrators, access, id);
  if (parsed(current, '').isOperator === isOperator) return current;
  await updateWithoutTimestamp(tx, administrators, [idIs(id)], { isOperator });
  await renewCredentials(tx, id, null);
  return read(tx, administrators, access, id);
}

const factorsGone = statement(`
delete from administrator_factors using administrators
where account_id = $1 and administrators.id = $2 and administrator_id = administrators.id returning 1 as one`);

const identitiesGone = statement(
  'delete from administrator_identities where account_id = $1 and administrator_id = $2',
);

export interface PasswordReset {
  readonly passwordHash: string;
  /** Anyone who has lost a second factor too gets in with the password alone, and enrols again. */
  readonly isWithoutFactors: boolean;
}

/** Ends every session, and whatever has begun. */
export async function resetCredentials(
  tx: Tx,
  actor: Actor,
  id: string,
  { passwordHash, isWithoutFactors }: PasswordReset,
): Promise<void> {
  const record = (action: string) =>
    recordAudit(tx, actor, { action, subject: { type: administrators.type, id }, before: null, after: null });
  await setHiddenColumns(tx, administrators, [idIs(id)], { passwordHash });
  await credentialsChanged(tx, actor, id, null);
  await record('password.changed');
  if (!isWithoutFactors) return;
  await tx.run(factorsGone, [id]);
  await tx.run(identitiesGone, [id]);
  await removeRecoveryCodes(tx, id);
  await updateWithoutTimestamp(tx, administrators, [idIs(id)], { hasSecondFactor: false });
  await record('factor.removed');
}
