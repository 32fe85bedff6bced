-- What the store sends for job-positions. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 967983076415130429 then shown_row.representation else job_positions_text_d6ef77aba504b3d(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from job_positions as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[]))
  order by shown_row.id asc limit $3::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 967983076415130429 then shown_row.representation else job_positions_text_d6ef77aba504b3d(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from job_positions as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[])) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 967983076415130429 then shown_row.representation else job_positions_text_d6ef77aba504b3d(shown_row.account_id, shown_row.id) end as representation
from job_positions as shown_row where account_id = $1 and id = any($2::bigint[]) and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($3::bigint[])) order by shown_row.id;

-- Insert
with given as (
  select nextval('job_positions_id_seq') as id, $3::text as remote_id, $4::bigint as employment_id, $5::bigint as employee_id, $6::text as status, $7::date as starts_on, $8::date as ends_on, $9::bigint as business_establishment_id, $10::text as job_title, $11::bigint as job_qualification_id, $12::bigint as manager_id, $13::bigint as occupation_category_id, $14::bigint as working_time_arrangement_id, $15::bigint as department_id, $16::uuid as document_id, $17::text as notes, $18::json as t9n, $19::json as updated_attributes, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, nextval('revisions') as revision
), shown as (
  insert into job_positions (account_id, revision, id, remote_id, employment_id, employee_id, status, starts_on, ends_on, business_establishment_id, job_title, job_qualification_id, manager_id, occupation_category_id, working_time_arrangement_id, department_id, document_id, notes, t9n, updated_attributes, created_at, last_updated_at, representation, representation_version)
  select $1, revision, id, remote_id, employment_id, employee_id, status, starts_on, ends_on, business_establishment_id, job_title, job_qualification_id, manager_id, occupation_category_id, working_time_arrangement_id, department_id, document_id, notes, t9n, updated_attributes, created_at, last_updated_at, E'{"id":"' || given.id || E'","type":"job-position' || E'","url":"\x01' || E'/svc-api/job-positions/' || given.id || E'"'
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"employment":' || (E'{"id":"' || given.employment_id || E'","type":"employment","url":"\x01/svc-api/employments/' || given.employment_id || E'"}')
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"status":' || to_json(given.status)::text
    || E',"startsOn":' || (E'"' || given.starts_on || E'"')
    || E',"endsOn":' || coalesce((E'"' || given.ends_on || E'"'), 'null')
    || E',"businessEstablishment":' || (E'{"id":"' || given.business_establishment_id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || given.business_establishment_id || E'"}')
    || E',"jobTitle":' || coalesce(to_json(given.job_title)::text, 'null')
    || E',"jobQualification":' || coalesce((E'{"id":"' || given.job_qualification_id || E'","type":"job-qualification","url":"\x01/svc-api/job-qualifications/' || given.job_qualification_id || E'"}'), 'null')
    || E',"manager":' || coalesce((E'{"id":"' || given.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.manager_id || E'"}'), 'null')
    || E',"occupationCategory":' || coalesce((E'{"id":"' || given.occupation_category_id || E'","type":"occupation-category","url":"\x01/svc-api/occupation-categories/' || given.occupation_category_id || E'"}'), 'null')
    || E',"workingTimeArrangement":' || coalesce((E'{"id":"' || given.working_time_arrangement_id || E'","type":"working-time-arrangement","url":"\x01/svc-api/working-time-arrangements/' || given.working_time_arrangement_id || E'"}'), 'null')
    || E',"department":' || (E'{"id":"' || given.department_id || E'","type":"department","url":"\x01/svc-api/departments/' || given.department_id || E'"}')
    || E',"document":' || coalesce((E'{"id":"' || given.document_id || E'","type":"document","url":"\x01/svc-api/files/' || given.document_id || E'"}'), 'null')
    || E',"notes":' || coalesce(to_json(given.notes)::text, 'null')
    || E',"t9n":' || given.t9n::text
    || E',"updatedAttributes":' || given.updated_attributes::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 967983076415130429 from given
  returning id, revision, representation, job_positions.business_establishment_id, job_positions.employee_id
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes, read_in_establishment_id)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'job-position.created', 'job-position', id::text, $2, shown.business_establishment_id,
    null, $20, shown.representation || '}', null, nullif(shown.read_in, shown.business_establishment_id)
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id)
  select $1, 'job-position', shown.id::text, shown.revision, $2, $20, 'created', shown.employee_id
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from job_positions where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, $5::text as remote_id, employment_id, employee_id, status, $6::date as starts_on, ends_on, $7::bigint as business_establishment_id, $8::text as job_title, $9::bigint as job_qualification_id, $10::bigint as manager_id, $11::bigint as occupation_category_id, $12::bigint as working_time_arrangement_id, $13::bigint as department_id, $14::uuid as document_id, $15::text as notes, $16::json as t9n, updated_attributes, created_at, $2::timestamptz as last_updated_at from before
), written as (
  select given.id, given.remote_id, given.starts_on, given.business_establishment_id, given.job_title, given.job_qualification_id, given.manager_id, given.occupation_category_id, given.working_time_arrangement_id, given.department_id, given.document_id, given.notes, given.t9n, given.last_updated_at, E'{"id":"' || given.id || E'","type":"job-position' || E'","url":"\x01' || E'/svc-api/job-positions/' || given.id || E'"'
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"employment":' || (E'{"id":"' || given.employment_id || E'","type":"employment","url":"\x01/svc-api/employments/' || given.employment_id || E'"}')
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"status":' || to_json(given.status)::text
    || E',"startsOn":' || (E'"' || given.starts_on || E'"')
    || E',"endsOn":' || coalesce((E'"' || given.ends_on || E'"'), 'null')
    || E',"businessEstablishment":' || (E'{"id":"' || given.business_establishment_id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || given.business_establishment_id || E'"}')
    || E',"jobTitle":' || coalesce(to_json(given.job_title)::text, 'null')
    || E',"jobQualification":' || coalesce((E'{"id":"' || given.job_qualification_id || E'","type":"job-qualification","url":"\x01/svc-api/job-qualifications/' || given.job_qualification_id || E'"}'), 'null')
    || E',"manager":' || coalesce((E'{"id":"' || given.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.manager_id || E'"}'), 'null')
    || E',"occupationCategory":' || coalesce((E'{"id":"' || given.occupation_category_id || E'","type":"occupation-category","url":"\x01/svc-api/occupation-categories/' || given.occupation_category_id || E'"}'), 'null')
    || E',"workingTimeArrangement":' || coalesce((E'{"id":"' || given.working_time_arrangement_id || E'","type":"working-time-arrangement","url":"\x01/svc-api/working-time-arrangements/' || given.working_time_arrangement_id || E'"}'), 'null')
    || E',"department":' || (E'{"id":"' || given.department_id || E'","type":"department","url":"\x01/svc-api/departments/' || given.department_id || E'"}')
    || E',"document":' || coalesce((E'{"id":"' || given.document_id || E'","type":"document","url":"\x01/svc-api/files/' || given.document_id || E'"}'), 'null')
    || E',"notes":' || coalesce(to_json(given.notes)::text, 'null')
    || E',"t9n":' || given.t9n::text
    || E',"updatedAttributes":' || given.updated_attributes::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update job_positions as changed
  set remote_id = written.remote_id, starts_on = written.starts_on, business_establishment_id = written.business_establishment_id, job_title = written.job_title, job_qualification_id = written.job_qualification_id, manager_id = written.manager_id, occupation_category_id = written.occupation_category_id, working_time_arrangement_id = written.working_time_arrangement_id, department_id = written.department_id, document_id = written.document_id, notes = written.notes, t9n = written.t9n, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 967983076415130429, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation, changed.business_establishment_id, changed.employee_id
), released_document_id as (
  update files as named set unreferenced_since = $2
  from before, given where named.account_id = $1 and named.id = before.document_id and before.document_id is distinct from given.document_id
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes, read_in_establishment_id)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'job-position.updated', 'job-position', id::text, $2, shown.business_establishment_id,
    null, $17, shown.representation || '}', (select '{' || substr(case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then ',"remoteId":' || coalesce(to_json(before.remote_id)::text, 'null') else '' end || case when (E'"' || before.starts_on || E'"') is distinct from (E'"' || given.starts_on || E'"') then ',"startsOn":' || coalesce((E'"' || before.starts_on || E'"'), 'null') else '' end || case when (E'{"id":"' || before.business_establishment_id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || before.business_establishment_id || E'"}') is distinct from (E'{"id":"' || given.business_establishment_id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || given.business_establishment_id || E'"}') then ',"businessEstablishment":' || coalesce((E'{"id":"' || before.business_establishment_id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || before.business_establishment_id || E'"}'), 'null') else '' end || case when to_json(before.job_title)::text is distinct from to_json(given.job_title)::text then ',"jobTitle":' || coalesce(to_json(before.job_title)::text, 'null') else '' end || case when (E'{"id":"' || before.job_qualification_id || E'","type":"job-qualification","url":"\x01/svc-api/job-qualifications/' || before.job_qualification_id || E'"}') is distinct from (E'{"id":"' || given.job_qualification_id || E'","type":"job-qualification","url":"\x01/svc-api/job-qualifications/' || given.job_qualification_id || E'"}') then ',"jobQualification":' || coalesce((E'{"id":"' || before.job_qualification_id || E'","type":"job-qualification","url":"\x01/svc-api/job-qualifications/' || before.job_qualification_id || E'"}'), 'null') else '' end || case when (E'{"id":"' || before.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || before.manager_id || E'"}') is distinct from (E'{"id":"' || given.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.manager_id || E'"}') then ',"manager":' || coalesce((E'{"id":"' || before.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || before.manager_id || E'"}'), 'null') else '' end || case when (E'{"id":"' || before.occupation_category_id || E'","type":"occupation-category","url":"\x01/svc-api/occupation-categories/' || before.occupation_category_id || E'"}') is distinct from (E'{"id":"' || given.occupation_category_id || E'","type":"occupation-category","url":"\x01/svc-api/occupation-categories/' || given.occupation_category_id || E'"}') then ',"occupationCategory":' || coalesce((E'{"id":"' || before.occupation_category_id || E'","type":"occupation-category","url":"\x01/svc-api/occupation-categories/' || before.occupation_category_id || E'"}'), 'null') else '' end || case when (E'{"id":"' || before.working_time_arrangement_id || E'","type":"working-time-arrangement","url":"\x01/svc-api/working-time-arrangements/' || before.working_time_arrangement_id || E'"}') is distinct from (E'{"id":"' || given.working_time_arrangement_id || E'","type":"working-time-arrangement","url":"\x01/svc-api/working-time-arrangements/' || given.working_time_arrangement_id || E'"}') then ',"workingTimeArrangement":' || coalesce((E'{"id":"' || before.working_time_arrangement_id || E'","type":"working-time-arrangement","url":"\x01/svc-api/working-time-arrangements/' || before.working_time_arrangement_id || E'"}'), 'null') else '' end || case when (E'{"id":"' || before.department_id || E'","type":"department","url":"\x01/svc-api/departments/' || before.department_id || E'"}') is distinct from (E'{"id":"' || given.department_id || E'","type":"department","url":"\x01/svc-api/departments/' || given.department_id || E'"}') then ',"department":' || coalesce((E'{"id":"' || before.department_id || E'","type":"department","url":"\x01/svc-api/departments/' || before.department_id || E'"}'), 'null') else '' end || case when (E'{"id":"' || before.document_id || E'","type":"document","url":"\x01/svc-api/files/' || before.document_id || E'"}') is distinct from (E'{"id":"' || given.document_id || E'","type":"document","url":"\x01/svc-api/files/' || given.document_id || E'"}') then ',"document":' || coalesce((E'{"id":"' || before.document_id || E'","type":"document","url":"\x01/svc-api/files/' || before.document_id || E'"}'), 'null') else '' end || case when to_json(before.notes)::text is distinct from to_json(given.notes)::text then ',"notes":' || coalesce(to_json(before.notes)::text, 'null') else '' end || case when before.t9n::text is distinct from given.t9n::text then ',"t9n":' || coalesce(before.t9n::text, 'null') else '' end, 2) || '}' from before, given), nullif(shown.read_in, shown.business_establishment_id)
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, owner_id, former, former_revision)
  select $1, 'job-position', shown.id::text, shown.revision, $2, $17, 'updated', (select array_remove(array[case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then 'remoteId' end, case when (E'"' || before.starts_on || E'"') is distinct from (E'"' || given.starts_on || E'"') then 'startsOn' end, case when (E'{"id":"' || before.business_establishment_id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || before.business_establishment_id || E'"}') is distinct from (E'{"id":"' || given.business_establishment_id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || given.business_establishment_id || E'"}') then 'businessEstablishment' end, case when to_json(before.job_title)::text is distinct from to_json(given.job_title)::text then 'jobTitle' end, case when (E'{"id":"' || before.job_qualification_id || E'","type":"job-qualification","url":"\x01/svc-api/job-qualifications/' || before.job_qualification_id || E'"}') is distinct from (E'{"id":"' || given.job_qualification_id || E'","type":"job-qualification","url":"\x01/svc-api/job-qualifications/' || given.job_qualification_id || E'"}') then 'jobQualification' end, case when (E'{"id":"' || before.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || before.manager_id || E'"}') is distinct from (E'{"id":"' || given.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.manager_id || E'"}') then 'manager' end, case when (E'{"id":"' || before.occupation_category_id || E'","type":"occupation-category","url":"\x01/svc-api/occupation-categories/' || before.occupation_category_id || E'"}') is distinct from (E'{"id":"' || given.occupation_category_id || E'","type":"occupation-category","url":"\x01/svc-api/occupation-categories/' || given.occupation_category_id || E'"}') then 'occupationCategory' end, case when (E'{"id":"' || before.working_time_arrangement_id || E'","type":"working-time-arrangement","url":"\x01/svc-api/working-time-arrangements/' || before.working_time_arrangement_id || E'"}') is distinct from (E'{"id":"' || given.working_time_arrangement_id || E'","type":"working-time-arrangement","url":"\x01/svc-api/working-time-arrangements/' || given.working_time_arrangement_id || E'"}') then 'workingTimeArrangement' end, case when (E'{"id":"' || before.department_id || E'","type":"department","url":"\x01/svc-api/departments/' || before.department_id || E'"}') is distinct from (E'{"id":"' || given.department_id || E'","type":"department","url":"\x01/svc-api/departments/' || given.department_id || E'"}') then 'department' end, case when (E'{"id":"' || before.document_id || E'","type":"document","url":"\x01/svc-api/files/' || before.document_id || E'"}') is distinct from (E'{"id":"' || given.document_id || E'","type":"document","url":"\x01/svc-api/files/' || given.document_id || E'"}') then 'document' end, case when to_json(before.notes)::text is distinct from to_json(given.notes)::text then 'notes' end, case when before.t9n::text is distinct from given.t9n::text then 't9n' end]::text[], null) from before, given), shown.employee_id, case when before.representation_version = 967983076415130429 or is_newer_text('job-position', before.representation_version, 967983076415130429)
    then before.representation else job_positions_text_d6ef77aba504b3d(json_populate_record(null::job_positions, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from job_positions where account_id = $1 and id = $3 returning *
), given as (
  select id, remote_id, employment_id, employee_id, status, starts_on, ends_on, business_establishment_id, job_title, job_qualification_id, manager_id, occupation_category_id, working_time_arrangement_id, department_id, document_id, notes, t9n, updated_attributes, created_at, $2::timestamptz as last_updated_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"job-position' || E'","url":"\x01' || E'/svc-api/job-positions/' || given.id || E'"'
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"employment":' || (E'{"id":"' || given.employment_id || E'","type":"employment","url":"\x01/svc-api/employments/' || given.employment_id || E'"}')
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"status":' || to_json(given.status)::text
    || E',"startsOn":' || (E'"' || given.starts_on || E'"')
    || E',"endsOn":' || coalesce((E'"' || given.ends_on || E'"'), 'null')
    || E',"businessEstablishment":' || (E'{"id":"' || given.business_establishment_id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || given.business_establishment_id || E'"}')
    || E',"jobTitle":' || coalesce(to_json(given.job_title)::text, 'null')
    || E',"jobQualification":' || coalesce((E'{"id":"' || given.job_qualification_id || E'","type":"job-qualification","url":"\x01/svc-api/job-qualifications/' || given.job_qualification_id || E'"}'), 'null')
    || E',"manager":' || coalesce((E'{"id":"' || given.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.manager_id || E'"}'), 'null')
    || E',"occupationCategory":' || coalesce((E'{"id":"' || given.occupation_category_id || E'","type":"occupation-category","url":"\x01/svc-api/occupation-categories/' || given.occupation_category_id || E'"}'), 'null')
    || E',"workingTimeArrangement":' || coalesce((E'{"id":"' || given.working_time_arrangement_id || E'","type":"working-time-arrangement","url":"\x01/svc-api/working-time-arrangements/' || given.working_time_arrangement_id || E'"}'), 'null')
    || E',"department":' || (E'{"id":"' || given.department_id || E'","type":"department","url":"\x01/svc-api/departments/' || given.department_id || E'"}')
    || E',"document":' || coalesce((E'{"id":"' || given.document_id || E'","type":"document","url":"\x01/svc-api/files/' || given.document_id || E'"}'), 'null')
    || E',"notes":' || coalesce(to_json(given.notes)::text, 'null')
    || E',"t9n":' || given.t9n::text
    || E',"updatedAttributes":' || given.updated_attributes::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, given.business_establishment_id, given.employee_id from given
), released_document_id as (
  update files as named set unreferenced_since = $2
  from removed as before where named.account_id = $1 and named.id = before.document_id and true
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes, read_in_establishment_id)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'job-position.deleted', 'job-position', id::text, $2, shown.business_establishment_id,
    null, $4, shown.representation || '}', null, nullif(shown.read_in, shown.business_establishment_id)
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id, former, former_revision, last_state, business_establishment_id)
  select $1, 'job-position', shown.id::text, nextval('revisions'), $2, $4, 'deleted', shown.employee_id, case when removed.representation_version = 967983076415130429 or is_newer_text('job-position', removed.representation_version, 967983076415130429)
    then removed.representation else job_positions_text_d6ef77aba504b3d(json_populate_record(null::job_positions, to_json(removed))) end, removed.revision, shown.representation, shown.read_in
  from located as shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
