-- What the store sends for erasures. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 489469504572336219 then shown_row.representation else erasures_text_6caf1ebcc6ba85b(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from erasures as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[]))
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 489469504572336219 then shown_row.representation else erasures_text_6caf1ebcc6ba85b(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from erasures as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[])) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint) as sized
) as fitting where ordinal < $4::bigint and (ordinal = 1 or bytes_so_far <= $5::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 489469504572336219 then shown_row.representation else erasures_text_6caf1ebcc6ba85b(shown_row.account_id, shown_row.id) end as representation
from erasures as shown_row where account_id = $1 and id = any($2::bigint[]) and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($3::bigint[])) order by shown_row.id;

-- Insert
with given as (
  select nextval('erasures_id_seq') as id, $3::bigint as employee_id, $4::text as reason, $5::text as status, $6::json as counts, $7::json as named_elsewhere, $8::json as planned_by, $9::text as refusal_reason, $10::timestamptz as started_at, $11::timestamptz as ended_at, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, nextval('revisions') as revision
), shown as (
  insert into erasures (account_id, revision, id, employee_id, reason, status, counts, named_elsewhere, planned_by, refusal_reason, started_at, ended_at, created_at, last_updated_at, representation, representation_version)
  select $1, revision, id, employee_id, reason, status, counts, named_elsewhere, planned_by, refusal_reason, started_at, ended_at, created_at, last_updated_at, E'{"id":"' || given.id || E'","type":"erasure' || E'","url":"\x01' || E'/admin-api/erasures/' || given.id || E'"'
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"reason":' || to_json(given.reason)::text
    || E',"status":' || to_json(given.status)::text
    || E',"counts":' || given.counts::text
    || E',"namedElsewhere":' || given.named_elsewhere::text
    || E',"plannedBy":' || given.planned_by::text
    || E',"refusalReason":' || coalesce(to_json(given.refusal_reason)::text, 'null')
    || E',"startedAt":' || coalesce(to_char(given.started_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"endedAt":' || coalesce(to_char(given.ended_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 489469504572336219 from given
  returning id, revision, representation, erasures.employee_id
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;
