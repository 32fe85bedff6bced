/** Leave accounts: rules that the declaration cannot express. */
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { StoredRow } from '../platform/store/read.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn } from '../platform/verbs/body.ts';
import { lock, parsed, updateLocked, withArchival } from '../platform/verbs/standard.ts';
import { invalid } from '../problem.ts';

/** Deleted leaves count too: older systems still read them as they were counted. */
const used = statement('select 1 from leave_periods where account_id = $1 and leave_account_id = $2 limit 1');

/** Existing leaves were counted in the unit. The lock prevents new leaves while it changes. */
export async function updateLeaveAccount(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  const shown = await lock(tx, leaveAccounts, access, id);
  write.check(shown);
  const { baseUrl } = access.caller;
  const changes = changesIn(leaveAccounts, parsed(shown, baseUrl), await write.body(), baseUrl);
  if (Object.keys(changes).length === 0) return shown;
  if (changes.unit !== undefined && (await tx.run(used, [id])).length > 0) {
    throw invalid({ unit: ['Cannot be changed: leaves were counted by it.'] });
  }
  return updateLocked(tx, leaveAccounts, shown, withArchival(leaveAccounts, changes, tx.now));
}
