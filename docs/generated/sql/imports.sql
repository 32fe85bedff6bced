-- What the store sends for imports. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 654443735508787341 then shown_row.representation else imports_text_9150d1c2c7b208d(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from imports as shown_row where shown_row.account_id = $1 and shown_row.client_application_id = $2::bigint and (shown_row.expires_at is null or shown_row.expires_at > $3::timestamptz)
  order by shown_row.id asc limit $4::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 654443735508787341 then shown_row.representation else imports_text_9150d1c2c7b208d(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from imports as shown_row where shown_row.account_id = $1 and shown_row.client_application_id = $2::bigint and (shown_row.expires_at is null or shown_row.expires_at > $3::timestamptz) and (shown_row.id) > ($4::bigint)
  order by shown_row.id asc limit $5::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 654443735508787341 then shown_row.representation else imports_text_9150d1c2c7b208d(shown_row.account_id, shown_row.id) end as representation
from imports as shown_row where account_id = $1 and id = any($2::bigint[]) and shown_row.client_application_id = $3::bigint and (shown_row.expires_at is null or shown_row.expires_at > $4::timestamptz) order by shown_row.id;

-- Insert
with given as (
  select nextval('imports_id_seq') as id, $3::text as collection, $4::boolean as is_dry_run, $5::text as file_format, $6::text as file_name, $7::text as status, $8::json as counts, $9::json as progress, $10::text as failure_reason, $11::timestamptz as started_at, $12::timestamptz as ended_at, $13::timestamptz as expires_at, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $14::bigint as client_application_id, $15::text as file_id, $16::text as client_id, $17::text as scopes, $18::bigint as administrator_id, nextval('revisions') as revision
), shown as (
  insert into imports (account_id, revision, id, collection, is_dry_run, file_format, file_name, status, counts, progress, failure_reason, started_at, ended_at, expires_at, created_at, last_updated_at, client_application_id, file_id, client_id, scopes, administrator_id, representation, representation_version)
  select $1, revision, id, collection, is_dry_run, file_format, file_name, status, counts, progress, failure_reason, started_at, ended_at, expires_at, created_at, last_updated_at, client_application_id, file_id, client_id, scopes, administrator_id, E'{"id":"' || given.id || E'","type":"import' || E'","url":"\x01' || E'/svc-api/imports/' || given.id || E'"'
    || E',"collection":' || to_json(given.collection)::text
    || E',"isDryRun":' || given.is_dry_run::text
    || E',"fileFormat":' || to_json(given.file_format)::text
    || E',"fileName":' || coalesce(to_json(given.file_name)::text, 'null')
    || E',"status":' || to_json(given.status)::text
    || E',"counts":' || given.counts::text
    || E',"progress":' || given.progress::text
    || E',"failureReason":' || coalesce(to_json(given.failure_reason)::text, 'null')
    || E',"startedAt":' || coalesce(to_char(given.started_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"endedAt":' || coalesce(to_char(given.ended_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"expiresAt":' || coalesce(to_char(given.expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 654443735508787341 from given
  returning id, revision, representation, imports.client_application_id
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from imports where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, collection, is_dry_run, file_format, file_name, $5::text as status, counts, progress, failure_reason, started_at, ended_at, expires_at, created_at, $2::timestamptz as last_updated_at, client_application_id, file_id, client_id, scopes, administrator_id from before
), written as (
  select given.id, given.status, given.last_updated_at, E'{"id":"' || given.id || E'","type":"import' || E'","url":"\x01' || E'/svc-api/imports/' || given.id || E'"'
    || E',"collection":' || to_json(given.collection)::text
    || E',"isDryRun":' || given.is_dry_run::text
    || E',"fileFormat":' || to_json(given.file_format)::text
    || E',"fileName":' || coalesce(to_json(given.file_name)::text, 'null')
    || E',"status":' || to_json(given.status)::text
    || E',"counts":' || given.counts::text
    || E',"progress":' || given.progress::text
    || E',"failureReason":' || coalesce(to_json(given.failure_reason)::text, 'null')
    || E',"startedAt":' || coalesce(to_char(given.started_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"endedAt":' || coalesce(to_char(given.ended_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"expiresAt":' || coalesce(to_char(given.expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update imports as changed
  set status = written.status, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 654443735508787341, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation, changed.client_application_id
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;
