/**
 * How long events are kept: by the clock of their account, for as long as it says, else the installation. What has had its
 * time is absent from that moment, whenever its row is removed.
 */
import type { Database, Session } from '../database/database.ts';
import type { Condition } from '../store/condition.ts';

/** Nodes with different settings go by the one that was started last. */
export async function keepRetention(database: Pick<Database, 'query'>, eventDays: number): Promise<void> {
  await database.query('update installation_state set event_days = $1 where event_days <> $1', [eventDays]);
}

/** SQL: what is kept. What was recorded late counts from then. */
export const unexpired =
  ({ now, bounds: { eventDays = {} } }: Session): Condition =>
  (place) => {
    const { min = 'null', max = 'null' } = eventDays;
    return `coalesce(shown_row.recorded_at, shown_row.occurred_at) >= ${place(now)}::timestamptz - make_interval(days => coalesce(
    (select least(greatest(event_days, ${min}), ${max}) from accounts where accounts.id = $1 and event_days is not null),
    (select event_days from installation_state)))`;
  };
