-- What the store sends for employments. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 478947699255857453 then shown_row.representation else employments_text_6a590651822d12d(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from employments as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[]))
  order by shown_row.id asc limit $3::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 478947699255857453 then shown_row.representation else employments_text_6a590651822d12d(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from employments as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[])) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 478947699255857453 then shown_row.representation else employments_text_6a590651822d12d(shown_row.account_id, shown_row.id) end as representation
from employments as shown_row where account_id = $1 and id = any($2::bigint[]) and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($3::bigint[])) order by shown_row.id;

-- Insert
with given as (
  select nextval('employments_id_seq') as id, $3::text as remote_id, $4::bigint as employee_id, $5::bigint as legal_entity_id, $6::text as status, $7::date as start_date, $8::date as end_date, $9::uuid as document_id, $10::bigint as template_id, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, nextval('revisions') as revision
), shown as (
  insert into employments (account_id, revision, id, remote_id, employee_id, legal_entity_id, status, start_date, end_date, document_id, template_id, created_at, last_updated_at, representation, representation_version)
  select $1, revision, id, remote_id, employee_id, legal_entity_id, status, start_date, end_date, document_id, template_id, created_at, last_updated_at, E'{"id":"' || given.id || E'","type":"employment' || E'","url":"\x01' || E'/svc-api/employments/' || given.id || E'"'
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"legalEntity":' || (E'{"id":"' || given.legal_entity_id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || given.legal_entity_id || E'"}')
    || E',"status":' || to_json(given.status)::text
    || E',"start":' || (E'{"date":"' || given.start_date || E'"}')
    || E',"end":' || coalesce((E'{"date":"' || given.end_date || E'"}'), 'null')
    || E',"document":' || coalesce((E'{"id":"' || given.document_id || E'","type":"file","url":"\x01/svc-api/files/' || given.document_id || E'"}'), 'null')
    || E',"template":' || (E'{"id":"' || given.template_id || E'","type":"employment-template","url":"\x01/svc-api/employment-templates/' || given.template_id || E'"}')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 478947699255857453 from given
  returning id, revision, representation, employments.employee_id
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employment.created', 'employment', id::text, $2, shown.read_in,
    null, $11, shown.representation || '}', null
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id)
  select $1, 'employment', shown.id::text, shown.revision, $2, $11, 'created', shown.employee_id
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from employments where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, $5::text as remote_id, employee_id, legal_entity_id, status, $6::date as start_date, $7::date as end_date, $8::uuid as document_id, $9::bigint as template_id, created_at, $2::timestamptz as last_updated_at from before
), written as (
  select given.id, given.remote_id, given.start_date, given.end_date, given.document_id, given.template_id, given.last_updated_at, E'{"id":"' || given.id || E'","type":"employment' || E'","url":"\x01' || E'/svc-api/employments/' || given.id || E'"'
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"legalEntity":' || (E'{"id":"' || given.legal_entity_id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || given.legal_entity_id || E'"}')
    || E',"status":' || to_json(given.status)::text
    || E',"start":' || (E'{"date":"' || given.start_date || E'"}')
    || E',"end":' || coalesce((E'{"date":"' || given.end_date || E'"}'), 'null')
    || E',"document":' || coalesce((E'{"id":"' || given.document_id || E'","type":"file","url":"\x01/svc-api/files/' || given.document_id || E'"}'), 'null')
    || E',"template":' || (E'{"id":"' || given.template_id || E'","type":"employment-template","url":"\x01/svc-api/employment-templates/' || given.template_id || E'"}')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update employments as changed
  set remote_id = written.remote_id, start_date = written.start_date, end_date = written.end_date, document_id = written.document_id, template_id = written.template_id, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 478947699255857453, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation, changed.employee_id
), released_document_id as (
  update files as named set unreferenced_since = $2
  from before, given where named.account_id = $1 and named.id = before.document_id and before.document_id is distinct from given.document_id
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employment.updated', 'employment', id::text, $2, shown.read_in,
    null, $10, shown.representation || '}', (select '{' || substr(case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then ',"remoteId":' || coalesce(to_json(before.remote_id)::text, 'null') else '' end || case when (E'{"date":"' || before.start_date || E'"}') is distinct from (E'{"date":"' || given.start_date || E'"}') then ',"start":' || coalesce((E'{"date":"' || before.start_date || E'"}'), 'null') else '' end || case when (E'{"date":"' || before.end_date || E'"}') is distinct from (E'{"date":"' || given.end_date || E'"}') then ',"end":' || coalesce((E'{"date":"' || before.end_date || E'"}'), 'null') else '' end || case when (E'{"id":"' || before.document_id || E'","type":"file","url":"\x01/svc-api/files/' || before.document_id || E'"}') is distinct from (E'{"id":"' || given.document_id || E'","type":"file","url":"\x01/svc-api/files/' || given.document_id || E'"}') then ',"document":' || coalesce((E'{"id":"' || before.document_id || E'","type":"file","url":"\x01/svc-api/files/' || before.document_id || E'"}'), 'null') else '' end || case when (E'{"id":"' || before.template_id || E'","type":"employment-template","url":"\x01/svc-api/employment-templates/' || before.template_id || E'"}') is distinct from (E'{"id":"' || given.template_id || E'","type":"employment-template","url":"\x01/svc-api/employment-templates/' || given.template_id || E'"}') then ',"template":' || coalesce((E'{"id":"' || before.template_id || E'","type":"employment-template","url":"\x01/svc-api/employment-templates/' || before.template_id || E'"}'), 'null') else '' end, 2) || '}' from before, given)
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, owner_id, former, former_revision)
  select $1, 'employment', shown.id::text, shown.revision, $2, $10, 'updated', (select array_remove(array[case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then 'remoteId' end, case when (E'{"date":"' || before.start_date || E'"}') is distinct from (E'{"date":"' || given.start_date || E'"}') then 'start' end, case when (E'{"date":"' || before.end_date || E'"}') is distinct from (E'{"date":"' || given.end_date || E'"}') then 'end' end, case when (E'{"id":"' || before.document_id || E'","type":"file","url":"\x01/svc-api/files/' || before.document_id || E'"}') is distinct from (E'{"id":"' || given.document_id || E'","type":"file","url":"\x01/svc-api/files/' || given.document_id || E'"}') then 'document' end, case when (E'{"id":"' || before.template_id || E'","type":"employment-template","url":"\x01/svc-api/employment-templates/' || before.template_id || E'"}') is distinct from (E'{"id":"' || given.template_id || E'","type":"employment-template","url":"\x01/svc-api/employment-templates/' || given.template_id || E'"}') then 'template' end]::text[], null) from before, given), shown.employee_id, case when before.representation_version = 478947699255857453 or is_newer_text('employment', before.representation_version, 478947699255857453)
    then before.representation else employments_text_6a590651822d12d(json_populate_record(null::employments, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from employments where account_id = $1 and id = $3 returning *
), given as (
  select id, remote_id, employee_id, legal_entity_id, status, start_date, end_date, document_id, template_id, created_at, $2::timestamptz as last_updated_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"employment' || E'","url":"\x01' || E'/svc-api/employments/' || given.id || E'"'
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"legalEntity":' || (E'{"id":"' || given.legal_entity_id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || given.legal_entity_id || E'"}')
    || E',"status":' || to_json(given.status)::text
    || E',"start":' || (E'{"date":"' || given.start_date || E'"}')
    || E',"end":' || coalesce((E'{"date":"' || given.end_date || E'"}'), 'null')
    || E',"document":' || coalesce((E'{"id":"' || given.document_id || E'","type":"file","url":"\x01/svc-api/files/' || given.document_id || E'"}'), 'null')
    || E',"template":' || (E'{"id":"' || given.template_id || E'","type":"employment-template","url":"\x01/svc-api/employment-templates/' || given.template_id || E'"}')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, given.employee_id from given
), released_document_id as (
  update files as named set unreferenced_since = $2
  from removed as before where named.account_id = $1 and named.id = before.document_id and true
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employment.deleted', 'employment', id::text, $2, shown.read_in,
    null, $4, shown.representation || '}', null
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id, former, former_revision, last_state, business_establishment_id)
  select $1, 'employment', shown.id::text, nextval('revisions'), $2, $4, 'deleted', shown.employee_id, case when removed.representation_version = 478947699255857453 or is_newer_text('employment', removed.representation_version, 478947699255857453)
    then removed.representation else employments_text_6a590651822d12d(json_populate_record(null::employments, to_json(removed))) end, removed.revision, shown.representation, shown.read_in
  from located as shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
