-- What the store sends for webhook-deliveries. Written by npm run generate.

-- First page
select count(*) as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions from (
  select shown_row.id, shown_row.revision, shown_row.representation from webhook_deliveries as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint
) as page;

-- Page after a cursor
select count(*) as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions from (
  select shown_row.id, shown_row.revision, shown_row.representation from webhook_deliveries as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::uuid)
  order by shown_row.id asc limit $3::bigint
) as page;

-- Read one

-- Insert
with given as (
  select $3::uuid as id, $4::bigint as event_id, $5::bigint as webhook_endpoint_id, $6::integer as attempts_count, $7::timestamptz as next_attempt_at, $8::text as status, $9::bigint as redelivery_id, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $10::bigint as client_application_id
), shown as (
  insert into webhook_deliveries (account_id, id, event_id, webhook_endpoint_id, attempts_count, next_attempt_at, status, redelivery_id, created_at, last_updated_at, client_application_id, representation)
  select $1, id, event_id, webhook_endpoint_id, attempts_count, next_attempt_at, status, redelivery_id, created_at, last_updated_at, client_application_id, E'{"id":"' || given.id || E'","type":"webhook-delivery' || E'","url":"\x01' || E'/svc-api/webhook-deliveries/' || given.id || E'"'
    || E',"event":' || (E'{"id":"' || given.event_id || E'","type":"event","url":"\x01/svc-api/events/' || given.event_id || E'"}')
    || E',"webhookEndpoint":' || (E'{"id":"' || given.webhook_endpoint_id || E'","type":"webhook-endpoint","url":"\x01/svc-api/webhook-endpoints/' || given.webhook_endpoint_id || E'"}')
    || E',"attemptsCount":' || given.attempts_count::text
    || E',"nextAttemptAt":' || coalesce(to_char(given.next_attempt_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"status":' || to_json(given.status)::text
    || E',"redelivery":' || coalesce((E'{"id":"' || given.redelivery_id || E'","type":"webhook-redelivery","url":"\x01/svc-api/webhook-redeliveries/' || given.redelivery_id || E'"}'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') from given
  returning id, revision, representation, webhook_deliveries.client_application_id
)
select id::text as id, revision::text as revision, representation from shown;
