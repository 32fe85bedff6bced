-- What the store sends for legal-holds. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 648146929202340605 then shown_row.representation else legal_holds_text_8feae32b55da2fd(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from legal_holds as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[]))
  order by shown_row.id asc limit $3::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 648146929202340605 then shown_row.representation else legal_holds_text_8feae32b55da2fd(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from legal_holds as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[])) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 648146929202340605 then shown_row.representation else legal_holds_text_8feae32b55da2fd(shown_row.account_id, shown_row.id) end as representation
from legal_holds as shown_row where account_id = $1 and id = any($2::bigint[]) and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($3::bigint[])) order by shown_row.id;

-- Insert
with given as (
  select nextval('legal_holds_id_seq') as id, $3::bigint as employee_id, $4::text as reason, $5::text as status, $6::json as set_by, $7::timestamptz as lifted_at, $8::json as lifted_by, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, nextval('revisions') as revision
), shown as (
  insert into legal_holds (account_id, revision, id, employee_id, reason, status, set_by, lifted_at, lifted_by, created_at, last_updated_at, representation, representation_version)
  select $1, revision, id, employee_id, reason, status, set_by, lifted_at, lifted_by, created_at, last_updated_at, E'{"id":"' || given.id || E'","type":"legal-hold' || E'","url":"\x01' || E'/admin-api/legal-holds/' || given.id || E'"'
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"reason":' || to_json(given.reason)::text
    || E',"status":' || to_json(given.status)::text
    || E',"setBy":' || given.set_by::text
    || E',"liftedAt":' || coalesce(to_char(given.lifted_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"liftedBy":' || coalesce(given.lifted_by::text, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 648146929202340605 from given
  returning id, revision, representation, legal_holds.employee_id
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from legal_holds where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, employee_id, reason, $5::text as status, set_by, lifted_at, lifted_by, created_at, $2::timestamptz as last_updated_at from before
), written as (
  select given.id, given.status, given.last_updated_at, E'{"id":"' || given.id || E'","type":"legal-hold' || E'","url":"\x01' || E'/admin-api/legal-holds/' || given.id || E'"'
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"reason":' || to_json(given.reason)::text
    || E',"status":' || to_json(given.status)::text
    || E',"setBy":' || given.set_by::text
    || E',"liftedAt":' || coalesce(to_char(given.lifted_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"liftedBy":' || coalesce(given.lifted_by::text, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update legal_holds as changed
  set status = written.status, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 648146929202340605, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation, changed.employee_id
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;
