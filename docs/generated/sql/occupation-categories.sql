-- What the store sends for occupation-categories. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 1134860261755723831 then shown_row.representation else occupation_categories_text_fbfd56533a82037(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from occupation_categories as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint) as sized
) as fitting where ordinal < $2::bigint and (ordinal = 1 or bytes_so_far <= $3::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 1134860261755723831 then shown_row.representation else occupation_categories_text_fbfd56533a82037(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from occupation_categories as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 1134860261755723831 then shown_row.representation else occupation_categories_text_fbfd56533a82037(shown_row.account_id, shown_row.id) end as representation
from occupation_categories as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;

-- Insert
with given as (
  select nextval('occupation_categories_id_seq') as id, $3::text as title, $4::bigint[] as business_establishments_id, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $5::json as t9n, nextval('revisions') as revision
), shown as (
  insert into occupation_categories (account_id, revision, id, title, business_establishments_id, created_at, last_updated_at, t9n, representation, representation_version)
  select $1, revision, id, title, business_establishments_id, created_at, last_updated_at, t9n, E'{"id":"' || given.id || E'","type":"occupation-category' || E'","url":"\x01' || E'/svc-api/occupation-categories/' || given.id || E'"'
    || E',"title":' || to_json(given.title)::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"t9n":' || given.t9n::text, 1134860261755723831 from given
  returning id, revision, representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'occupation-category.created', 'occupation-category', id::text, $2, null,
    null, $6, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb)
  select $1, 'occupation-category', shown.id::text, shown.revision, $2, $6, 'created'
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from occupation_categories where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, $5::text as title, $6::bigint[] as business_establishments_id, created_at, $2::timestamptz as last_updated_at, $7::json as t9n from before
), written as (
  select given.id, given.title, given.business_establishments_id, given.last_updated_at, given.t9n, E'{"id":"' || given.id || E'","type":"occupation-category' || E'","url":"\x01' || E'/svc-api/occupation-categories/' || given.id || E'"'
    || E',"title":' || to_json(given.title)::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"t9n":' || given.t9n::text as representation, nextval('revisions') as revision from given
), shown as (
  update occupation_categories as changed
  set title = written.title, business_establishments_id = written.business_establishments_id, last_updated_at = written.last_updated_at, t9n = written.t9n, representation = written.representation, representation_version = 1134860261755723831, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'occupation-category.updated', 'occupation-category', id::text, $2, null,
    null, $8, shown.representation || '}', (select '{' || substr(case when to_json(before.title)::text is distinct from to_json(given.title)::text then ',"title":' || coalesce(to_json(before.title)::text, 'null') else '' end || case when case when before.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(before.business_establishments_id) with ordinality as named (id, position)), '') || ']' end is distinct from case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end then ',"businessEstablishments":' || coalesce(case when before.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(before.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null') else '' end || case when before.t9n::text is distinct from given.t9n::text then ',"t9n":' || coalesce(before.t9n::text, 'null') else '' end, 2) || '}' from before, given)
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, former, former_revision)
  select $1, 'occupation-category', shown.id::text, shown.revision, $2, $8, 'updated', (select array_remove(array[case when to_json(before.title)::text is distinct from to_json(given.title)::text then 'title' end, case when case when before.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(before.business_establishments_id) with ordinality as named (id, position)), '') || ']' end is distinct from case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end then 'businessEstablishments' end, case when before.t9n::text is distinct from given.t9n::text then 't9n' end]::text[], null) from before, given), case when before.representation_version = 1134860261755723831 or is_newer_text('occupation-category', before.representation_version, 1134860261755723831)
    then before.representation else occupation_categories_text_fbfd56533a82037(json_populate_record(null::occupation_categories, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from occupation_categories where account_id = $1 and id = $3 returning *
), given as (
  select id, title, business_establishments_id, created_at, $2::timestamptz as last_updated_at, t9n from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"occupation-category' || E'","url":"\x01' || E'/svc-api/occupation-categories/' || given.id || E'"'
    || E',"title":' || to_json(given.title)::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"t9n":' || given.t9n::text as representation from given
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'occupation-category.deleted', 'occupation-category', id::text, $2, null,
    null, $4, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, former, former_revision, last_state, business_establishment_id)
  select $1, 'occupation-category', shown.id::text, nextval('revisions'), $2, $4, 'deleted', case when removed.representation_version = 1134860261755723831 or is_newer_text('occupation-category', removed.representation_version, 1134860261755723831)
    then removed.representation else occupation_categories_text_fbfd56533a82037(json_populate_record(null::occupation_categories, to_json(removed))) end, removed.revision, shown.representation, null
  from shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
