-- What the store sends for leaves. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 675847692053480788 then shown_row.representation else leaves_text_96117e5271d8554(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from leaves as shown_row where shown_row.account_id = $1 and exists (
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
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 675847692053480788 then shown_row.representation else leaves_text_96117e5271d8554(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from leaves as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[])) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint) as sized
) as fitting where ordinal < $4::bigint and (ordinal = 1 or bytes_so_far <= $5::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 675847692053480788 then shown_row.representation else leaves_text_96117e5271d8554(shown_row.account_id, shown_row.id) end as representation
from leaves as shown_row where account_id = $1 and id = any($2::bigint[]) and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($3::bigint[])) order by shown_row.id;

-- Insert
with given as (
  select nextval('leaves_id_seq') as id, $3::date as starts_on, $4::text as start_position, $5::date as ends_on, $6::text as end_position, $7::bigint as employee_id, $8::bigint as leave_account_id, $9::json as days, $10::json as total_duration, $11::text as status, $12::text as details, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $13::bigint as first_half, $14::bigint as last_half, $15::bigint as leave_request_id, $16::bigint as stated_ms, nextval('revisions') as revision
), shown as (
  insert into leaves (account_id, revision, id, starts_on, start_position, ends_on, end_position, employee_id, leave_account_id, days, total_duration, status, details, created_at, last_updated_at, first_half, last_half, leave_request_id, stated_ms, representation, representation_version)
  select $1, revision, id, starts_on, start_position, ends_on, end_position, employee_id, leave_account_id, days, total_duration, status, details, created_at, last_updated_at, first_half, last_half, leave_request_id, stated_ms, E'{"id":"' || given.id || E'","type":"leave' || E'","url":"\x01' || E'/svc-api/leaves/' || given.id || E'"'
    || E',"startsOn":' || (E'"' || given.starts_on || E'"')
    || E',"startPosition":' || to_json(given.start_position)::text
    || E',"endsOn":' || (E'"' || given.ends_on || E'"')
    || E',"endPosition":' || to_json(given.end_position)::text
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"leaveAccount":' || (E'{"id":"' || given.leave_account_id || E'","type":"leave-account","url":"\x01/svc-api/leave-accounts/' || given.leave_account_id || E'"}')
    || E',"days":' || given.days::text
    || E',"totalDuration":' || given.total_duration::text
    || E',"status":' || to_json(given.status)::text
    || E',"details":' || coalesce(given.details, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 675847692053480788 from given
  returning id, revision, representation, leaves.employee_id
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'leave.created', 'leave', id::text, $2, shown.read_in,
    null, $17, shown.representation || '}', null
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id)
  select $1, 'leave', shown.id::text, shown.revision, $2, $17, 'created', shown.employee_id
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from leaves where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, $5::date as starts_on, $6::text as start_position, $7::date as ends_on, $8::text as end_position, employee_id, leave_account_id, days, total_duration, $9::text as status, $10::text as details, created_at, $2::timestamptz as last_updated_at, first_half, last_half, leave_request_id, stated_ms from before
), written as (
  select given.id, given.starts_on, given.start_position, given.ends_on, given.end_position, given.status, given.details, given.last_updated_at, E'{"id":"' || given.id || E'","type":"leave' || E'","url":"\x01' || E'/svc-api/leaves/' || given.id || E'"'
    || E',"startsOn":' || (E'"' || given.starts_on || E'"')
    || E',"startPosition":' || to_json(given.start_position)::text
    || E',"endsOn":' || (E'"' || given.ends_on || E'"')
    || E',"endPosition":' || to_json(given.end_position)::text
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"leaveAccount":' || (E'{"id":"' || given.leave_account_id || E'","type":"leave-account","url":"\x01/svc-api/leave-accounts/' || given.leave_account_id || E'"}')
    || E',"days":' || given.days::text
    || E',"totalDuration":' || given.total_duration::text
    || E',"status":' || to_json(given.status)::text
    || E',"details":' || coalesce(given.details, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update leaves as changed
  set starts_on = written.starts_on, start_position = written.start_position, ends_on = written.ends_on, end_position = written.end_position, status = written.status, details = written.details, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 675847692053480788, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation, changed.employee_id
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'leave.updated', 'leave', id::text, $2, shown.read_in,
    null, $11, shown.representation || '}', (select '{' || substr(case when (E'"' || before.starts_on || E'"') is distinct from (E'"' || given.starts_on || E'"') then ',"startsOn":' || coalesce((E'"' || before.starts_on || E'"'), 'null') else '' end || case when to_json(before.start_position)::text is distinct from to_json(given.start_position)::text then ',"startPosition":' || coalesce(to_json(before.start_position)::text, 'null') else '' end || case when (E'"' || before.ends_on || E'"') is distinct from (E'"' || given.ends_on || E'"') then ',"endsOn":' || coalesce((E'"' || before.ends_on || E'"'), 'null') else '' end || case when to_json(before.end_position)::text is distinct from to_json(given.end_position)::text then ',"endPosition":' || coalesce(to_json(before.end_position)::text, 'null') else '' end || case when to_json(before.status)::text is distinct from to_json(given.status)::text then ',"status":' || coalesce(to_json(before.status)::text, 'null') else '' end || case when before.details is distinct from given.details then ',"details":' || coalesce(before.details, 'null') else '' end, 2) || '}' from before, given)
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, owner_id, former, former_revision)
  select $1, 'leave', shown.id::text, shown.revision, $2, $11, 'updated', (select array_remove(array[case when (E'"' || before.starts_on || E'"') is distinct from (E'"' || given.starts_on || E'"') then 'startsOn' end, case when to_json(before.start_position)::text is distinct from to_json(given.start_position)::text then 'startPosition' end, case when (E'"' || before.ends_on || E'"') is distinct from (E'"' || given.ends_on || E'"') then 'endsOn' end, case when to_json(before.end_position)::text is distinct from to_json(given.end_position)::text then 'endPosition' end, case when to_json(before.status)::text is distinct from to_json(given.status)::text then 'status' end, case when before.details is distinct from given.details then 'details' end]::text[], null) from before, given), shown.employee_id, case when before.representation_version = 675847692053480788 or is_newer_text('leave', before.representation_version, 675847692053480788)
    then before.representation else leaves_text_96117e5271d8554(json_populate_record(null::leaves, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from leaves where account_id = $1 and id = $3 returning *
), given as (
  select id, starts_on, start_position, ends_on, end_position, employee_id, leave_account_id, days, total_duration, status, details, created_at, $2::timestamptz as last_updated_at, first_half, last_half, leave_request_id, stated_ms from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"leave' || E'","url":"\x01' || E'/svc-api/leaves/' || given.id || E'"'
    || E',"startsOn":' || (E'"' || given.starts_on || E'"')
    || E',"startPosition":' || to_json(given.start_position)::text
    || E',"endsOn":' || (E'"' || given.ends_on || E'"')
    || E',"endPosition":' || to_json(given.end_position)::text
    || E',"employee":' || (E'{"id":"' || given.employee_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_id || E'"}')
    || E',"leaveAccount":' || (E'{"id":"' || given.leave_account_id || E'","type":"leave-account","url":"\x01/svc-api/leave-accounts/' || given.leave_account_id || E'"}')
    || E',"days":' || given.days::text
    || E',"totalDuration":' || given.total_duration::text
    || E',"status":' || to_json(given.status)::text
    || E',"details":' || coalesce(given.details, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, given.employee_id from given
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'leave.deleted', 'leave', id::text, $2, shown.read_in,
    null, $4, shown.representation || '}', null
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id, former, former_revision, last_state, business_establishment_id)
  select $1, 'leave', shown.id::text, nextval('revisions'), $2, $4, 'deleted', shown.employee_id, case when removed.representation_version = 675847692053480788 or is_newer_text('leave', removed.representation_version, 675847692053480788)
    then removed.representation else leaves_text_96117e5271d8554(json_populate_record(null::leaves, to_json(removed))) end, removed.revision, shown.representation, shown.read_in
  from located as shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
