/**
 * Finds due deliveries of an endpoint that this worker has leased. Reading is enough: nobody else sends to the endpoint
 * meanwhile, and the worker knows its deliveries in flight.
 */

import { unexpired } from '../events/retention.ts';
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { OpenText } from '../platform/database/texts.ts';
import { binder } from '../platform/store/condition.ts';
import { openedText } from '../platform/store/sealing.ts';
import { shownColumns } from '../platform/store/shown-columns.ts';
import type { Recipient } from './recipient.ts';

export interface Due {
  readonly id: string;
  /** Identifies the partition, in the format of the database. */
  readonly createdAt: string;
  /** When it became due, in the same form. */
  readonly dueAt: string;
  readonly eventId: string;
  readonly isRedelivery: boolean;
  readonly isPing: boolean;
  /** Attempts in the current retry cycle, without the next one. */
  readonly triesCount: number;
  /** All stored attempts. */
  readonly attemptsCount: number;
  /** The event as JSON text without its closing brace; null if it has expired, or its application may not read it. */
  readonly event: OpenText | null;
  /** Of the request that made the change; only where traces are made. */
  readonly traceparent?: string | null;
}

export type Sendable = Due & { readonly event: OpenText };

export interface Wanted {
  readonly max: number;
  /** The maximum number of redeliveries, so that they do not delay new events. */
  readonly redeliveriesMax: number;
  /** The maximum size of all events together, except the first. */
  readonly bytesMax: number;
  /** Deliveries in flight on this worker. */
  readonly except: readonly string[];
  /**
   * Searches for new deliveries after this one, the last that was found. Earlier ones have been sent, and the database
   * would scan their dead rows.
   */
  readonly after: Pick<Due, 'dueAt' | 'id'> | null;
  /** Whether deliveries continue the traces of requests. */
  readonly isTraced: boolean;
}

export interface FoundDue {
  readonly due: readonly Due[];
  /** More deliveries are due than fit. */
  readonly hasMore: boolean;
}

const columns =
  'id, created_at, event_id, event_topic, event_published_at, redelivery_id, tries_count, attempts_count, next_attempt_at';

const first = { dueAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

/**
 * A ping is sent in every state of the endpoint and before everything else; other deliveries only while it is active.
 * Each kind is queried in the form of its index.
 */
export async function findDue(session: Session, recipient: Recipient, wanted: Wanted): Promise<FoundDue> {
  const { endpointId, status, visible, shown } = recipient;
  const { values, place } = binder([endpointId, session.machineNow, wanted.except]);
  const { representation } = shownColumns(shown, place);
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
  const isEvent = `shown_row.account_id = $1 and shown_row.id = due.event_id
        and shown_row.published_at = due.event_published_at`;
  const found = await session.run<Due & { readonly isLeft: boolean }>(
    statement(`
select id::text as id, created_at::text as "createdAt", next_attempt_at::text as "dueAt", event_id::text as "eventId",
  redelivery_id is not null as "isRedelivery", event_topic = 'ping' as "isPing", tries_count as "triesCount",
  attempts_count as "attemptsCount", ordinal > 1 and bytes_so_far > ${place(wanted.bytesMax)}::bigint as "isLeft",
  case when ordinal = 1 or bytes_so_far <= ${place(wanted.bytesMax)}::bigint then event end as event${wanted.isTraced ? ', traceparent' : ''}
from (
  select *, row_number() over (rows unbounded preceding) as ordinal,
    coalesce(sum(octet_length(event)) over (rows unbounded preceding), 0) as bytes_so_far
  from (
    select due.*, (select ${representation} from events as shown_row
      where ${isEvent}
        and ${[...visible, unexpired(session)].map((condition) => condition(place)).join(' and ')}) as event${wanted.isTraced ? `, (select traceparent from events as shown_row where ${isEvent}) as traceparent` : ''}
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

/** Removes deliveries that will never be sent: the event has expired, or the recipient may not read it. */
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
