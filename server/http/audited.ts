/**
 * Records what people do through the API in the transaction of the change. Client applications are identified by their
 * events instead.
 */
import type { Session } from '../database/database.ts';
import type { Shown } from '../store/read.ts';
import { type Actor, difference, keepDeed } from '../verbs/audit.ts';
import { parsed } from '../verbs/standard.ts';
import { idOf, readOne, sightOf, type Visit } from './visit.ts';

/** The row before a change, if the change is audited. */
export const seenBefore = async (session: Session, visit: Visit): Promise<Shown | null> =>
  visit.caller.person ? readOne(session, visit.resource, sightOf(visit), idOf(visit)) : null;

export async function audited(
  session: Session,
  visit: Visit,
  verb: 'created' | 'updated' | 'deleted',
  before: Shown | null,
  after: Shown | null,
): Promise<void> {
  const { resource, caller } = visit;
  const actor = actorOf(visit);
  const id = (after ?? before)?.id;
  // A change without effect is not recorded.
  if (!actor || id === undefined || (before && before.revision === after?.revision)) return;
  const rowOf = (shown: Shown | null) => shown && parsed(shown, caller.baseUrl);
  const { type } = resource;
  await keepDeed(session, actor, {
    action: `${type}.${verb}`,
    subject: { type, id },
    ...difference(resource, rowOf(before), rowOf(after)),
  });
}

function actorOf({ caller: { person }, request }: Visit): Actor | null {
  return (
    person && {
      kind: 'person',
      id: person.administratorId,
      name: person.email,
      address: request.ip,
      traceId: request.id,
    }
  );
}
