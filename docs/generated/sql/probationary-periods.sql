-- What the store sends for probationary-periods. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 482813643096320120 then shown_row.representation else probationary_periods_text_6b34c734977e878(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from probationary_periods as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[]))
  order by shown_row.id asc limit $3::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 482813643096320120 then shown_row.representation else probationary_periods_text_6b34c734977e878(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from probationary_periods as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[])) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 482813643096320120 then shown_row.representation else probationary_periods_text_6b34c734977e878(shown_row.account_id, shown_row.id) end as representation
from probationary_periods as shown_row where account_id = $1 and id = any($2::bigint[]) and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($3::bigint[])) order by shown_row.id;

-- Insert
with given as (
  select nextval('probationary_periods_id_seq') as id, $3::bigint as employment_id, $4::date as starts_on, $5::date as ends_on, $6::date as initial_ends_on, $7::date as extended_ends_on, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $8::bigint as employee_id, nextval('revisions') as revision
), shown as (
  insert into probationary_periods (account_id, revision, id, employment_id, starts_on, ends_on, initial_ends_on, extended_ends_on, created_at, last_updated_at, employee_id, representation, representation_version)
  select $1, revision, id, employment_id, starts_on, ends_on, initial_ends_on, extended_ends_on, created_at, last_updated_at, employee_id, E'{"id":"' || given.id || E'","type":"probationary-period' || E'","url":"\x01' || E'/svc-api/probationary-periods/' || given.id || E'"'
    || E',"employment":' || (E'{"id":"' || given.employment_id || E'","type":"employment","url":"\x01/svc-api/employments/' || given.employment_id || E'"}')
    || E',"startsOn":' || (E'"' || given.starts_on || E'"')
    || E',"endsOn":' || (E'"' || given.ends_on || E'"')
    || E',"initialEndsOn":' || (E'"' || given.initial_ends_on || E'"')
    || E',"extendedEndsOn":' || coalesce((E'"' || given.extended_ends_on || E'"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 482813643096320120 from given
  returning id, revision, representation, probationary_periods.employee_id
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'probationary-period.created', 'probationary-period', id::text, $2, shown.read_in,
    null, $9, shown.representation || '}', null
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id)
  select $1, 'probationary-period', shown.id::text, shown.revision, $2, $9, 'created', shown.employee_id
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from probationary_periods where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, employment_id, starts_on, ends_on, $5::date as initial_ends_on, $6::date as extended_ends_on, created_at, $2::timestamptz as last_updated_at, employee_id from before
), written as (
  select given.id, given.initial_ends_on, given.extended_ends_on, given.last_updated_at, E'{"id":"' || given.id || E'","type":"probationary-period' || E'","url":"\x01' || E'/svc-api/probationary-periods/' || given.id || E'"'
    || E',"employment":' || (E'{"id":"' || given.employment_id || E'","type":"employment","url":"\x01/svc-api/employments/' || given.employment_id || E'"}')
    || E',"startsOn":' || (E'"' || given.starts_on || E'"')
    || E',"endsOn":' || (E'"' || given.ends_on || E'"')
    || E',"initialEndsOn":' || (E'"' || given.initial_ends_on || E'"')
    || E',"extendedEndsOn":' || coalesce((E'"' || given.extended_ends_on || E'"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update probationary_periods as changed
  set initial_ends_on = written.initial_ends_on, extended_ends_on = written.extended_ends_on, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 482813643096320120, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation, changed.employee_id
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'probationary-period.updated', 'probationary-period', id::text, $2, shown.read_in,
    null, $7, shown.representation || '}', (select '{' || substr(case when (E'"' || before.initial_ends_on || E'"') is distinct from (E'"' || given.initial_ends_on || E'"') then ',"initialEndsOn":' || coalesce((E'"' || before.initial_ends_on || E'"'), 'null') else '' end || case when (E'"' || before.extended_ends_on || E'"') is distinct from (E'"' || given.extended_ends_on || E'"') then ',"extendedEndsOn":' || coalesce((E'"' || before.extended_ends_on || E'"'), 'null') else '' end, 2) || '}' from before, given)
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, owner_id, former, former_revision)
  select $1, 'probationary-period', shown.id::text, shown.revision, $2, $7, 'updated', (select array_remove(array[case when (E'"' || before.initial_ends_on || E'"') is distinct from (E'"' || given.initial_ends_on || E'"') then 'initialEndsOn' end, case when (E'"' || before.extended_ends_on || E'"') is distinct from (E'"' || given.extended_ends_on || E'"') then 'extendedEndsOn' end]::text[], null) from before, given), shown.employee_id, case when before.representation_version = 482813643096320120 or is_newer_text('probationary-period', before.representation_version, 482813643096320120)
    then before.representation else probationary_periods_text_6b34c734977e878(json_populate_record(null::probationary_periods, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from probationary_periods where account_id = $1 and id = $3 returning *
), given as (
  select id, employment_id, starts_on, ends_on, initial_ends_on, extended_ends_on, created_at, $2::timestamptz as last_updated_at, employee_id from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"probationary-period' || E'","url":"\x01' || E'/svc-api/probationary-periods/' || given.id || E'"'
    || E',"employment":' || (E'{"id":"' || given.employment_id || E'","type":"employment","url":"\x01/svc-api/employments/' || given.employment_id || E'"}')
    || E',"startsOn":' || (E'"' || given.starts_on || E'"')
    || E',"endsOn":' || (E'"' || given.ends_on || E'"')
    || E',"initialEndsOn":' || (E'"' || given.initial_ends_on || E'"')
    || E',"extendedEndsOn":' || coalesce((E'"' || given.extended_ends_on || E'"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, given.employee_id from given
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'probationary-period.deleted', 'probationary-period', id::text, $2, shown.read_in,
    null, $4, shown.representation || '}', null
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id, former, former_revision, last_state, business_establishment_id)
  select $1, 'probationary-period', shown.id::text, nextval('revisions'), $2, $4, 'deleted', shown.employee_id, case when removed.representation_version = 482813643096320120 or is_newer_text('probationary-period', removed.representation_version, 482813643096320120)
    then removed.representation else probationary_periods_text_6b34c734977e878(json_populate_record(null::probationary_periods, to_json(removed))) end, removed.revision, shown.representation, shown.read_in
  from located as shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
