/** Client applications as owners of endpoints: what belongs to them, and what may be pushed to them now. */

import { type EventReader, readableEvents } from '../events/visible.ts';
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { Condition } from '../platform/store/condition.ts';
import type { AccessContext } from '../platform/verbs/access.ts';

const rights = statement(`
select scopes, business_establishments_id::text[] as establishments from client_applications
where account_id = $1 and id = $2`);

/** The scopes granted to the application count, not those of the token it uses. */
export async function visibleToApplication(session: Session, clientApplicationId: string): Promise<Condition[]> {
  const [row] = await session.run<{ scopes: string[]; establishments: string[] | null }>(rights, [clientApplicationId]);
  const reader: EventReader = {
    clientApplicationId,
    scopes: new Set(row?.scopes),
    establishments: row?.establishments ?? null,
    person: null,
  };
  return readableEvents(reader, session);
}

const owner = statement(`
select client_application_id::text as id from webhook_endpoints where account_id = $1 and id = $2`);

/**
 * The owner of an endpoint, and so of its secrets, pings and redeliveries. A client application sees only its own
 * endpoints; a person in the console acts for the application that owns the endpoint.
 */
export async function ownerOf(session: Session, { caller }: AccessContext, endpointId: string): Promise<string> {
  if (!caller.person) return caller.clientApplicationId;
  const [row] = await session.run<{ id: string }>(owner, [endpointId]);
  return row?.id ?? caller.clientApplicationId;
}
