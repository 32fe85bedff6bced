-- What the store sends for departments. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 932591816424022236 then shown_row.representation else departments_text_cf13b50e263e0dc(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from departments as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 932591816424022236 then shown_row.representation else departments_text_cf13b50e263e0dc(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from departments as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 932591816424022236 then shown_row.representation else departments_text_cf13b50e263e0dc(shown_row.account_id, shown_row.id) end as representation
from departments as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;

-- Insert
with given as (
  select nextval('departments_id_seq') as id, $3::text as remote_id, $4::boolean as is_archived, $5::text as name, $6::text as description, $7::bigint as parent_id, $8::integer as level, $9::bigint as manager_id, $10::integer as sort_order, $11::text as owning_application, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, nextval('revisions') as revision
), shown as (
  insert into departments (account_id, revision, id, remote_id, is_archived, name, description, parent_id, level, manager_id, sort_order, owning_application, created_at, last_updated_at, representation, representation_version)
  select $1, revision, id, remote_id, is_archived, name, description, parent_id, level, manager_id, sort_order, owning_application, created_at, last_updated_at, E'{"id":"' || given.id || E'","type":"department' || E'","url":"\x01' || E'/svc-api/departments/' || given.id || E'"'
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"name":' || to_json(given.name)::text
    || E',"description":' || coalesce(to_json(given.description)::text, 'null')
    || E',"parent":' || coalesce((E'{"id":"' || given.parent_id || E'","type":"department","url":"\x01/svc-api/departments/' || given.parent_id || E'"}'), 'null')
    || E',"level":' || given.level::text
    || E',"manager":' || coalesce((E'{"id":"' || given.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.manager_id || E'"}'), 'null')
    || E',"sortOrder":' || given.sort_order::text
    || E',"owningApplication":' || coalesce(to_json(given.owning_application)::text, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 932591816424022236 from given
  returning id, revision, representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'department.created', 'department', id::text, $2, null,
    null, $12, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb)
  select $1, 'department', shown.id::text, shown.revision, $2, $12, 'created'
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from departments where account_id = $1 and id = $3 and revision = $4 for update
), given as (
  select id, $5::text as remote_id, $6::boolean as is_archived, $7::text as name, $8::text as description, $9::bigint as parent_id, level, $10::bigint as manager_id, $11::integer as sort_order, owning_application, created_at, $2::timestamptz as last_updated_at from before
), written as (
  select given.id, given.remote_id, given.is_archived, given.name, given.description, given.parent_id, given.manager_id, given.sort_order, given.last_updated_at, E'{"id":"' || given.id || E'","type":"department' || E'","url":"\x01' || E'/svc-api/departments/' || given.id || E'"'
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"name":' || to_json(given.name)::text
    || E',"description":' || coalesce(to_json(given.description)::text, 'null')
    || E',"parent":' || coalesce((E'{"id":"' || given.parent_id || E'","type":"department","url":"\x01/svc-api/departments/' || given.parent_id || E'"}'), 'null')
    || E',"level":' || given.level::text
    || E',"manager":' || coalesce((E'{"id":"' || given.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.manager_id || E'"}'), 'null')
    || E',"sortOrder":' || given.sort_order::text
    || E',"owningApplication":' || coalesce(to_json(given.owning_application)::text, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update departments as changed
  set remote_id = written.remote_id, is_archived = written.is_archived, name = written.name, description = written.description, parent_id = written.parent_id, manager_id = written.manager_id, sort_order = written.sort_order, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 932591816424022236, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'department.updated', 'department', id::text, $2, null,
    null, $12, shown.representation || '}', (select '{' || substr(case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then ',"remoteId":' || coalesce(to_json(before.remote_id)::text, 'null') else '' end || case when before.is_archived::text is distinct from given.is_archived::text then ',"isArchived":' || coalesce(before.is_archived::text, 'null') else '' end || case when to_json(before.name)::text is distinct from to_json(given.name)::text then ',"name":' || coalesce(to_json(before.name)::text, 'null') else '' end || case when to_json(before.description)::text is distinct from to_json(given.description)::text then ',"description":' || coalesce(to_json(before.description)::text, 'null') else '' end || case when (E'{"id":"' || before.parent_id || E'","type":"department","url":"\x01/svc-api/departments/' || before.parent_id || E'"}') is distinct from (E'{"id":"' || given.parent_id || E'","type":"department","url":"\x01/svc-api/departments/' || given.parent_id || E'"}') then ',"parent":' || coalesce((E'{"id":"' || before.parent_id || E'","type":"department","url":"\x01/svc-api/departments/' || before.parent_id || E'"}'), 'null') else '' end || case when (E'{"id":"' || before.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || before.manager_id || E'"}') is distinct from (E'{"id":"' || given.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.manager_id || E'"}') then ',"manager":' || coalesce((E'{"id":"' || before.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || before.manager_id || E'"}'), 'null') else '' end || case when before.sort_order::text is distinct from given.sort_order::text then ',"sortOrder":' || coalesce(before.sort_order::text, 'null') else '' end, 2) || '}' from before, given)
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, former, former_revision)
  select $1, 'department', shown.id::text, shown.revision, $2, $12, 'updated', (select array_remove(array[case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then 'remoteId' end, case when before.is_archived::text is distinct from given.is_archived::text then 'isArchived' end, case when to_json(before.name)::text is distinct from to_json(given.name)::text then 'name' end, case when to_json(before.description)::text is distinct from to_json(given.description)::text then 'description' end, case when (E'{"id":"' || before.parent_id || E'","type":"department","url":"\x01/svc-api/departments/' || before.parent_id || E'"}') is distinct from (E'{"id":"' || given.parent_id || E'","type":"department","url":"\x01/svc-api/departments/' || given.parent_id || E'"}') then 'parent' end, case when (E'{"id":"' || before.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || before.manager_id || E'"}') is distinct from (E'{"id":"' || given.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.manager_id || E'"}') then 'manager' end, case when before.sort_order::text is distinct from given.sort_order::text then 'sortOrder' end]::text[], null) from before, given), case when before.representation_version = 932591816424022236 or is_newer_text('department', before.representation_version, 932591816424022236)
    then before.representation else departments_text_cf13b50e263e0dc(json_populate_record(null::departments, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from departments where account_id = $1 and id = $3 returning *
), given as (
  select id, remote_id, is_archived, name, description, parent_id, level, manager_id, sort_order, owning_application, created_at, $2::timestamptz as last_updated_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"department' || E'","url":"\x01' || E'/svc-api/departments/' || given.id || E'"'
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"name":' || to_json(given.name)::text
    || E',"description":' || coalesce(to_json(given.description)::text, 'null')
    || E',"parent":' || coalesce((E'{"id":"' || given.parent_id || E'","type":"department","url":"\x01/svc-api/departments/' || given.parent_id || E'"}'), 'null')
    || E',"level":' || given.level::text
    || E',"manager":' || coalesce((E'{"id":"' || given.manager_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.manager_id || E'"}'), 'null')
    || E',"sortOrder":' || given.sort_order::text
    || E',"owningApplication":' || coalesce(to_json(given.owning_application)::text, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'department.deleted', 'department', id::text, $2, null,
    null, $4, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, former, former_revision, last_state, business_establishment_id)
  select $1, 'department', shown.id::text, nextval('revisions'), $2, $4, 'deleted', case when removed.representation_version = 932591816424022236 or is_newer_text('department', removed.representation_version, 932591816424022236)
    then removed.representation else departments_text_cf13b50e263e0dc(json_populate_record(null::departments, to_json(removed))) end, removed.revision, shown.representation, null
  from shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
