-- What the store sends for leave-accounts. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 367780094073803419 then shown_row.representation else leave_accounts_text_51a9e0c06ba929b(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from leave_accounts as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 367780094073803419 then shown_row.representation else leave_accounts_text_51a9e0c06ba929b(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from leave_accounts as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 367780094073803419 then shown_row.representation else leave_accounts_text_51a9e0c06ba929b(shown_row.account_id, shown_row.id) end as representation
from leave_accounts as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;

-- Insert
with given as (
  select nextval('leave_accounts_id_seq') as id, $3::text as name, $4::text as unit, $5::integer as approval_levels, $6::text as remote_id, $7::boolean as is_archived, $8::timestamptz as last_archived_at, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, nextval('revisions') as revision
), shown as (
  insert into leave_accounts (account_id, revision, id, name, unit, approval_levels, remote_id, is_archived, last_archived_at, created_at, last_updated_at, representation, representation_version)
  select $1, revision, id, name, unit, approval_levels, remote_id, is_archived, last_archived_at, created_at, last_updated_at, E'{"id":"' || given.id || E'","type":"leave-account' || E'","url":"\x01' || E'/svc-api/leave-accounts/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"unit":' || to_json(given.unit)::text
    || E',"approvalLevels":' || given.approval_levels::text
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 367780094073803419 from given
  returning id, revision, representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'leave-account.created', 'leave-account', id::text, $2, null,
    null, $9, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb)
  select $1, 'leave-account', shown.id::text, shown.revision, $2, $9, 'created'
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from leave_accounts where account_id = $1 and id = $3 and revision = $4 for update
), given as (
  select id, $5::text as name, $6::text as unit, $7::integer as approval_levels, $8::text as remote_id, $9::boolean as is_archived, last_archived_at, created_at, $2::timestamptz as last_updated_at from before
), written as (
  select given.id, given.name, given.unit, given.approval_levels, given.remote_id, given.is_archived, given.last_updated_at, E'{"id":"' || given.id || E'","type":"leave-account' || E'","url":"\x01' || E'/svc-api/leave-accounts/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"unit":' || to_json(given.unit)::text
    || E',"approvalLevels":' || given.approval_levels::text
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update leave_accounts as changed
  set name = written.name, unit = written.unit, approval_levels = written.approval_levels, remote_id = written.remote_id, is_archived = written.is_archived, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 367780094073803419, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'leave-account.updated', 'leave-account', id::text, $2, null,
    null, $10, shown.representation || '}', (select '{' || substr(case when to_json(before.name)::text is distinct from to_json(given.name)::text then ',"name":' || coalesce(to_json(before.name)::text, 'null') else '' end || case when to_json(before.unit)::text is distinct from to_json(given.unit)::text then ',"unit":' || coalesce(to_json(before.unit)::text, 'null') else '' end || case when before.approval_levels::text is distinct from given.approval_levels::text then ',"approvalLevels":' || coalesce(before.approval_levels::text, 'null') else '' end || case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then ',"remoteId":' || coalesce(to_json(before.remote_id)::text, 'null') else '' end || case when before.is_archived::text is distinct from given.is_archived::text then ',"isArchived":' || coalesce(before.is_archived::text, 'null') else '' end, 2) || '}' from before, given)
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, former, former_revision)
  select $1, 'leave-account', shown.id::text, shown.revision, $2, $10, 'updated', (select array_remove(array[case when to_json(before.name)::text is distinct from to_json(given.name)::text then 'name' end, case when to_json(before.unit)::text is distinct from to_json(given.unit)::text then 'unit' end, case when before.approval_levels::text is distinct from given.approval_levels::text then 'approvalLevels' end, case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then 'remoteId' end, case when before.is_archived::text is distinct from given.is_archived::text then 'isArchived' end]::text[], null) from before, given), case when before.representation_version = 367780094073803419 or is_newer_text('leave-account', before.representation_version, 367780094073803419)
    then before.representation else leave_accounts_text_51a9e0c06ba929b(json_populate_record(null::leave_accounts, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from leave_accounts where account_id = $1 and id = $3 returning *
), given as (
  select id, name, unit, approval_levels, remote_id, is_archived, last_archived_at, created_at, $2::timestamptz as last_updated_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"leave-account' || E'","url":"\x01' || E'/svc-api/leave-accounts/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"unit":' || to_json(given.unit)::text
    || E',"approvalLevels":' || given.approval_levels::text
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'leave-account.deleted', 'leave-account', id::text, $2, null,
    null, $4, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, former, former_revision, last_state, business_establishment_id)
  select $1, 'leave-account', shown.id::text, nextval('revisions'), $2, $4, 'deleted', case when removed.representation_version = 367780094073803419 or is_newer_text('leave-account', removed.representation_version, 367780094073803419)
    then removed.representation else leave_accounts_text_51a9e0c06ba929b(json_populate_record(null::leave_accounts, to_json(removed))) end, removed.revision, shown.representation, null
  from shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
