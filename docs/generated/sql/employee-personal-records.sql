-- What the store sends for employee-personal-records. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 485543746231960711 then shown_row.representation else employee_personal_records_text_6bcff76f5118487(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from employee_personal_records as shown_row where shown_row.account_id = $1 and exists (
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
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 485543746231960711 then shown_row.representation else employee_personal_records_text_6bcff76f5118487(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from employee_personal_records as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[])) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint) as sized
) as fitting where ordinal < $4::bigint and (ordinal = 1 or bytes_so_far <= $5::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 485543746231960711 then shown_row.representation else employee_personal_records_text_6bcff76f5118487(shown_row.account_id, shown_row.id) end as representation
from employee_personal_records as shown_row where account_id = $1 and id = any($2::bigint[]) and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($3::bigint[])) order by shown_row.id;

-- Insert
select nextval('employee_personal_records_id_seq')::text as id from generate_series(1, $2::integer) where $1::bigint is not null;

with given as (
  select $3::bigint as id, $4::bigint as employee_id, $5::text as title, $6::text as legal_gender, $7::text as birth_date, $8::text as insurance_number, $9::text as nationalities_country_codes, $10::text as bank_account, $11::text as phone_number, $12::text as email, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $13::text as legal_gender_digest, $14::text[] as nationalities_country_codes_digest, nextval('revisions') as revision
), shown as (
  insert into employee_personal_records (account_id, revision, id, employee_id, title, legal_gender, birth_date, insurance_number, nationalities_country_codes, bank_account, phone_number, email, created_at, last_updated_at, legal_gender_digest, nationalities_country_codes_digest, representation, representation_version)
  select $1, revision, id, employee_id, title, legal_gender, birth_date, insurance_number, nationalities_country_codes, bank_account, phone_number, email, created_at, last_updated_at, legal_gender_digest, nationalities_country_codes_digest, E'{"id":"' || given.id || E'","type":"employee-personal-record' || E'","url":"\x01' || E'/svc-api/employee-personal-records/' || given.id || E'"'
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"title":' || given.title
    || E',"legalGender":' || given.legal_gender
    || E',"birthDate":' || coalesce(given.birth_date, 'null')
    || E',"insuranceNumber":' || coalesce(given.insurance_number, 'null')
    || E',"nationalitiesCountryCodes":' || given.nationalities_country_codes
    || E',"bankAccount":' || coalesce(given.bank_account, 'null')
    || E',"phoneNumber":' || coalesce(given.phone_number, 'null')
    || E',"email":' || coalesce(given.email, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 485543746231960711 from given
  returning id, revision, representation, employee_personal_records.employee_id
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employee-personal-record.created', 'employee-personal-record', id::text, $2, shown.read_in,
    null, $15, shown.representation || '}', null
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id)
  select $1, 'employee-personal-record', shown.id::text, shown.revision, $2, $15, 'created', shown.employee_id
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from employee_personal_records where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, employee_id, $5::text as title, $6::text as legal_gender, $7::text as birth_date, $8::text as insurance_number, $9::text as nationalities_country_codes, $10::text as bank_account, $11::text as phone_number, $12::text as email, created_at, $2::timestamptz as last_updated_at, $13::text as legal_gender_digest, $14::text[] as nationalities_country_codes_digest from before
), written as (
  select given.id, given.title, given.legal_gender, given.birth_date, given.insurance_number, given.nationalities_country_codes, given.bank_account, given.phone_number, given.email, given.last_updated_at, given.legal_gender_digest, given.nationalities_country_codes_digest, E'{"id":"' || given.id || E'","type":"employee-personal-record' || E'","url":"\x01' || E'/svc-api/employee-personal-records/' || given.id || E'"'
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"title":' || given.title
    || E',"legalGender":' || given.legal_gender
    || E',"birthDate":' || coalesce(given.birth_date, 'null')
    || E',"insuranceNumber":' || coalesce(given.insurance_number, 'null')
    || E',"nationalitiesCountryCodes":' || given.nationalities_country_codes
    || E',"bankAccount":' || coalesce(given.bank_account, 'null')
    || E',"phoneNumber":' || coalesce(given.phone_number, 'null')
    || E',"email":' || coalesce(given.email, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update employee_personal_records as changed
  set title = written.title, legal_gender = written.legal_gender, birth_date = written.birth_date, insurance_number = written.insurance_number, nationalities_country_codes = written.nationalities_country_codes, bank_account = written.bank_account, phone_number = written.phone_number, email = written.email, last_updated_at = written.last_updated_at, legal_gender_digest = written.legal_gender_digest, nationalities_country_codes_digest = written.nationalities_country_codes_digest, representation = written.representation, representation_version = 485543746231960711, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation, changed.employee_id
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employee-personal-record.updated', 'employee-personal-record', id::text, $2, shown.read_in,
    null, $15, shown.representation || '}', (select '{' || substr(case when before.title is distinct from given.title then ',"title":' || coalesce(before.title, 'null') else '' end || case when before.legal_gender is distinct from given.legal_gender then ',"legalGender":' || coalesce(before.legal_gender, 'null') else '' end || case when before.birth_date is distinct from given.birth_date then ',"birthDate":' || coalesce(before.birth_date, 'null') else '' end || case when before.insurance_number is distinct from given.insurance_number then ',"insuranceNumber":' || coalesce(before.insurance_number, 'null') else '' end || case when before.nationalities_country_codes is distinct from given.nationalities_country_codes then ',"nationalitiesCountryCodes":' || coalesce(before.nationalities_country_codes, 'null') else '' end || case when before.bank_account is distinct from given.bank_account then ',"bankAccount":' || coalesce(before.bank_account, 'null') else '' end || case when before.phone_number is distinct from given.phone_number then ',"phoneNumber":' || coalesce(before.phone_number, 'null') else '' end || case when before.email is distinct from given.email then ',"email":' || coalesce(before.email, 'null') else '' end, 2) || '}' from before, given)
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, owner_id, former, former_revision)
  select $1, 'employee-personal-record', shown.id::text, shown.revision, $2, $15, 'updated', (select array_remove(array[case when before.title is distinct from given.title then 'title' end, case when before.legal_gender is distinct from given.legal_gender then 'legalGender' end, case when before.birth_date is distinct from given.birth_date then 'birthDate' end, case when before.insurance_number is distinct from given.insurance_number then 'insuranceNumber' end, case when before.nationalities_country_codes is distinct from given.nationalities_country_codes then 'nationalitiesCountryCodes' end, case when before.bank_account is distinct from given.bank_account then 'bankAccount' end, case when before.phone_number is distinct from given.phone_number then 'phoneNumber' end, case when before.email is distinct from given.email then 'email' end]::text[], null) from before, given), shown.employee_id, case when before.representation_version = 485543746231960711 or is_newer_text('employee-personal-record', before.representation_version, 485543746231960711)
    then before.representation else employee_personal_records_text_6bcff76f5118487(json_populate_record(null::employee_personal_records, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from employee_personal_records where account_id = $1 and id = $3 returning *
), given as (
  select id, employee_id, title, legal_gender, birth_date, insurance_number, nationalities_country_codes, bank_account, phone_number, email, created_at, $2::timestamptz as last_updated_at, legal_gender_digest, nationalities_country_codes_digest from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"employee-personal-record' || E'","url":"\x01' || E'/svc-api/employee-personal-records/' || given.id || E'"'
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"title":' || given.title
    || E',"legalGender":' || given.legal_gender
    || E',"birthDate":' || coalesce(given.birth_date, 'null')
    || E',"insuranceNumber":' || coalesce(given.insurance_number, 'null')
    || E',"nationalitiesCountryCodes":' || given.nationalities_country_codes
    || E',"bankAccount":' || coalesce(given.bank_account, 'null')
    || E',"phoneNumber":' || coalesce(given.phone_number, 'null')
    || E',"email":' || coalesce(given.email, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, given.employee_id from given
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employee-personal-record.deleted', 'employee-personal-record', id::text, $2, shown.read_in,
    null, $4, shown.representation || '}', null
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id, former, former_revision, last_state, business_establishment_id)
  select $1, 'employee-personal-record', shown.id::text, nextval('revisions'), $2, $4, 'deleted', shown.employee_id, case when removed.representation_version = 485543746231960711 or is_newer_text('employee-personal-record', removed.representation_version, 485543746231960711)
    then removed.representation else employee_personal_records_text_6bcff76f5118487(json_populate_record(null::employee_personal_records, to_json(removed))) end, removed.revision, shown.representation, shown.read_in
  from located as shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
