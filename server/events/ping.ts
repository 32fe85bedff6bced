/**
 * A ping is an event without a change. The caller needs its number, so it is numbered at once, under the same lock as
 * the publisher's, and does not go through the outbox.
 */
import { events } from '@muster/contract/resources/events.ts';
import { pingTopic } from '@muster/contract/topics.ts';
import { apiVersion } from '@muster/contract/version.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { authorText } from '../platform/store/recorded.ts';
import { representation } from '../platform/store/representation.ts';

/** The requesting application and the subject of the ping: `data` itself is empty. */
export interface Ping {
  readonly clientApplicationId: string;
  readonly dataType: string;
  readonly dataId: string;
}

const logged = statement(`
with counted as (
  insert into published (account_id, last_id) select $1, events_from + 1 from installation_state
  on conflict (account_id) do update set last_id = published.last_id + 1
  returning last_id as id
), numbered as (
  select id, $2::date as api_version, '${pingTopic}'::text as topic, $3::timestamptz as occurred_at, '{}'::text as data,
    null::bigint as business_establishment_id, null::text as previous_attributes, $8::text as author
  from counted
)
insert into events (account_id, id, topic, data_type, data_id, occurred_at, client_application_id, published_at,
  author, author_type, author_id, representation)
select $1, id, topic, $4, $5, occurred_at, $6::bigint, $7::timestamptz, author, author::json ->> 'type', author::json ->> 'id', ${representation(events, 'numbered')}
from numbered returning id::text as id`);

/**
 * Returns the id of the event. Other publications of the account wait until the transaction ends; `ensureWeek` comes
 * before, at its beginning.
 */
export async function recordPing(tx: Tx, { clientApplicationId, dataType, dataId }: Ping): Promise<string> {
  const { now, machineNow } = tx;
  const values = [apiVersion, now, dataType, dataId, clientApplicationId, machineNow, authorText(tx.author)];
  const [row] = await tx.run<{ id: string }>(logged, values);
  return (row as { id: string }).id;
}
