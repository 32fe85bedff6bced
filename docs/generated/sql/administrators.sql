-- What the store sends for administrators. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 324090317485613787 then shown_row.representation else administrators_text_47f666d38dfa2db(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from administrators as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint) as sized
) as fitting where ordinal < $2::bigint and (ordinal = 1 or bytes_so_far <= $3::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 324090317485613787 then shown_row.representation else administrators_text_47f666d38dfa2db(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from administrators as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 324090317485613787 then shown_row.representation else administrators_text_47f666d38dfa2db(shown_row.account_id, shown_row.id) end as representation
from administrators as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;

-- Update of every writable member
with before as (
  select * from administrators where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, email, $5::text as name, $6::text as role, $7::bigint[] as business_establishments_id, $8::bigint as employee_record_id, is_operator, $9::boolean as is_disabled, has_second_factor, last_signed_in_at, created_at, $2::timestamptz as last_updated_at, password_hash, credentials_stamp, credentials_changed_at from before
), written as (
  select given.id, given.name, given.role, given.business_establishments_id, given.employee_record_id, given.is_disabled, given.last_updated_at, E'{"id":"' || given.id || E'","type":"administrator' || E'","url":"\x01' || E'/admin-api/administrators/' || given.id || E'"'
    || E',"email":' || to_json(given.email)::text
    || E',"name":' || coalesce(to_json(given.name)::text, 'null')
    || E',"role":' || to_json(given.role)::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"employeeRecord":' || coalesce((E'{"id":"' || given.employee_record_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_record_id || E'"}'), 'null')
    || E',"isOperator":' || given.is_operator::text
    || E',"isDisabled":' || given.is_disabled::text
    || E',"hasSecondFactor":' || given.has_second_factor::text
    || E',"lastSignedInAt":' || coalesce(to_char(given.last_signed_in_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update administrators as changed
  set name = written.name, role = written.role, business_establishments_id = written.business_establishments_id, employee_record_id = written.employee_record_id, is_disabled = written.is_disabled, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 324090317485613787, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from administrators where account_id = $1 and id = $3 returning *
), given as (
  select id, email, name, role, business_establishments_id, employee_record_id, is_operator, is_disabled, has_second_factor, last_signed_in_at, created_at, $2::timestamptz as last_updated_at, password_hash, credentials_stamp, credentials_changed_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"administrator' || E'","url":"\x01' || E'/admin-api/administrators/' || given.id || E'"'
    || E',"email":' || to_json(given.email)::text
    || E',"name":' || coalesce(to_json(given.name)::text, 'null')
    || E',"role":' || to_json(given.role)::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"employeeRecord":' || coalesce((E'{"id":"' || given.employee_record_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_record_id || E'"}'), 'null')
    || E',"isOperator":' || given.is_operator::text
    || E',"isDisabled":' || given.is_disabled::text
    || E',"hasSecondFactor":' || given.has_second_factor::text
    || E',"lastSignedInAt":' || coalesce(to_char(given.last_signed_in_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), moment as (select $2::timestamptz)
select count(*) from shown;
