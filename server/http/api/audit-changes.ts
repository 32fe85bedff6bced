/**
 * Records what people do through the API in the transaction of the change. Client applications are identified by their
 * events instead.
 */

import { readOne } from '../../access-context.ts';
import type { Session } from '../../platform/database/database.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { type Actor, recordAudit, recordChange } from '../../platform/verbs/audit.ts';
import type { RequestContext } from './request-context.ts';

/** The row before a change, if the change is audited. */
export const seenBefore = async (session: Session, context: RequestContext): Promise<StoredRow | null> =>
  context.caller.person ? readOne(session, context.resource, context.access(), context.id) : null;

export async function audited(
  session: Session,
  context: RequestContext,
  verb: 'created' | 'updated' | 'deleted',
  before: StoredRow | null,
  after: StoredRow | null,
): Promise<void> {
  const { resource, caller } = context;
  const actor = actorOf(context);
  if (actor) await recordChange(session, actor, { resource, verb, baseUrl: caller.baseUrl, before, after });
}

/** An act of a person on the row of the request that changes nothing. */
export async function auditedAct(session: Session, context: RequestContext, action: string): Promise<void> {
  const actor = actorOf(context);
  const { resource, id } = context;
  if (actor)
    await recordAudit(session, actor, { action, subject: { type: resource.type, id }, before: null, after: null });
}

function actorOf({ caller: { person }, request }: RequestContext): Actor | null {
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
