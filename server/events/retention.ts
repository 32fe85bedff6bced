/**
 * The retention of events: by the clock of their account, for the time set by the account or the installation. An
 * expired event is invisible at once, whenever its row is removed; so are its deliveries and their attempts.
 */
import type { AccountTime, Database } from '../platform/database/database.ts';
import type { Condition, Place } from '../platform/store/condition.ts';

/** If nodes have different settings, the node that started last wins. */
export async function keepRetention(database: Pick<Database, 'query'>, eventDays: number): Promise<void> {
  await database.query('update installation_state set event_days = $1 where event_days <> $1', [eventDays]);
}

/** SQL: not expired. For an event recorded late, retention starts at the recording. */
export const unexpired =
  (time: AccountTime): Condition =>
  (place) =>
    isKept('shown_row', time, place);

function isKept(event: string, { now, bounds: { eventDays = {} } }: AccountTime, place: Place): string {
  const { min = 'null', max = 'null' } = eventDays;
  return `coalesce(${event}.recorded_at, ${event}.occurred_at) >= ${place(now)}::timestamptz - make_interval(days => coalesce(
    (select least(greatest(event_days, ${min}), ${max}) from accounts where accounts.id = $1 and event_days is not null),
    (select event_days from installation_state)))`;
}

export const unexpiredEvents = (time: AccountTime): Condition[] => [unexpired(time)];

/** Deliveries and attempts: those of an event that has not expired. */
export const ofKeptEvents = (time: AccountTime): Condition[] => [
  (place) => `exists (select 1 from events as kept_event where kept_event.account_id = $1
    and kept_event.id = shown_row.event_id and ${isKept('kept_event', time, place)})`,
];
