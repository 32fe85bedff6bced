-- What the delivery worker looks things up by. Adds indexes and one column; rows that exist stay as they are.

-- Pings go first and redeliveries get half of the parallel attempts, so each has a way of its own to what is due.
create index deliveries_due_pings on deliveries (account_id, webhook_endpoint_id, next_attempt_at)
  where event_topic = 'ping' and next_attempt_at is not null;
create index deliveries_due_again on deliveries (account_id, webhook_endpoint_id, next_attempt_at)
  where redelivery_id is not null and next_attempt_at is not null;

-- An endpoint that keeps failing rests before the next attempt, whatever becomes due meanwhile.
alter table webhook_queues add column rests_until timestamptz;

-- When somebody may take it on: when it is due and has rested, or when whoever had it has not been heard of for long.
create index webhook_queues_by_readiness on webhook_queues ((coalesce(leased_until, greatest(due_at, rests_until))));
