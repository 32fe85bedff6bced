/** Refuses to archive or delete what new hires get by default: the next hire would fail for a reason nobody remembers. */
import type { Tx } from '../platform/database/database.ts';
import { type Statement, statement } from '../platform/database/statement.ts';
import { invalid } from '../problem.ts';

type Default = 'template' | 'businessEstablishment' | 'department';

const isDefault = (column: string): Statement =>
  statement(`select 1 from account_settings where account_id = $1 and ${column} = $2`);

const found: Readonly<Record<Default, Statement>> = {
  template: isDefault('hiring_template_id'),
  businessEstablishment: isDefault('hiring_business_establishment_id'),
  department: isDefault('hiring_department_id'),
};

/** The error, or null. The row is locked: a default that is set at the same time waits and finds it archived or gone. */
export async function hiringDefaultError(tx: Tx, which: Default, id: string): Promise<string | null> {
  const [row] = await tx.run(found[which], [id]);
  return row
    ? `This is the hiring default \`${which}\` of the account. Set another default in the settings first.`
    : null;
}

/** `member` is what the error names. */
export async function refuseHiringDefault(
  tx: Tx,
  which: Default,
  id: string,
  member: 'id' | 'isArchived',
): Promise<void> {
  const error = await hiringDefaultError(tx, which, id);
  if (error) throw invalid({ [member]: [error] });
}
