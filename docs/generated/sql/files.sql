-- What the store sends for files. Written by npm run generate.

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 581217899682505109 then shown_row.representation else files_text_810e699afaca195(shown_row.account_id, shown_row.id) end as representation
from files as shown_row where account_id = $1 and id = any($2::uuid[]) and (shown_row.client_application_id = $3 or exists (select 1 from employees as namer where namer.account_id = $1 and namer.portrait_id = shown_row.id and namer.applicable_job_position_business_establishment_id = any($4::bigint[])) or exists (select 1 from employments as namer where namer.account_id = $1 and namer.document_id = shown_row.id and exists (
  select 1 from employees as namer_owner
  where namer_owner.account_id = $1 and namer_owner.id = namer.employee_id
    and namer_owner.applicable_job_position_business_establishment_id = any($4::bigint[]))) or exists (select 1 from job_positions as namer where namer.account_id = $1 and namer.document_id = shown_row.id and exists (
  select 1 from employees as namer_owner
  where namer_owner.account_id = $1 and namer_owner.id = namer.employee_id
    and namer_owner.applicable_job_position_business_establishment_id = any($4::bigint[]))) or exists (select 1 from attribute_keys as namer where namer.account_id = $1 and namer.text_key = shown_row.id::text and namer.target_type = 'file' and exists (
  select 1 from employees as namer_owner
  where namer_owner.account_id = $1 and namer_owner.id = namer.employee_id
    and namer_owner.applicable_job_position_business_establishment_id = any($4::bigint[])))) and (shown_row.unreferenced_since is null or shown_row.unreferenced_since > $5::timestamptz - make_interval(hours => coalesce(
    (select least(unreferenced_file_hours, $6::integer)
      from account_settings where account_id = $1 and unreferenced_file_hours is not null),
    (select unreferenced_file_hours from installation_state)))
  or exists (select 1 from employees as namer where namer.account_id = $1 and namer.portrait_id = shown_row.id) or exists (select 1 from employments as namer where namer.account_id = $1 and namer.document_id = shown_row.id) or exists (select 1 from job_positions as namer where namer.account_id = $1 and namer.document_id = shown_row.id) or exists (select 1 from attribute_keys as namer where namer.account_id = $1 and namer.text_key = shown_row.id::text and namer.target_type = 'file')) order by shown_row.id;

-- Insert
with given as (
  select $3::uuid as id, $4::text as file_name, $5::text as content_type, $2::timestamptz as created_at, $6::bigint as client_application_id, $7::bigint as size, $8::timestamptz as unreferenced_since, nextval('revisions') as revision
), shown as (
  insert into files (account_id, revision, id, file_name, content_type, created_at, client_application_id, size, unreferenced_since, representation, representation_version)
  select $1, revision, id, file_name, content_type, created_at, client_application_id, size, unreferenced_since, E'{"id":"' || given.id || E'","type":"file' || E'","url":"\x01' || E'/svc-api/files/' || given.id || E'"'
    || E',"fileName":' || to_json(given.file_name)::text
    || E',"contentType":' || to_json(given.content_type)::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 581217899682505109 from given
  returning id, revision, representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'file.created', 'file', id::text, $2, null,
    null, $9, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb)
  select $1, 'file', shown.id::text, shown.revision, $2, $9, 'created'
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;
