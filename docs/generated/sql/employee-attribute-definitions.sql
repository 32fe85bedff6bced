-- What the store sends for employee-attribute-definitions. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 905129620678485292 then shown_row.representation else employee_attribute_definitions_text_c8faa982c39a52c(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from employee_attribute_definitions as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint) as sized
) as fitting where ordinal < $2::bigint and (ordinal = 1 or bytes_so_far <= $3::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 905129620678485292 then shown_row.representation else employee_attribute_definitions_text_c8faa982c39a52c(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from employee_attribute_definitions as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::text)
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 905129620678485292 then shown_row.representation else employee_attribute_definitions_text_c8faa982c39a52c(shown_row.account_id, shown_row.id) end as representation
from employee_attribute_definitions as shown_row where account_id = $1 and id = any($2::text[]) order by shown_row.id;

-- Insert
with given as (
  select $3::text as id, $4::text as name, $5::json as schema, $6::text as property_descriptions, $7::bigint as taxonomy_id, $8::json as multiple_value_handling, $9::boolean as is_confidential, $10::boolean as is_archived, $11::timestamptz as last_archived_at, $12::json as t9n, $13::text as target_type, $14::text as category, $15::boolean as is_value_read_only, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, nextval('revisions') as revision
), shown as (
  insert into employee_attribute_definitions (account_id, revision, id, name, schema, property_descriptions, taxonomy_id, multiple_value_handling, is_confidential, is_archived, last_archived_at, t9n, target_type, category, is_value_read_only, created_at, last_updated_at, representation, representation_version)
  select $1, revision, id, name, schema, property_descriptions, taxonomy_id, multiple_value_handling, is_confidential, is_archived, last_archived_at, t9n, target_type, category, is_value_read_only, created_at, last_updated_at, E'{"id":"' || given.id || E'","type":"employee-attribute-definition' || E'","url":"\x01' || E'/svc-api/employee-attribute-definitions/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"schema":' || given.schema::text
    || E',"propertyDescriptions":' || coalesce(given.property_descriptions, 'null')
    || E',"taxonomy":' || coalesce((E'{"id":"' || given.taxonomy_id || E'","type":"taxonomy","url":"\x01/svc-api/taxonomies/' || given.taxonomy_id || E'"}'), 'null')
    || E',"multipleValueHandling":' || coalesce(given.multiple_value_handling::text, 'null')
    || E',"isConfidential":' || given.is_confidential::text
    || E',"isArchived":' || given.is_archived::text
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"t9n":' || given.t9n::text
    || E',"targetType":' || to_json(given.target_type)::text
    || E',"category":' || to_json(given.category)::text
    || E',"isValueReadOnly":' || given.is_value_read_only::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 905129620678485292 from given
  returning id, revision, representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employee-attribute-definition.created', 'employee-attribute-definition', id::text, $2, null,
    null, $16, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb)
  select $1, 'employee-attribute-definition', shown.id::text, shown.revision, $2, $16, 'created'
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from employee_attribute_definitions where account_id = $1 and id = $3 and revision = $4 for update
), given as (
  select id, $5::text as name, schema, $6::text as property_descriptions, taxonomy_id, $7::json as multiple_value_handling, $8::boolean as is_confidential, $9::boolean as is_archived, last_archived_at, $10::json as t9n, target_type, category, is_value_read_only, created_at, $2::timestamptz as last_updated_at from before
), written as (
  select given.id, given.name, given.property_descriptions, given.multiple_value_handling, given.is_confidential, given.is_archived, given.t9n, given.last_updated_at, E'{"id":"' || given.id || E'","type":"employee-attribute-definition' || E'","url":"\x01' || E'/svc-api/employee-attribute-definitions/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"schema":' || given.schema::text
    || E',"propertyDescriptions":' || coalesce(given.property_descriptions, 'null')
    || E',"taxonomy":' || coalesce((E'{"id":"' || given.taxonomy_id || E'","type":"taxonomy","url":"\x01/svc-api/taxonomies/' || given.taxonomy_id || E'"}'), 'null')
    || E',"multipleValueHandling":' || coalesce(given.multiple_value_handling::text, 'null')
    || E',"isConfidential":' || given.is_confidential::text
    || E',"isArchived":' || given.is_archived::text
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"t9n":' || given.t9n::text
    || E',"targetType":' || to_json(given.target_type)::text
    || E',"category":' || to_json(given.category)::text
    || E',"isValueReadOnly":' || given.is_value_read_only::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update employee_attribute_definitions as changed
  set name = written.name, property_descriptions = written.property_descriptions, multiple_value_handling = written.multiple_value_handling, is_confidential = written.is_confidential, is_archived = written.is_archived, t9n = written.t9n, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 905129620678485292, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employee-attribute-definition.updated', 'employee-attribute-definition', id::text, $2, null,
    null, $11, shown.representation || '}', (select '{' || substr(case when to_json(before.name)::text is distinct from to_json(given.name)::text then ',"name":' || coalesce(to_json(before.name)::text, 'null') else '' end || case when before.property_descriptions is distinct from given.property_descriptions then ',"propertyDescriptions":' || coalesce(before.property_descriptions, 'null') else '' end || case when before.multiple_value_handling::text is distinct from given.multiple_value_handling::text then ',"multipleValueHandling":' || coalesce(before.multiple_value_handling::text, 'null') else '' end || case when before.is_confidential::text is distinct from given.is_confidential::text then ',"isConfidential":' || coalesce(before.is_confidential::text, 'null') else '' end || case when before.is_archived::text is distinct from given.is_archived::text then ',"isArchived":' || coalesce(before.is_archived::text, 'null') else '' end || case when before.t9n::text is distinct from given.t9n::text then ',"t9n":' || coalesce(before.t9n::text, 'null') else '' end, 2) || '}' from before, given)
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, former, former_revision)
  select $1, 'employee-attribute-definition', shown.id::text, shown.revision, $2, $11, 'updated', (select array_remove(array[case when to_json(before.name)::text is distinct from to_json(given.name)::text then 'name' end, case when before.property_descriptions is distinct from given.property_descriptions then 'propertyDescriptions' end, case when before.multiple_value_handling::text is distinct from given.multiple_value_handling::text then 'multipleValueHandling' end, case when before.is_confidential::text is distinct from given.is_confidential::text then 'isConfidential' end, case when before.is_archived::text is distinct from given.is_archived::text then 'isArchived' end, case when before.t9n::text is distinct from given.t9n::text then 't9n' end]::text[], null) from before, given), case when before.representation_version = 905129620678485292 or is_newer_text('employee-attribute-definition', before.representation_version, 905129620678485292)
    then before.representation else employee_attribute_definitions_text_c8faa982c39a52c(json_populate_record(null::employee_attribute_definitions, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from employee_attribute_definitions where account_id = $1 and id = $3 returning *
), given as (
  select id, name, schema, property_descriptions, taxonomy_id, multiple_value_handling, is_confidential, is_archived, last_archived_at, t9n, target_type, category, is_value_read_only, created_at, $2::timestamptz as last_updated_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"employee-attribute-definition' || E'","url":"\x01' || E'/svc-api/employee-attribute-definitions/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"schema":' || given.schema::text
    || E',"propertyDescriptions":' || coalesce(given.property_descriptions, 'null')
    || E',"taxonomy":' || coalesce((E'{"id":"' || given.taxonomy_id || E'","type":"taxonomy","url":"\x01/svc-api/taxonomies/' || given.taxonomy_id || E'"}'), 'null')
    || E',"multipleValueHandling":' || coalesce(given.multiple_value_handling::text, 'null')
    || E',"isConfidential":' || given.is_confidential::text
    || E',"isArchived":' || given.is_archived::text
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"t9n":' || given.t9n::text
    || E',"targetType":' || to_json(given.target_type)::text
    || E',"category":' || to_json(given.category)::text
    || E',"isValueReadOnly":' || given.is_value_read_only::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employee-attribute-definition.deleted', 'employee-attribute-definition', id::text, $2, null,
    null, $4, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, former, former_revision, last_state, business_establishment_id)
  select $1, 'employee-attribute-definition', shown.id::text, nextval('revisions'), $2, $4, 'deleted', case when removed.representation_version = 905129620678485292 or is_newer_text('employee-attribute-definition', removed.representation_version, 905129620678485292)
    then removed.representation else employee_attribute_definitions_text_c8faa982c39a52c(json_populate_record(null::employee_attribute_definitions, to_json(removed))) end, removed.revision, shown.representation, null
  from shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
