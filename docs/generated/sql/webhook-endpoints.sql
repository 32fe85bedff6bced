-- What the store sends for webhook-endpoints. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 353067671178891131 then shown_row.representation else webhook_endpoints_text_4e6592d224acf7b(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from webhook_endpoints as shown_row where shown_row.account_id = $1 and shown_row.client_application_id = $2::bigint
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 353067671178891131 then shown_row.representation else webhook_endpoints_text_4e6592d224acf7b(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from webhook_endpoints as shown_row where shown_row.account_id = $1 and shown_row.client_application_id = $2::bigint and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint) as sized
) as fitting where ordinal < $4::bigint and (ordinal = 1 or bytes_so_far <= $5::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 353067671178891131 then shown_row.representation else webhook_endpoints_text_4e6592d224acf7b(shown_row.account_id, shown_row.id) end as representation
from webhook_endpoints as shown_row where account_id = $1 and id = any($2::bigint[]) and shown_row.client_application_id = $3::bigint order by shown_row.id;

-- Insert
with given as (
  select nextval('webhook_endpoints_id_seq') as id, $3::text as name, $4::date as api_version, $5::text as webhook_url, $6::json as topics, $7::bigint[] as business_establishments_id, $8::text as status, $9::timestamptz as failing_since, $10::timestamptz as suspended_at, $11::text as suspension_reason, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $12::bigint as client_application_id, $13::bigint as subscribed_after, $14::bigint as warnings_count, nextval('revisions') as revision
), shown as (
  insert into webhook_endpoints (account_id, revision, id, name, api_version, webhook_url, topics, business_establishments_id, status, failing_since, suspended_at, suspension_reason, created_at, last_updated_at, client_application_id, subscribed_after, warnings_count, representation, representation_version)
  select $1, revision, id, name, api_version, webhook_url, topics, business_establishments_id, status, failing_since, suspended_at, suspension_reason, created_at, last_updated_at, client_application_id, subscribed_after, warnings_count, E'{"id":"' || given.id || E'","type":"webhook-endpoint' || E'","url":"\x01' || E'/svc-api/webhook-endpoints/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"apiVersion":' || (E'"' || given.api_version || E'"')
    || E',"webhookUrl":' || to_json(given.webhook_url)::text
    || E',"topics":' || given.topics::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"status":' || to_json(given.status)::text
    || E',"failingSince":' || coalesce(to_char(given.failing_since, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"suspendedAt":' || coalesce(to_char(given.suspended_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"suspensionReason":' || coalesce(to_json(given.suspension_reason)::text, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 353067671178891131 from given
  returning id, revision, representation, webhook_endpoints.client_application_id
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'webhook-endpoint.created', 'webhook-endpoint', id::text, $2, null,
    client_application_id, $15, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb)
  select $1, 'webhook-endpoint', shown.id::text, shown.revision, $2, $15, 'created'
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from webhook_endpoints where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, $5::text as name, $6::date as api_version, $7::text as webhook_url, $8::json as topics, $9::bigint[] as business_establishments_id, $10::text as status, failing_since, suspended_at, suspension_reason, created_at, $2::timestamptz as last_updated_at, client_application_id, subscribed_after, warnings_count from before
), written as (
  select given.id, given.name, given.api_version, given.webhook_url, given.topics, given.business_establishments_id, given.status, given.last_updated_at, E'{"id":"' || given.id || E'","type":"webhook-endpoint' || E'","url":"\x01' || E'/svc-api/webhook-endpoints/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"apiVersion":' || (E'"' || given.api_version || E'"')
    || E',"webhookUrl":' || to_json(given.webhook_url)::text
    || E',"topics":' || given.topics::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"status":' || to_json(given.status)::text
    || E',"failingSince":' || coalesce(to_char(given.failing_since, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"suspendedAt":' || coalesce(to_char(given.suspended_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"suspensionReason":' || coalesce(to_json(given.suspension_reason)::text, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update webhook_endpoints as changed
  set name = written.name, api_version = written.api_version, webhook_url = written.webhook_url, topics = written.topics, business_establishments_id = written.business_establishments_id, status = written.status, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 353067671178891131, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation, changed.client_application_id
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'webhook-endpoint.updated', 'webhook-endpoint', id::text, $2, null,
    client_application_id, $11, shown.representation || '}', (select '{' || substr(case when to_json(before.name)::text is distinct from to_json(given.name)::text then ',"name":' || coalesce(to_json(before.name)::text, 'null') else '' end || case when (E'"' || before.api_version || E'"') is distinct from (E'"' || given.api_version || E'"') then ',"apiVersion":' || coalesce((E'"' || before.api_version || E'"'), 'null') else '' end || case when to_json(before.webhook_url)::text is distinct from to_json(given.webhook_url)::text then ',"webhookUrl":' || coalesce(to_json(before.webhook_url)::text, 'null') else '' end || case when before.topics::text is distinct from given.topics::text then ',"topics":' || coalesce(before.topics::text, 'null') else '' end || case when case when before.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(before.business_establishments_id) with ordinality as named (id, position)), '') || ']' end is distinct from case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end then ',"businessEstablishments":' || coalesce(case when before.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(before.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null') else '' end || case when to_json(before.status)::text is distinct from to_json(given.status)::text then ',"status":' || coalesce(to_json(before.status)::text, 'null') else '' end, 2) || '}' from before, given)
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, former, former_revision)
  select $1, 'webhook-endpoint', shown.id::text, shown.revision, $2, $11, 'updated', (select array_remove(array[case when to_json(before.name)::text is distinct from to_json(given.name)::text then 'name' end, case when (E'"' || before.api_version || E'"') is distinct from (E'"' || given.api_version || E'"') then 'apiVersion' end, case when to_json(before.webhook_url)::text is distinct from to_json(given.webhook_url)::text then 'webhookUrl' end, case when before.topics::text is distinct from given.topics::text then 'topics' end, case when case when before.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(before.business_establishments_id) with ordinality as named (id, position)), '') || ']' end is distinct from case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end then 'businessEstablishments' end, case when to_json(before.status)::text is distinct from to_json(given.status)::text then 'status' end]::text[], null) from before, given), case when before.representation_version = 353067671178891131 or is_newer_text('webhook-endpoint', before.representation_version, 353067671178891131)
    then before.representation else webhook_endpoints_text_4e6592d224acf7b(json_populate_record(null::webhook_endpoints, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from webhook_endpoints where account_id = $1 and id = $3 returning *
), given as (
  select id, name, api_version, webhook_url, topics, business_establishments_id, status, failing_since, suspended_at, suspension_reason, created_at, $2::timestamptz as last_updated_at, client_application_id, subscribed_after, warnings_count from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"webhook-endpoint' || E'","url":"\x01' || E'/svc-api/webhook-endpoints/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"apiVersion":' || (E'"' || given.api_version || E'"')
    || E',"webhookUrl":' || to_json(given.webhook_url)::text
    || E',"topics":' || given.topics::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"status":' || to_json(given.status)::text
    || E',"failingSince":' || coalesce(to_char(given.failing_since, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"suspendedAt":' || coalesce(to_char(given.suspended_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"suspensionReason":' || coalesce(to_json(given.suspension_reason)::text, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, given.client_application_id from given
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'webhook-endpoint.deleted', 'webhook-endpoint', id::text, $2, null,
    client_application_id, $4, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, former, former_revision, last_state, business_establishment_id, client_application_id)
  select $1, 'webhook-endpoint', shown.id::text, nextval('revisions'), $2, $4, 'deleted', case when removed.representation_version = 353067671178891131 or is_newer_text('webhook-endpoint', removed.representation_version, 353067671178891131)
    then removed.representation else webhook_endpoints_text_4e6592d224acf7b(json_populate_record(null::webhook_endpoints, to_json(removed))) end, removed.revision, shown.representation, null, shown.client_application_id
  from shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
