/** Records changes of settings on the command line in the audit log, in the transaction of the change. */
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type Actor, difference, recordAudit } from '../../platform/verbs/audit.ts';
import { parsed } from '../../platform/verbs/standard.ts';
import { settingsShown } from './account-settings.ts';

/** Runs a change of settings. A change without effect is not recorded. */
export function changingSettings<T>(
  { database, actor }: { readonly database: Database; readonly actor: Actor },
  accountId: string,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  return database.transaction(accountId, async (tx) => {
    const before = await settingsShown(tx);
    const result = await change(tx);
    const after = await settingsShown(tx);
    if (before.revision !== after.revision) {
      await recordAudit(tx, actor, {
        action: `${accountSettings.type}.updated`,
        subject: { type: accountSettings.type, id: after.id },
        ...difference(accountSettings, parsed(before, ''), parsed(after, '')),
      });
    }
    return result;
  });
}
