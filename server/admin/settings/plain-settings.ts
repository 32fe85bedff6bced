/** Settings without rules beyond their limits, each used by one module. */
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';

const columns: Readonly<Record<string, readonly [string, string]>> = {
  isSecondFactorRequired: ['second_factor_required', 'boolean'],
  unreferencedFileHours: ['unreferenced_file_hours', 'integer'],
  movedLeavesNeedApproval: ['moved_leaves_need_approval', 'boolean'],
  erasuresNeedApproval: ['erasures_need_approval', 'boolean'],
  auditDays: ['audit_days', 'integer'],
  readLogDays: ['read_log_days', 'integer'],
  requestLogDays: ['request_log_days', 'integer'],
};

/** Omitted members stay unchanged. */
export async function setPlainSettings(tx: Tx, values: Readonly<Record<string, unknown>>): Promise<void> {
  const given = Object.entries(columns).filter(([name]) => values[name] !== undefined);
  if (given.length === 0) return;
  const set = given.map(([, [column, type]], index) => `${column} = $${index + 2}::${type}`);
  await tx.run(statement('insert into account_settings (account_id) values ($1) on conflict do nothing'));
  await tx.run(
    statement(`update account_settings set ${set.join(', ')} where account_id = $1`),
    given.map(([name]) => values[name]),
  );
}
