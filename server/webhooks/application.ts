/** The rights of a client application, as they are now: what may be pushed to its endpoints. */
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { type EventReader, visibleEvents } from '../events/visible.ts';
import type { Condition } from '../store/read.ts';

const rights = statement(`
select scopes, business_establishments_id::text[] as establishments from client_applications
where account_id = $1 and id = $2`);

/** What counts is what was granted to the application, not the scopes of the token that it happens to use. */
export async function visibleToApplication(session: Session, clientApplicationId: string): Promise<Condition[]> {
  const [row] = await session.run<{ scopes: string[]; establishments: string[] | null }>(rights, [clientApplicationId]);
  const reader: EventReader = {
    clientApplicationId,
    scopes: new Set(row?.scopes),
    establishments: row?.establishments ?? null,
    person: null,
  };
  return visibleEvents(reader);
}
