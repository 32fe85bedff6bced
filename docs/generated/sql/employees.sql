-- What the store sends for employees. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 149579669027086088 then shown_row.representation else employees_text_21369ea9dfadf08(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from employees as shown_row where shown_row.account_id = $1 and shown_row.applicable_job_position_business_establishment_id = any($2::bigint[])
  order by shown_row.id asc limit $3::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 149579669027086088 then shown_row.representation else employees_text_21369ea9dfadf08(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from employees as shown_row where shown_row.account_id = $1 and shown_row.applicable_job_position_business_establishment_id = any($2::bigint[]) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 149579669027086088 then shown_row.representation else employees_text_21369ea9dfadf08(shown_row.account_id, shown_row.id) end as representation
from employees as shown_row where account_id = $1 and id = any($2::bigint[]) and shown_row.applicable_job_position_business_establishment_id = any($3::bigint[]) order by shown_row.id;

-- Insert
with given as (
  select nextval('employees_id_seq') as id, $3::text as remote_id, $4::uuid as portrait_id, $5::text as given_name, $6::text as family_name, $7::text as employee_number, $8::text as status, $9::text as email, $10::json as birth_day, $11::text as phone_number, $12::bigint as applicable_employment_id, $13::bigint as applicable_job_position_id, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $14::bigint as applicable_employment_legal_entity_id, $15::text as applicable_employment_remote_id, $16::date as applicable_employment_starts_on, $17::date as applicable_employment_ends_on, $18::bigint as applicable_employment_template_id, $19::text as applicable_job_position_remote_id, $20::text as applicable_job_position_job_title, $21::bigint as applicable_job_position_business_establishment_id, $22::bigint as applicable_job_position_department_id, $23::bigint as applicable_job_position_manager_id, $24::bigint as applicable_job_position_job_qualification_id, $25::bigint as applicable_job_position_occupation_category_id, $26::timestamptz as stale_at, nextval('revisions') as revision
), shown as (
  insert into employees (account_id, revision, id, remote_id, portrait_id, given_name, family_name, employee_number, status, email, birth_day, phone_number, applicable_employment_id, applicable_job_position_id, created_at, last_updated_at, applicable_employment_legal_entity_id, applicable_employment_remote_id, applicable_employment_starts_on, applicable_employment_ends_on, applicable_employment_template_id, applicable_job_position_remote_id, applicable_job_position_job_title, applicable_job_position_business_establishment_id, applicable_job_position_department_id, applicable_job_position_manager_id, applicable_job_position_job_qualification_id, applicable_job_position_occupation_category_id, stale_at, representation, representation_version)
  select $1, revision, id, remote_id, portrait_id, given_name, family_name, employee_number, status, email, birth_day, phone_number, applicable_employment_id, applicable_job_position_id, created_at, last_updated_at, applicable_employment_legal_entity_id, applicable_employment_remote_id, applicable_employment_starts_on, applicable_employment_ends_on, applicable_employment_template_id, applicable_job_position_remote_id, applicable_job_position_job_title, applicable_job_position_business_establishment_id, applicable_job_position_department_id, applicable_job_position_manager_id, applicable_job_position_job_qualification_id, applicable_job_position_occupation_category_id, stale_at, E'{"id":"' || given.id || E'","type":"employee' || E'","url":"\x01' || E'/svc-api/employees/' || given.id || E'"'
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"portrait":' || coalesce((E'{"id":"' || given.portrait_id || E'","type":"portrait","url":"\x01/svc-api/portraits/' || given.portrait_id || E'"}'), 'null')
    || E',"givenName":' || to_json(given.given_name)::text
    || E',"familyName":' || to_json(given.family_name)::text
    || E',"employeeNumber":' || coalesce(to_json(given.employee_number)::text, 'null')
    || E',"status":' || to_json(given.status)::text
    || E',"email":' || coalesce(to_json(given.email)::text, 'null')
    || E',"birthDay":' || coalesce(given.birth_day::text, 'null')
    || E',"phoneNumber":' || coalesce(to_json(given.phone_number)::text, 'null')
    || E',"applicableEmployment":' || (E'{"id":"' || given.applicable_employment_id || E'","type":"employment","url":"\x01/svc-api/employments/' || given.applicable_employment_id || E'"}')
    || E',"applicableJobPosition":' || (E'{"id":"' || given.applicable_job_position_id || E'","type":"job-position","url":"\x01/svc-api/job-positions/' || given.applicable_job_position_id || E'"}')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 149579669027086088 from given
  returning id, revision, representation, employees.applicable_job_position_business_establishment_id
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employee.created', 'employee', id::text, $2, shown.applicable_job_position_business_establishment_id,
    null, $27, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id)
  select $1, 'employee', shown.id::text, shown.revision, $2, $27, 'created', shown.id
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from employees where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, $5::text as remote_id, $6::uuid as portrait_id, $7::text as given_name, $8::text as family_name, $9::text as employee_number, status, $10::text as email, birth_day, $11::text as phone_number, applicable_employment_id, applicable_job_position_id, created_at, $2::timestamptz as last_updated_at, applicable_employment_legal_entity_id, applicable_employment_remote_id, applicable_employment_starts_on, applicable_employment_ends_on, applicable_employment_template_id, applicable_job_position_remote_id, applicable_job_position_job_title, applicable_job_position_business_establishment_id, applicable_job_position_department_id, applicable_job_position_manager_id, applicable_job_position_job_qualification_id, applicable_job_position_occupation_category_id, stale_at from before
), written as (
  select given.id, given.remote_id, given.portrait_id, given.given_name, given.family_name, given.employee_number, given.email, given.phone_number, given.last_updated_at, E'{"id":"' || given.id || E'","type":"employee' || E'","url":"\x01' || E'/svc-api/employees/' || given.id || E'"'
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"portrait":' || coalesce((E'{"id":"' || given.portrait_id || E'","type":"portrait","url":"\x01/svc-api/portraits/' || given.portrait_id || E'"}'), 'null')
    || E',"givenName":' || to_json(given.given_name)::text
    || E',"familyName":' || to_json(given.family_name)::text
    || E',"employeeNumber":' || coalesce(to_json(given.employee_number)::text, 'null')
    || E',"status":' || to_json(given.status)::text
    || E',"email":' || coalesce(to_json(given.email)::text, 'null')
    || E',"birthDay":' || coalesce(given.birth_day::text, 'null')
    || E',"phoneNumber":' || coalesce(to_json(given.phone_number)::text, 'null')
    || E',"applicableEmployment":' || (E'{"id":"' || given.applicable_employment_id || E'","type":"employment","url":"\x01/svc-api/employments/' || given.applicable_employment_id || E'"}')
    || E',"applicableJobPosition":' || (E'{"id":"' || given.applicable_job_position_id || E'","type":"job-position","url":"\x01/svc-api/job-positions/' || given.applicable_job_position_id || E'"}')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update employees as changed
  set remote_id = written.remote_id, portrait_id = written.portrait_id, given_name = written.given_name, family_name = written.family_name, employee_number = written.employee_number, email = written.email, phone_number = written.phone_number, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 149579669027086088, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation, changed.applicable_job_position_business_establishment_id
), released_portrait_id as (
  update files as named set unreferenced_since = $2
  from before, given where named.account_id = $1 and named.id = before.portrait_id and before.portrait_id is distinct from given.portrait_id
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes, left_establishment_id)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employee.updated', 'employee', id::text, $2, shown.applicable_job_position_business_establishment_id,
    null, $12, shown.representation || '}', (select '{' || substr(case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then ',"remoteId":' || coalesce(to_json(before.remote_id)::text, 'null') else '' end || case when (E'{"id":"' || before.portrait_id || E'","type":"portrait","url":"\x01/svc-api/portraits/' || before.portrait_id || E'"}') is distinct from (E'{"id":"' || given.portrait_id || E'","type":"portrait","url":"\x01/svc-api/portraits/' || given.portrait_id || E'"}') then ',"portrait":' || coalesce((E'{"id":"' || before.portrait_id || E'","type":"portrait","url":"\x01/svc-api/portraits/' || before.portrait_id || E'"}'), 'null') else '' end || case when to_json(before.given_name)::text is distinct from to_json(given.given_name)::text then ',"givenName":' || coalesce(to_json(before.given_name)::text, 'null') else '' end || case when to_json(before.family_name)::text is distinct from to_json(given.family_name)::text then ',"familyName":' || coalesce(to_json(before.family_name)::text, 'null') else '' end || case when to_json(before.employee_number)::text is distinct from to_json(given.employee_number)::text then ',"employeeNumber":' || coalesce(to_json(before.employee_number)::text, 'null') else '' end || case when to_json(before.email)::text is distinct from to_json(given.email)::text then ',"email":' || coalesce(to_json(before.email)::text, 'null') else '' end || case when to_json(before.phone_number)::text is distinct from to_json(given.phone_number)::text then ',"phoneNumber":' || coalesce(to_json(before.phone_number)::text, 'null') else '' end, 2) || '}' from before, given), nullif((select before.applicable_job_position_business_establishment_id from before), shown.applicable_job_position_business_establishment_id)
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, owner_id, former, former_revision)
  select $1, 'employee', shown.id::text, shown.revision, $2, $12, 'updated', (select array_remove(array[case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then 'remoteId' end, case when (E'{"id":"' || before.portrait_id || E'","type":"portrait","url":"\x01/svc-api/portraits/' || before.portrait_id || E'"}') is distinct from (E'{"id":"' || given.portrait_id || E'","type":"portrait","url":"\x01/svc-api/portraits/' || given.portrait_id || E'"}') then 'portrait' end, case when to_json(before.given_name)::text is distinct from to_json(given.given_name)::text then 'givenName' end, case when to_json(before.family_name)::text is distinct from to_json(given.family_name)::text then 'familyName' end, case when to_json(before.employee_number)::text is distinct from to_json(given.employee_number)::text then 'employeeNumber' end, case when to_json(before.email)::text is distinct from to_json(given.email)::text then 'email' end, case when to_json(before.phone_number)::text is distinct from to_json(given.phone_number)::text then 'phoneNumber' end]::text[], null) from before, given), shown.id, case when before.representation_version = 149579669027086088 or is_newer_text('employee', before.representation_version, 149579669027086088)
    then before.representation else employees_text_21369ea9dfadf08(json_populate_record(null::employees, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;
