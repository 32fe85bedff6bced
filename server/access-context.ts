/** Which rows a caller may see, and how one of them is read. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { behaviourOf, unexpiredOf, verbsOf } from './behaviours.ts';
import type { Caller } from './identity/auth/caller.ts';
import type { AccountTime, Session } from './platform/database/database.ts';
import { visibleIn } from './platform/store/establishments.ts';
import type { StoredRow } from './platform/store/read.ts';
import type { AccessContext } from './platform/verbs/access.ts';
import { ownedBy, shownRows } from './platform/verbs/belonging.ts';

/** `time` is asked only where something can expire. */
export function accessContextOn(resource: Resource, caller: Caller, time: () => AccountTime): AccessContext {
  const conditionsOn = (other: Resource) => [
    ...(other.isOwned ? [ownedBy(caller)] : []),
    ...visibleIn(other, caller.establishments),
    ...shownRows(other),
    ...(behaviourOf(other).visible?.(caller) ?? []),
    ...unexpiredOf(other, time),
  ];
  const shownOn = (other: Resource) => behaviourOf(other).shown?.(caller, time) ?? null;
  return { caller, conditions: conditionsOn(resource), conditionsOn, shown: shownOn(resource), shownOn };
}

/** Reads one row, with the read function of its resource. */
export function readOne(session: Session, resource: Resource, access: AccessContext, id: string): Promise<StoredRow> {
  return verbsOf(resource).read(session, access, id);
}
