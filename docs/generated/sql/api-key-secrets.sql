-- What the store sends for api-key-secrets. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 1128471318916355003 then shown_row.representation else api_key_secrets_text_fa922af8739d3bb(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from api_key_secrets as shown_row where shown_row.account_id = $1 and (shown_row.expires_at is null or shown_row.expires_at > $2::timestamptz)
  order by shown_row.id asc limit $3::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 1128471318916355003 then shown_row.representation else api_key_secrets_text_fa922af8739d3bb(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from api_key_secrets as shown_row where shown_row.account_id = $1 and (shown_row.expires_at is null or shown_row.expires_at > $2::timestamptz) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 1128471318916355003 then shown_row.representation else api_key_secrets_text_fa922af8739d3bb(shown_row.account_id, shown_row.id) end as representation
from api_key_secrets as shown_row where account_id = $1 and id = any($2::bigint[]) and (shown_row.expires_at is null or shown_row.expires_at > $3::timestamptz) order by shown_row.id;

-- Insert
with given as (
  select nextval('api_key_secrets_id_seq') as id, $3::text as hint, $4::timestamptz as expires_at, $2::timestamptz as created_at, $5::bigint as api_key_id, $6::bytea as digest, nextval('revisions') as revision
), shown as (
  insert into api_key_secrets (account_id, revision, id, hint, expires_at, created_at, api_key_id, digest, representation, representation_version)
  select $1, revision, id, hint, expires_at, created_at, api_key_id, digest, E'{"id":"' || given.id || E'","type":"api-key-secret' || E'","url":"\x01' || E'/admin-api/api-keys/' || given.api_key_id || E'/secrets/' || given.id || E'"'
    || E',"hint":' || coalesce(to_json(given.hint)::text, 'null')
    || E',"expiresAt":' || coalesce(to_char(given.expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 1128471318916355003 from given
  returning id, revision, representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from api_key_secrets where account_id = $1 and id = $3 returning *
), given as (
  select id, hint, expires_at, created_at, api_key_id, digest from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"api-key-secret' || E'","url":"\x01' || E'/admin-api/api-keys/' || given.api_key_id || E'/secrets/' || given.id || E'"'
    || E',"hint":' || coalesce(to_json(given.hint)::text, 'null')
    || E',"expiresAt":' || coalesce(to_char(given.expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), moment as (select $2::timestamptz)
select count(*) from shown;
