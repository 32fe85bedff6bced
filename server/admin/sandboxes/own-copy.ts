/** A copy of the own account, which a worker makes. */
import { sandboxes } from '@muster/contract/administration/sandboxes.ts';
import type { Environment } from '@muster/contract/environments.ts';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { AccessContext } from '../../platform/verbs/access.ts';
import { read } from '../../platform/verbs/standard.ts';
import { invalid } from '../../problem.ts';
import { type AccountCreator, addAccount, withLink } from './account-rows.ts';

const own = statement(`
select name, environment, (select count(*) from accounts as copy where copy.origin_id = account.id) as count
from accounts as account where id = $1 for no key update`);

export async function copyOwnAccount(
  tx: Tx,
  access: AccessContext,
  creator: AccountCreator,
  countMax: number,
): Promise<StoredRow> {
  const [account] = await tx.run<{ name: string; environment: Environment; count: string }>(own);
  if (!account) throw new Error('The account of the session does not exist.');
  if (account.environment === 'sandbox') throw invalid({ account: ['A sandbox is not copied itself.'] });
  if (Number(account.count) >= countMax) {
    throw invalid({ account: [`An account has ${countMax} sandboxes at most: drop one first.`] });
  }
  const { id, link } = await addAccount(tx, creator, { name: account.name, environment: 'sandbox' }, tx.accountId);
  return withLink(await read(tx, sandboxes, access, id), link);
}
