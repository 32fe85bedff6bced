/** Saved views: everybody sees their own and the shared ones, and changes their own. */
import { savedViews } from '@muster/contract/administration/saved-views.ts';
import { limits } from '@muster/contract/limits.ts';
import { detail } from '@muster/contract/messages.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Condition } from '../../platform/store/condition.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { insert } from '../../platform/store/write.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { changesIn, type JsonObject, valuesIn } from '../../platform/verbs/body.ts';
import * as standard from '../../platform/verbs/standard.ts';
import { invalid, Problem } from '../../problem.ts';

const isShared: Condition = () => 'shown_row.is_shared';

export const visible = ({ person }: Caller): Condition[] =>
  person === null
    ? [isShared]
    : [(place) => `(shown_row.is_shared or shown_row.owner_id = ${place(person.administratorId)})`];

/** The row of the person is locked, so that two changes at once see each other. */
const locked = statement('select 1 from administrators where account_id = $1 and id = $2::bigint for no key update');
const counted = statement('select count(*)::int as count from saved_views where account_id = $1 and owner_id = $2');
const named = statement(`
  select 1 from saved_views where account_id = $1 and owner_id = $2 and lower(name) = lower($3) and id <> $4::bigint`);

/** No unique index: older views may have the same name, and are still changed otherwise. */
async function refuseTaken(tx: Tx, ownerId: string, name: unknown, id = '0'): Promise<void> {
  const [other] = await tx.run(named, [ownerId, name, id]);
  if (other) throw invalid({ name: ['Another view of this person has this name already.'] });
}

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const { author, baseUrl } = access.caller;
  const values = valuesIn(savedViews, body, baseUrl);
  await tx.run(locked, [author.id]);
  const [own] = await tx.run<{ count: number }>(counted, [author.id]);
  if ((own?.count ?? 0) >= limits.savedViewsMax) {
    throw invalid({ name: [`A person has ${limits.savedViewsMax} views at most: delete one first.`] });
  }
  await refuseTaken(tx, author.id, values.name);
  return insert(tx, savedViews, { ...values, ownerId: author.id, ownerName: author.name });
}

/** Somebody may leave and keep a shared view that others use: an owner of the account looks after it. */
function refuseOthers({ person }: Caller, { ownerId }: JsonObject): void {
  if (person?.role === 'owner' || person?.administratorId === ownerId) return;
  throw new Problem('forbidden', detail('viewOfAnother'));
}

export const update = (tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> =>
  standard.change(tx, savedViews, access, id, write, async (current, body) => {
    refuseOthers(access.caller, current);
    const changes = changesIn(savedViews, current, body, access.caller.baseUrl);
    if ('name' in changes) {
      await tx.run(locked, [current.ownerId]);
      await refuseTaken(tx, String(current.ownerId), changes.name, id);
    }
    return changes;
  });

export async function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  const { baseUrl } = access.caller;
  refuseOthers(access.caller, standard.parsed(await standard.read(tx, savedViews, access, id), baseUrl));
  await standard.remove(tx, savedViews, access, id, write);
}
