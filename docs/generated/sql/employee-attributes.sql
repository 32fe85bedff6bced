-- What the store sends for employee-attributes. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 1131073302341428714 then shown_row.representation else employee_attributes_text_fb2612d00fd25ea(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from employee_attributes as shown_row where shown_row.account_id = $1 and exists (
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
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 1131073302341428714 then shown_row.representation else employee_attributes_text_fb2612d00fd25ea(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from employee_attributes as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[])) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint) as sized
) as fitting where ordinal < $4::bigint and (ordinal = 1 or bytes_so_far <= $5::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 1131073302341428714 then shown_row.representation else employee_attributes_text_fb2612d00fd25ea(shown_row.account_id, shown_row.id) end as representation
from employee_attributes as shown_row where account_id = $1 and id = any($2::bigint[]) and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($3::bigint[])) order by shown_row.id;

-- Insert
with given as (
  select nextval('employee_attributes_id_seq') as id, $3::text as definition_id, $4::bigint as employee_id, $5::bigint as employment_id, $6::bigint as job_position_id, $7::json as applicability, $8::text as value, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $9::date as applies_from, $10::date as applies_to, $11::text as value_id, $12::boolean as is_single, nextval('revisions') as revision
), shown as (
  insert into employee_attributes (account_id, revision, id, definition_id, employee_id, employment_id, job_position_id, applicability, value, created_at, last_updated_at, applies_from, applies_to, value_id, is_single, representation, representation_version)
  select $1, revision, id, definition_id, employee_id, employment_id, job_position_id, applicability, value, created_at, last_updated_at, applies_from, applies_to, value_id, is_single, E'{"id":"' || given.id || E'","type":"employee-attribute' || E'","url":"\x01' || E'/svc-api/employee-attributes/' || given.id || E'"'
    || E',"definition":' || (E'{"id":"' || given.definition_id || E'","type":"employee-attribute-definition","url":"\x01/svc-api/employee-attribute-definitions/' || given.definition_id || E'"}')
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"employment":' || coalesce((E'{"id":"' || given.employment_id || E'","type":"employment","url":"\x01/svc-api/employments/' || given.employment_id || E'"}'), 'null')
    || E',"jobPosition":' || coalesce((E'{"id":"' || given.job_position_id || E'","type":"job-position","url":"\x01/svc-api/job-positions/' || given.job_position_id || E'"}'), 'null')
    || E',"applicability":' || coalesce(given.applicability::text, 'null')
    || E',"value":' || coalesce(given.value, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 1131073302341428714 from given
  returning id, revision, representation, employee_attributes.employee_id
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employee-attribute.created', 'employee-attribute', id::text, $2, shown.read_in,
    null, $13, shown.representation || '}', null
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id)
  select $1, 'employee-attribute', shown.id::text, shown.revision, $2, $13, 'created', shown.employee_id
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from employee_attributes where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, definition_id, employee_id, employment_id, job_position_id, $5::json as applicability, $6::text as value, created_at, $2::timestamptz as last_updated_at, applies_from, applies_to, value_id, is_single from before
), written as (
  select given.id, given.applicability, given.value, given.last_updated_at, E'{"id":"' || given.id || E'","type":"employee-attribute' || E'","url":"\x01' || E'/svc-api/employee-attributes/' || given.id || E'"'
    || E',"definition":' || (E'{"id":"' || given.definition_id || E'","type":"employee-attribute-definition","url":"\x01/svc-api/employee-attribute-definitions/' || given.definition_id || E'"}')
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"employment":' || coalesce((E'{"id":"' || given.employment_id || E'","type":"employment","url":"\x01/svc-api/employments/' || given.employment_id || E'"}'), 'null')
    || E',"jobPosition":' || coalesce((E'{"id":"' || given.job_position_id || E'","type":"job-position","url":"\x01/svc-api/job-positions/' || given.job_position_id || E'"}'), 'null')
    || E',"applicability":' || coalesce(given.applicability::text, 'null')
    || E',"value":' || coalesce(given.value, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update employee_attributes as changed
  set applicability = written.applicability, value = written.value, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 1131073302341428714, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation, changed.employee_id
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employee-attribute.updated', 'employee-attribute', id::text, $2, shown.read_in,
    null, $7, shown.representation || '}', (select '{' || substr(case when before.applicability::text is distinct from given.applicability::text then ',"applicability":' || coalesce(before.applicability::text, 'null') else '' end || case when before.value is distinct from given.value then ',"value":' || coalesce(before.value, 'null') else '' end, 2) || '}' from before, given)
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, owner_id, former, former_revision)
  select $1, 'employee-attribute', shown.id::text, shown.revision, $2, $7, 'updated', (select array_remove(array[case when before.applicability::text is distinct from given.applicability::text then 'applicability' end, case when before.value is distinct from given.value then 'value' end]::text[], null) from before, given), shown.employee_id, case when before.representation_version = 1131073302341428714 or is_newer_text('employee-attribute', before.representation_version, 1131073302341428714)
    then before.representation else employee_attributes_text_fb2612d00fd25ea(json_populate_record(null::employee_attributes, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from employee_attributes where account_id = $1 and id = $3 returning *
), given as (
  select id, definition_id, employee_id, employment_id, job_position_id, applicability, value, created_at, $2::timestamptz as last_updated_at, applies_from, applies_to, value_id, is_single from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"employee-attribute' || E'","url":"\x01' || E'/svc-api/employee-attributes/' || given.id || E'"'
    || E',"definition":' || (E'{"id":"' || given.definition_id || E'","type":"employee-attribute-definition","url":"\x01/svc-api/employee-attribute-definitions/' || given.definition_id || E'"}')
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"employment":' || coalesce((E'{"id":"' || given.employment_id || E'","type":"employment","url":"\x01/svc-api/employments/' || given.employment_id || E'"}'), 'null')
    || E',"jobPosition":' || coalesce((E'{"id":"' || given.job_position_id || E'","type":"job-position","url":"\x01/svc-api/job-positions/' || given.job_position_id || E'"}'), 'null')
    || E',"applicability":' || coalesce(given.applicability::text, 'null')
    || E',"value":' || coalesce(given.value, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, given.employee_id from given
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employee-attribute.deleted', 'employee-attribute', id::text, $2, shown.read_in,
    null, $4, shown.representation || '}', null
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id, former, former_revision, last_state, business_establishment_id)
  select $1, 'employee-attribute', shown.id::text, nextval('revisions'), $2, $4, 'deleted', shown.employee_id, case when removed.representation_version = 1131073302341428714 or is_newer_text('employee-attribute', removed.representation_version, 1131073302341428714)
    then removed.representation else employee_attributes_text_fb2612d00fd25ea(json_populate_record(null::employee_attributes, to_json(removed))) end, removed.revision, shown.representation, shown.read_in
  from located as shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
