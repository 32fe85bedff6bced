-- What the store sends for client-application-secrets. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 881771031613461011 then shown_row.representation else client_application_secrets_text_c3cae14d88cd213(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from client_application_secrets as shown_row where shown_row.account_id = $1 and (shown_row.expires_at is null or shown_row.expires_at > $2::timestamptz)
  order by shown_row.id asc limit $3::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 881771031613461011 then shown_row.representation else client_application_secrets_text_c3cae14d88cd213(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from client_application_secrets as shown_row where shown_row.account_id = $1 and (shown_row.expires_at is null or shown_row.expires_at > $2::timestamptz) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 881771031613461011 then shown_row.representation else client_application_secrets_text_c3cae14d88cd213(shown_row.account_id, shown_row.id) end as representation
from client_application_secrets as shown_row where account_id = $1 and id = any($2::bigint[]) and (shown_row.expires_at is null or shown_row.expires_at > $3::timestamptz) order by shown_row.id;

-- Insert
with given as (
  select nextval('client_application_secrets_id_seq') as id, $3::text as hint, $4::timestamptz as expires_at, $2::timestamptz as created_at, $5::bigint as client_application_id, $6::bytea as digest, nextval('revisions') as revision
), shown as (
  insert into client_application_secrets (account_id, revision, id, hint, expires_at, created_at, client_application_id, digest, representation, representation_version)
  select $1, revision, id, hint, expires_at, created_at, client_application_id, digest, E'{"id":"' || given.id || E'","type":"client-application-secret' || E'","url":"\x01' || E'/admin-api/client-applications/' || given.client_application_id || E'/secrets/' || given.id || E'"'
    || E',"hint":' || coalesce(to_json(given.hint)::text, 'null')
    || E',"expiresAt":' || coalesce(to_char(given.expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 881771031613461011 from given
  returning id, revision, representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from client_application_secrets where account_id = $1 and id = $3 returning *
), given as (
  select id, hint, expires_at, created_at, client_application_id, digest from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"client-application-secret' || E'","url":"\x01' || E'/admin-api/client-applications/' || given.client_application_id || E'/secrets/' || given.id || E'"'
    || E',"hint":' || coalesce(to_json(given.hint)::text, 'null')
    || E',"expiresAt":' || coalesce(to_char(given.expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), moment as (select $2::timestamptz)
select count(*) from shown;
