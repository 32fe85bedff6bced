-- What the store sends for webhook-redeliveries. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 522121265476853245 then shown_row.representation else webhook_redeliveries_text_73ef2864e6cddfd(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from webhook_redeliveries as shown_row where shown_row.account_id = $1 and shown_row.client_application_id = $2::bigint
  order by shown_row.id asc limit $3::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 522121265476853245 then shown_row.representation else webhook_redeliveries_text_73ef2864e6cddfd(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from webhook_redeliveries as shown_row where shown_row.account_id = $1 and shown_row.client_application_id = $2::bigint and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 522121265476853245 then shown_row.representation else webhook_redeliveries_text_73ef2864e6cddfd(shown_row.account_id, shown_row.id) end as representation
from webhook_redeliveries as shown_row where account_id = $1 and id = any($2::bigint[]) and shown_row.client_application_id = $3::bigint order by shown_row.id;

-- Insert
with given as (
  select nextval('webhook_redeliveries_id_seq') as id, $3::bigint as webhook_endpoint_id, $4::timestamptz as starts_at, $5::timestamptz as ends_at, $6::json as topics, $7::boolean as only_undelivered, $8::text as status, $9::integer as deliveries_count, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $10::bigint as client_application_id, $11::bigint as resumes_after, $12::bigint as ends_with, nextval('revisions') as revision
), shown as (
  insert into webhook_redeliveries (account_id, revision, id, webhook_endpoint_id, starts_at, ends_at, topics, only_undelivered, status, deliveries_count, created_at, last_updated_at, client_application_id, resumes_after, ends_with, representation, representation_version)
  select $1, revision, id, webhook_endpoint_id, starts_at, ends_at, topics, only_undelivered, status, deliveries_count, created_at, last_updated_at, client_application_id, resumes_after, ends_with, E'{"id":"' || given.id || E'","type":"webhook-redelivery' || E'","url":"\x01' || E'/svc-api/webhook-redeliveries/' || given.id || E'"'
    || E',"webhookEndpoint":' || (E'{"id":"' || given.webhook_endpoint_id || E'","type":"webhook-endpoint","url":"\x01/svc-api/webhook-endpoints/' || given.webhook_endpoint_id || E'"}')
    || E',"startsAt":' || to_char(given.starts_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"endsAt":' || to_char(given.ends_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"topics":' || coalesce(given.topics::text, 'null')
    || E',"onlyUndelivered":' || given.only_undelivered::text
    || E',"status":' || to_json(given.status)::text
    || E',"deliveriesCount":' || given.deliveries_count::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 522121265476853245 from given
  returning id, revision, representation, webhook_redeliveries.client_application_id
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;
