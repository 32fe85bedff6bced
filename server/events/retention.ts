/**
 * The retention of events: by the clock of their account, for the time set by the account or the installation. An
 * expired event is invisible at once, whenever its row is removed.
 */
import type { Database, Session } from '../platform/database/database.ts';
import type { Condition } from '../platform/store/condition.ts';

/** If nodes have different settings, the node that started last wins. */
export async function keepRetention(database: Pick<Database, 'query'>, eventDays: number): Promise<void> {
  await database.query('update installation_state set event_days = $1 where event_days <> $1', [eventDays]);
}

/** SQL: not expired. For an event recorded late, retention starts at the recording. */
export const unexpired =
  ({ now, bounds: { eventDays = {} } }: Session): Condition =>
  (place) => {
    const { min = 'null', max = 'null' } = eventDays;
    return `coalesce(shown_row.recorded_at, shown_row.occurred_at) >= ${place(now)}::timestamptz - make_interval(days => coalesce(
    (select least(greatest(event_days, ${min}), ${max}) from accounts where accounts.id = $1 and event_days is not null),
    (select event_days from installation_state)))`;
  };
