-- What the store sends for leave-request-decisions. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 142842908899590169 then shown_row.representation else leave_request_decisions_text_1fb7ade6ba4c019(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from leave_request_decisions as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[]))
  order by shown_row.id asc limit $3::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 142842908899590169 then shown_row.representation else leave_request_decisions_text_1fb7ade6ba4c019(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from leave_request_decisions as shown_row where shown_row.account_id = $1 and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($2::bigint[])) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 142842908899590169 then shown_row.representation else leave_request_decisions_text_1fb7ade6ba4c019(shown_row.account_id, shown_row.id) end as representation
from leave_request_decisions as shown_row where account_id = $1 and id = any($2::bigint[]) and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($3::bigint[])) order by shown_row.id;

-- Insert
with given as (
  select nextval('leave_request_decisions_id_seq') as id, $3::text as type, $4::bigint as leave_request_id, $5::text as comment, $6::integer as level, $7::bigint as approver_id, $2::timestamptz as created_at, $8::bigint as employee_id, $9::bigint as expected_approver_id, $10::text as decided_by, nextval('revisions') as revision
), shown as (
  insert into leave_request_decisions (account_id, revision, id, type, leave_request_id, comment, level, approver_id, created_at, employee_id, expected_approver_id, decided_by, representation, representation_version)
  select $1, revision, id, type, leave_request_id, comment, level, approver_id, created_at, employee_id, expected_approver_id, decided_by, E'{"id":"' || given.id || E'","type":"' || given.type || E'","url":"\x01' || E'/svc-api/leave-request-decisions/' || given.id || E'"'
    || E',"leaveRequest":' || (E'{"id":"' || given.leave_request_id || E'","type":"leave-request","url":"\x01/svc-api/leave-requests/' || given.leave_request_id || E'"}') || coalesce(E',"comment":' || to_json(given.comment)::text, '')
    || E',"level":' || given.level::text
    || E',"approver":' || coalesce((E'{"id":"' || given.approver_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.approver_id || E'"}'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 142842908899590169 from given
  returning id, revision, representation, leave_request_decisions.type, leave_request_decisions.employee_id
), located as materialized (select shown.*, (select shown_owner.applicable_job_position_business_establishment_id from employees as shown_owner
    where shown_owner.account_id = $1 and shown_owner.id = shown.employee_id) as read_in from shown), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'leave-request-decision.created', shown.type, id::text, $2, shown.read_in,
    null, $11, shown.representation || '}', null
  from located as shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, owner_id)
  select $1, 'leave-request-decision', shown.id::text, shown.revision, $2, $11, 'created', shown.employee_id
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;
