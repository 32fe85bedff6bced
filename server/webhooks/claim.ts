/**
 * Finds what is due for an endpoint that this worker has leased. Reading is enough: nobody else sends to the endpoint
 * meanwhile, and the worker itself knows what it has in hand.
 */

import { unexpired } from '../events/retention.ts';
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { OpenText } from '../platform/database/texts.ts';
import { binder } from '../platform/store/condition.ts';
import { openedText } from '../platform/store/sealing.ts';
import type { Recipient } from './recipient.ts';

export interface Due {
  readonly id: string;
  /** Names the partition, as the database writes it. */
  readonly createdAt: string;
  /** When it became due, in the same form. */
  readonly dueAt: string;
  readonly eventId: string;
  readonly isRedelivery: boolean;
  readonly isPing: boolean;
  /** Attempts since the waits began, without the one to come. */
  readonly triesCount: number;
  /** All attempts that are written down. */
  readonly attemptsCount: number;
  /** The event as JSON text without its closing brace; null when it has expired, or its application may not read it. */
  readonly event: OpenText | null;
}

export type Sendable = Due & { readonly event: OpenText };

export interface Wanted {
  readonly max: number;
  /** Of redeliveries no more than these: new events are not held up by them. */
  readonly redeliveriesMax: number;
  /** Of the events together, but for the first. */
  readonly bytesMax: number;
  /** What this worker has in hand. */
  readonly except: readonly string[];
  /**
   * New deliveries are looked for behind this one, the last that was found. Those before it have been sent, and the
   * database would go through the remains of each of them.
   */
  readonly after: Pick<Due, 'dueAt' | 'id'> | null;
}

export interface FoundDue {
  readonly due: readonly Due[];
  /** More were due than fit. */
  readonly hasMore: boolean;
}

const columns =
  'id, created_at, event_id, event_topic, event_published_at, redelivery_id, tries_count, attempts_count, next_attempt_at';

const first = { dueAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

/**
 * A ping is sent in every state of the endpoint, and before everything else; the rest only while it is active. Each kind
 * is asked for in the words of the index that was made for it.
 */
export async function findDue(session: Session, recipient: Recipient, wanted: Wanted): Promise<FoundDue> {
  const { endpointId, status, visible } = recipient;
  const { values, place } = binder([endpointId, session.machineNow, wanted.except]);
  const { dueAt, id } = wanted.after ?? first;
  const due = (kind: string, max: number) => `(
  select ${columns} from deliveries
  where account_id = $1 and webhook_endpoint_id = $2 and next_attempt_at <= $3
    and id <> all($4::uuid[]) and ${kind}
  order by next_attempt_at, id limit ${place(max)})`;
  const kinds = [
    due("event_topic = 'ping'", wanted.max),
    ...(status === 'active'
      ? [
          due(
            `status = 'undelivered' and redelivery_id is null and event_topic <> 'ping'
    and (next_attempt_at, id) > (${place(dueAt)}::timestamptz, ${place(id)}::uuid)`,
            wanted.max,
          ),
          due('redelivery_id is not null', wanted.redeliveriesMax),
        ]
      : []),
  ];
  const max = place(wanted.max);
  const found = await session.run<Due & { readonly isLeft: boolean }>(
    statement(`
select id::text as id, created_at::text as "createdAt", next_attempt_at::text as "dueAt", event_id::text as "eventId",
  redelivery_id is not null as "isRedelivery", event_topic = 'ping' as "isPing", tries_count as "triesCount",
  attempts_count as "attemptsCount", ordinal > 1 and bytes_so_far > ${place(wanted.bytesMax)}::bigint as "isLeft",
  case when ordinal = 1 or bytes_so_far <= ${place(wanted.bytesMax)}::bigint then event end as event
from (
  select *, row_number() over (rows unbounded preceding) as ordinal,
    coalesce(sum(octet_length(event)) over (rows unbounded preceding), 0) as bytes_so_far
  from (
    select due.*, (select representation from events as shown_row
      where shown_row.account_id = $1 and shown_row.id = due.event_id
        and shown_row.published_at = due.event_published_at
        and ${[...visible, unexpired(session)].map((condition) => condition(place)).join(' and ')}) as event
    from (${kinds.join(' union all ')}) as due limit ${max}
  ) as named
) as sized order by ordinal`),
    values,
  );
  const taken = found
    .filter(({ isLeft }) => !isLeft)
    .map(({ isLeft: _, event, ...one }) => ({ ...one, event: event && openedText(session, event) }));
  return { due: taken, hasMore: taken.length < found.length };
}

const next = statement(`
select min(next_attempt_at) as at from deliveries
where account_id = $1 and webhook_endpoint_id = $2 and status = 'undelivered' and next_attempt_at is not null`);

export async function nextDueAt(session: Session, endpointId: string): Promise<Date | null> {
  const [row] = await session.run<{ at: Date | null }>(next, [endpointId]);
  return row?.at ?? null;
}

/** What will never be sent: its event has expired, or must not be read by who would get it. */
export async function dropDeliveries(session: Session, ids: readonly string[]): Promise<void> {
  await session.run(
    statement(`
with dropped as (
  delete from deliveries where account_id = $1 and id = any($2::uuid[]) and status = 'undelivered' returning id
)
delete from delivery_attempts where account_id = $1 and delivery_id = any(array(select id from dropped))`),
    [ids],
  );
}
