/** Operator actions that involve several modules. */

import type { Environment } from '@muster/contract/environments.ts';
import { seedSystemDefinitions } from '../attributes/system-definitions.ts';
import { type Account, type AccountDependencies, createAccount } from '../identity/accounts/accounts.ts';
import { seedConsoleApplication } from '../identity/accounts/console-application.ts';
import { type Actor, type AuditRecord, recordAudit } from '../platform/verbs/audit.ts';

const opened = ({ id, name, environment, sandbox }: Account): AuditRecord => ({
  action: 'account.created',
  subject: { type: 'account', id },
  before: null,
  after: { name, environment, sandbox },
});

/** Creates an account with all its initial rows. If it is interrupted, the next start completes it. */
export async function openAccount(
  keeping: AccountDependencies & { readonly actor?: Actor | null },
  declared: { readonly name: string; readonly environment: Environment },
): Promise<Account> {
  const account = await createAccount(keeping, declared);
  await keeping.database.transaction(account.id, async (tx) => {
    await seedSystemDefinitions(tx);
    if (keeping.actor) await recordAudit(tx, keeping.actor, opened(account));
  });
  await seedConsoleApplication(keeping.database, account.id);
  return account;
}
