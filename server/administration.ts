/** Operator actions that involve several modules. */

import { seedSystemDefinitions } from './attributes/system-definitions.ts';
import type { Environment } from './config.ts';
import { type Account, type AccountKeeping, createAccount } from './identity/accounts/accounts.ts';
import { seedConsoleApplications } from './identity/accounts/console-application.ts';

/** Creates an account with all its initial rows. If it is interrupted, the next start completes it. */
export async function openAccount(
  keeping: AccountKeeping,
  declared: { readonly name: string; readonly environment: Environment },
): Promise<Account> {
  const account = await createAccount(keeping, declared);
  await keeping.database.transaction(account.id, seedSystemDefinitions);
  await seedConsoleApplications(keeping.database);
  return account;
}
