/** Leave accounts: rules that the declaration cannot express. */
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import type { Tx } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { invalid } from '../problem.ts';
import type { Shown } from '../store/read.ts';
import type { Sight, Write } from '../verbs/access.ts';
import { changesIn } from '../verbs/body.ts';
import { lock, parsed, updateLocked, withArchival } from '../verbs/standard.ts';

/** Deleted leaves count too: older systems still read them as they were counted. */
const used = statement('select 1 from leave_periods where account_id = $1 and leave_account_id = $2 limit 1');

/** Existing leaves were counted in the unit. The lock prevents new leaves while it changes. */
export async function updateLeaveAccount(tx: Tx, sight: Sight, id: string, write: Write): Promise<Shown> {
  const shown = await lock(tx, leaveAccounts, sight, id);
  write.check(shown);
  const { baseUrl } = sight.caller;
  const changes = changesIn(leaveAccounts, parsed(shown, baseUrl), await write.body(), baseUrl);
  if (Object.keys(changes).length === 0) return shown;
  if (changes.unit !== undefined && (await tx.run(used, [id])).length > 0) {
    throw invalid({ unit: ['Cannot be changed: leaves were counted by it.'] });
  }
  return updateLocked(tx, leaveAccounts, shown, withArchival(leaveAccounts, changes, tx.now));
}
