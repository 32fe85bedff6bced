/** Sandboxes for the owners of an account: copies of their own account. */
import { sandboxes } from '@muster/contract/administration/sandboxes.ts';
import type { Person } from '../../identity/auth/caller.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { changesIn, type JsonObject, valuesIn } from '../../platform/verbs/body.ts';
import * as standard from '../../platform/verbs/standard.ts';
import { markDropping } from './account-rows.ts';
import { moveClock } from './clock.ts';
import { copyOwnAccount } from './own-copy.ts';

/** Each is a whole copy. Operators may create more. */
const sandboxesMax = 5;

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  valuesIn(sandboxes, body, access.caller.baseUrl);
  return copyOwnAccount(tx, access, access.caller.person as Person, sandboxesMax);
}

export async function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  const current = await standard.read(tx, sandboxes, access, id);
  write.check(current);
  const body = await write.body();
  changesIn(sandboxes, standard.parsed(current, access.caller.baseUrl), body, access.caller.baseUrl);
  if (Object.hasOwn(body, 'clock')) await moveClock(tx, id, body.clock as string | null);
  return standard.read(tx, sandboxes, access, id);
}

export async function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  write.check(await standard.read(tx, sandboxes, access, id));
  await markDropping(tx, id);
}
