/** Changes of administrators. At least one owner who can sign in is always left, also with concurrent changes. */
import { administrators } from '@muster/contract/administration/administrators.ts';
import { savedViews } from '@muster/contract/administration/saved-views.ts';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { remove as removeRows } from '../../platform/store/write.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { changesIn, type JsonObject } from '../../platform/verbs/body.ts';
import { change, remove } from '../../platform/verbs/standard.ts';
import { invalid } from '../../problem.ts';
import { checkLimits } from '../accounts/role-limits.ts';
import { renewCredentials } from './credentials.ts';

const owners = statement(`
select id::text as id from administrators where account_id = $1 and role = 'owner' and not is_disabled
order by id for update`);

const lastOwner = 'This is the last owner who can sign in: make another one first.';

/** Locks out other changes of owners until this one is done. */
async function isLastOwner(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.run<{ id: string }>(owners);
  return rows.length === 1 && rows[0]?.id === id;
}

export async function updateAdministrator(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  const isLast = await isLastOwner(tx, id);
  let changes: JsonObject = {};
  const shown = await change(tx, administrators, access, id, write, async (current, body) => {
    changes = changesIn(administrators, current, body, access.caller.baseUrl);
    await checkLimits(tx, administrators, access, { ...current, ...changes }, current);
    if (isLast && changes.role !== undefined) throw invalid({ role: [lastOwner] });
    if (isLast && changes.isDisabled) throw invalid({ isDisabled: [lastOwner] });
    return changes;
  });
  // A person whose rights change signs in again.
  if (changes.role !== undefined || changes.isDisabled) await renewCredentials(tx, id, null);
  return shown;
}

export async function removeAdministrator(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  if (await isLastOwner(tx, id)) throw invalid({ id: [lastOwner] });
  await remove(tx, administrators, access, id, write);
  // Nobody else sees them; shared ones stay for the others.
  await removeRows(tx, savedViews, [(place) => `owner_id = ${place(id)} and not is_shared`]);
}
