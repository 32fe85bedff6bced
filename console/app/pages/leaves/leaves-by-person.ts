/** Leaves as a calendar shows them, grouped by person. */
import type { Listed } from '@muster/client/collection.ts';
import type { leaves } from '@muster/contract/resources/leaves.ts';

export type ShownLeave = Pick<
  Listed<typeof leaves>,
  'id' | 'employee' | 'leaveAccount' | 'startsOn' | 'startPosition' | 'endsOn' | 'endPosition' | 'status'
>;

export interface PersonLeaves {
  readonly id: string;
  readonly leaves: readonly ShownLeave[];
}

/** A cancelled leave is behind the others: a cell shows the first one. */
const cancelledLast = (one: ShownLeave, other: ShownLeave): number =>
  Number(one.status === 'cancelled') - Number(other.status === 'cancelled');

/** In the order of the ids. */
export function byPerson(ids: readonly string[], found: readonly ShownLeave[]): readonly PersonLeaves[] {
  const grouped = Map.groupBy(found, ({ employee }) => employee.id);
  return ids.map((id) => ({ id, leaves: (grouped.get(id) ?? []).toSorted(cancelledLast) }));
}
