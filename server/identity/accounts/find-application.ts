/** Client applications of any account, for commands of the operator. */
import type { Database } from '../../platform/database/database.ts';
import type { AccountAddress } from './addresses.ts';

/** By its client id, whatever the account; null: there is none. */
export async function findApplication(
  database: Database,
  clientId: string,
): Promise<{ readonly id: string; readonly account: AccountAddress & { readonly id: string } } | null> {
  const [found] = await database.query<AccountAddress & { id: string; accountId: string }>(
    `select application.id, account.id as "accountId", account.name, account.environment, account.sandbox
     from client_applications as application join accounts as account on account.id = application.account_id
     where client_id = $1 and not is_built_in`,
    [clientId],
  );
  if (!found) return null;
  const { id, accountId, ...account } = found;
  return { id, account: { id: accountId, ...account } };
}
