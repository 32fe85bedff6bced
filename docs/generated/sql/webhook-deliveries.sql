-- What the store sends for webhook-deliveries. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from webhook_deliveries as shown_row where shown_row.account_id = $1 and shown_row.client_application_id = $2::bigint and exists (select 1 from events as kept_event where kept_event.account_id = $1
    and kept_event.id = shown_row.event_id and coalesce(kept_event.recorded_at, kept_event.occurred_at) >= $3::timestamptz - make_interval(days => coalesce(
    (select least(greatest(event_days, null), 3650) from accounts where accounts.id = $1 and event_days is not null),
    (select event_days from installation_state))))
  order by shown_row.id asc limit $4::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from webhook_deliveries as shown_row where shown_row.account_id = $1 and shown_row.client_application_id = $2::bigint and exists (select 1 from events as kept_event where kept_event.account_id = $1
    and kept_event.id = shown_row.event_id and coalesce(kept_event.recorded_at, kept_event.occurred_at) >= $3::timestamptz - make_interval(days => coalesce(
    (select least(greatest(event_days, null), 3650) from accounts where accounts.id = $1 and event_days is not null),
    (select event_days from installation_state)))) and (shown_row.id) > ($4::uuid)
  order by shown_row.id asc limit $5::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, shown_row.representation as representation
from webhook_deliveries as shown_row where account_id = $1 and id = any($2::uuid[]) and shown_row.client_application_id = $3::bigint and exists (select 1 from events as kept_event where kept_event.account_id = $1
    and kept_event.id = shown_row.event_id and coalesce(kept_event.recorded_at, kept_event.occurred_at) >= $4::timestamptz - make_interval(days => coalesce(
    (select least(greatest(event_days, null), 3650) from accounts where accounts.id = $1 and event_days is not null),
    (select event_days from installation_state)))) order by shown_row.id;
