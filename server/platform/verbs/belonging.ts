/** Rows that are kept back, or belong to a client application or a parent: who sees them, and the columns of a new row. */
import { type Belonging, ownerPathOf } from '@muster/contract/kit/belonging.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { AccountTime } from '../database/database.ts';
import { columnAt, ownerColumn } from '../store/columns.ts';
import type { Condition } from '../store/condition.ts';
import type { Values } from '../store/values.ts';
import type { AccessContext } from './access.ts';

/** Other client applications do not see the rows; administrators of the account see all. */
export const ownedBy =
  ({ clientApplicationId, person }: Pick<Caller, 'clientApplicationId' | 'person'>): Condition =>
  (place) =>
    person ? 'true' : `shown_row.client_application_id = ${place(clientApplicationId)}::bigint`;

/** Rows that the declaration shows to nobody are left out. */
export function shownRows({ shownWhile }: Resource): Condition[] {
  if (!shownWhile) return [];
  const column = `shown_row.${columnAt(shownWhile.path)}`;
  return [() => (shownWhile.is === null ? `${column} is null` : `not ${column}`)];
}

/** Rows that have expired are absent, whenever they are removed. */
export function unexpiredRows({ expiresBy }: Resource, time: () => AccountTime): Condition[] {
  if (expiresBy === undefined) return [];
  const { now, machineNow } = time();
  const moment = expiresBy === 'machine' ? machineNow : now;
  return [(place) => `(shown_row.expires_at is null or shown_row.expires_at > ${place(moment)}::timestamptz)`];
}

export const insideOf =
  (within: NonNullable<Belonging['within']>, ownerId: string): Condition =>
  (place) =>
    `shown_row.${ownerColumn(within.type)} = ${place(ownerId)}::bigint`;

/** The owner columns of a new row. */
export const belongings = ({ isOwned, within }: Resource, { caller, ownerId }: AccessContext): Values => ({
  ...(isOwned && { clientApplicationId: caller.clientApplicationId }),
  ...(within && { [ownerPathOf(within)]: ownerId }),
});
