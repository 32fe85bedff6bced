/** Operator actions that involve several modules. */
import { type Account, type AccountKeeping, createAccount } from './accounts/accounts.ts';
import { plantConsoleApplications } from './accounts/console-application.ts';
import type { Environment } from './config.ts';
import { plantSystemDefinitions } from './resources/system-definitions.ts';

/** Creates an account with all its initial rows. If it is interrupted, the next start completes it. */
export async function openAccount(
  keeping: AccountKeeping,
  declared: { readonly name: string; readonly environment: Environment },
): Promise<Account> {
  const account = await createAccount(keeping, declared);
  await keeping.database.transaction(account.id, plantSystemDefinitions);
  await plantConsoleApplications(keeping.database);
  return account;
}
