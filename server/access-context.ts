/** Which rows a caller may see, and how one of them is read. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { behaviourOf, unexpiredOf, verbsOf } from './behaviours.ts';
import type { Caller } from './identity/auth/caller.ts';
import { visibleInTeam } from './people/team.ts';
import type { AccountTime, Session } from './platform/database/database.ts';
import type { Condition } from './platform/store/condition.ts';
import { visibleIn } from './platform/store/establishments.ts';
import type { CallerPointInTime, PointInTime } from './platform/store/point-in-time.ts';
import type { StoredRow } from './platform/store/read.ts';
import type { AccessContext } from './platform/verbs/access.ts';
import { ownedBy, shownRows } from './platform/verbs/belonging.ts';

const lastingConditions = (resource: Resource, caller: Caller): Condition[] => [
  ...(resource.isOwned ? [ownedBy(caller)] : []),
  ...visibleIn(resource, caller.establishments),
  ...visibleInTeam(resource, caller),
  ...shownRows(resource),
  ...(behaviourOf(resource).visible?.(caller) ?? []),
];

/** `time` is asked only where something can expire. */
export function accessContextOn(resource: Resource, caller: Caller, time: () => AccountTime): AccessContext {
  const known = new Map<Resource, readonly Condition[]>();
  // An import asks for each reference of each of its people.
  const conditionsOn = (other: Resource) => {
    const found = known.get(other) ?? lastingConditions(other, caller);
    known.set(other, found);
    const unexpired = unexpiredOf(other, time);
    return unexpired.length === 0 ? found : [...found, ...unexpired];
  };
  const shownOn = (other: Resource) => behaviourOf(other).shown?.(caller, time) ?? null;
  return { caller, conditions: conditionsOn(resource), conditionsOn, shown: shownOn(resource), shownOn };
}

/** Where other rows decide who sees a row, nothing is known of one that is gone. */
export const knowsFormer = (resource: Resource, { establishments, person }: Caller): boolean =>
  (person?.teamOf ?? null) === null && (establishments === null || !behaviourOf(resource).visible);

/** The same, for a request that asks about another time. The rights of today decide what its caller sees. */
export function accessContextAt(
  resource: Resource,
  caller: Caller,
  time: () => AccountTime,
  pointInTime: PointInTime,
): AccessContext & { readonly pointInTime: CallerPointInTime } {
  const access = accessContextOn(resource, caller, time);
  const { establishments, person, clientApplicationId } = caller;
  const reader = { establishments, clientApplicationId: person ? null : clientApplicationId };
  return {
    ...access,
    pointInTime: {
      ...pointInTime,
      inTimeOf: (other) => behaviourOf(other).inTime,
      visibleOf: access.conditionsOn,
      formerReaderOf: (other) => (knowsFormer(other, caller) ? reader : null),
    },
  };
}

/** Reads one row, with the read function of its resource. */
export function readOne(session: Session, resource: Resource, access: AccessContext, id: string): Promise<StoredRow> {
  return verbsOf(resource).read(session, access, id);
}
