/** Sandboxes for the owners of an account: copies of their own account. */
import { sandboxes } from '@muster/contract/administration/sandboxes.ts';
import type { Environment } from '../../config.ts';
import type { Person } from '../../identity/auth/caller.ts';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { changesIn, type JsonObject, valuesIn } from '../../platform/verbs/body.ts';
import { parsed, read } from '../../platform/verbs/standard.ts';
import { invalid } from '../../problem.ts';
import { addAccount, type Maker, markDropping, withLink } from './accounts.ts';
import { moveClock } from './clock.ts';

/** Each is a whole copy. Operators may create more. */
export const sandboxesMax = 5;

const own = statement(`
select name, environment, (select count(*) from accounts as copy where copy.origin_id = account.id) as count
from accounts as account where id = $1 for no key update`);

export async function createSandbox(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  valuesIn(sandboxes, body, access.caller.baseUrl);
  return copyOwnAccount(tx, access, access.caller.person as Person, sandboxesMax);
}

/** A worker makes the copy. */
export async function copyOwnAccount(
  tx: Tx,
  access: AccessContext,
  maker: Maker,
  countMax: number,
): Promise<StoredRow> {
  const [account] = await tx.run<{ name: string; environment: Environment; count: string }>(own);
  if (!account) throw new Error('The account of the session does not exist.');
  if (account.environment === 'sandbox') throw invalid({ account: ['A sandbox is not copied itself.'] });
  if (Number(account.count) >= countMax) {
    throw invalid({ account: [`An account has ${countMax} sandboxes at most: drop one first.`] });
  }
  const { id, link } = await addAccount(tx, maker, { name: account.name, environment: 'sandbox' }, tx.accountId);
  return withLink(await read(tx, sandboxes, access, id), link);
}

export async function updateSandbox(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  const current = await read(tx, sandboxes, access, id);
  write.check(current);
  const body = await write.body();
  changesIn(sandboxes, parsed(current, access.caller.baseUrl), body, access.caller.baseUrl);
  if (Object.hasOwn(body, 'clock')) await moveClock(tx, id, body.clock as string | null);
  return read(tx, sandboxes, access, id);
}

export async function removeSandbox(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  write.check(await read(tx, sandboxes, access, id));
  await markDropping(tx, id);
}
