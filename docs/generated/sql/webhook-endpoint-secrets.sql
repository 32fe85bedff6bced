-- What the store sends for webhook-endpoint-secrets. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 960546503457917321 then shown_row.representation else webhook_endpoint_secrets_text_d548bf4a8da4989(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from webhook_endpoint_secrets as shown_row where shown_row.account_id = $1 and shown_row.client_application_id = $2::bigint and (shown_row.expires_at is null or shown_row.expires_at > $3::timestamptz)
  order by shown_row.id asc limit $4::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 960546503457917321 then shown_row.representation else webhook_endpoint_secrets_text_d548bf4a8da4989(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from webhook_endpoint_secrets as shown_row where shown_row.account_id = $1 and shown_row.client_application_id = $2::bigint and (shown_row.expires_at is null or shown_row.expires_at > $3::timestamptz) and (shown_row.id) > ($4::bigint)
  order by shown_row.id asc limit $5::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 960546503457917321 then shown_row.representation else webhook_endpoint_secrets_text_d548bf4a8da4989(shown_row.account_id, shown_row.id) end as representation
from webhook_endpoint_secrets as shown_row where account_id = $1 and id = any($2::bigint[]) and shown_row.client_application_id = $3::bigint and (shown_row.expires_at is null or shown_row.expires_at > $4::timestamptz) order by shown_row.id;

-- Insert
with given as (
  select nextval('webhook_endpoint_secrets_id_seq') as id, $3::text as hint, $4::timestamptz as expires_at, $2::timestamptz as created_at, $5::bigint as webhook_endpoint_id, $6::bigint as client_application_id, $7::text as sealed_secret, nextval('revisions') as revision
), shown as (
  insert into webhook_endpoint_secrets (account_id, revision, id, hint, expires_at, created_at, webhook_endpoint_id, client_application_id, sealed_secret, representation, representation_version)
  select $1, revision, id, hint, expires_at, created_at, webhook_endpoint_id, client_application_id, sealed_secret, E'{"id":"' || given.id || E'","type":"webhook-endpoint-secret' || E'","url":"\x01' || E'/svc-api/webhook-endpoints/' || given.webhook_endpoint_id || E'/secrets/' || given.id || E'"'
    || E',"hint":' || to_json(given.hint)::text
    || E',"expiresAt":' || coalesce(to_char(given.expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 960546503457917321 from given
  returning id, revision, representation, webhook_endpoint_secrets.client_application_id
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from webhook_endpoint_secrets where account_id = $1 and id = $3 returning *
), given as (
  select id, hint, expires_at, created_at, webhook_endpoint_id, client_application_id, sealed_secret from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"webhook-endpoint-secret' || E'","url":"\x01' || E'/svc-api/webhook-endpoints/' || given.webhook_endpoint_id || E'/secrets/' || given.id || E'"'
    || E',"hint":' || to_json(given.hint)::text
    || E',"expiresAt":' || coalesce(to_char(given.expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, given.client_application_id from given
), moment as (select $2::timestamptz)
select count(*) from shown;
