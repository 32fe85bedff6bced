-- What the store sends for business-establishments. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 686250554711319889 then shown_row.representation else business_establishments_text_9860d3e5c7ba551(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from business_establishments as shown_row where shown_row.account_id = $1 and shown_row.id = any($2::bigint[])
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 686250554711319889 then shown_row.representation else business_establishments_text_9860d3e5c7ba551(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from business_establishments as shown_row where shown_row.account_id = $1 and shown_row.id = any($2::bigint[]) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint) as sized
) as fitting where ordinal < $4::bigint and (ordinal = 1 or bytes_so_far <= $5::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 686250554711319889 then shown_row.representation else business_establishments_text_9860d3e5c7ba551(shown_row.account_id, shown_row.id) end as representation
from business_establishments as shown_row where account_id = $1 and id = any($2::bigint[]) and shown_row.id = any($3::bigint[]) order by shown_row.id;

-- Insert
with given as (
  select nextval('business_establishments_id_seq') as id, $3::text as name, $4::text as remote_id, $5::boolean as is_archived, $6::bigint as legal_entity_id, $7::boolean as is_headquarters, $8::json as tax_identification_number, $9::json as industry_code, $10::json as address, $11::text as timezone_id, $12::timestamptz as last_archived_at, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, nextval('revisions') as revision
), shown as (
  insert into business_establishments (account_id, revision, id, name, remote_id, is_archived, legal_entity_id, is_headquarters, tax_identification_number, industry_code, address, timezone_id, last_archived_at, created_at, last_updated_at, representation, representation_version)
  select $1, revision, id, name, remote_id, is_archived, legal_entity_id, is_headquarters, tax_identification_number, industry_code, address, timezone_id, last_archived_at, created_at, last_updated_at, E'{"id":"' || given.id || E'","type":"business-establishment' || E'","url":"\x01' || E'/svc-api/business-establishments/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"legalEntity":' || (E'{"id":"' || given.legal_entity_id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || given.legal_entity_id || E'"}')
    || E',"isHeadquarters":' || given.is_headquarters::text
    || E',"taxIdentificationNumber":' || coalesce(given.tax_identification_number::text, 'null')
    || E',"industryCode":' || coalesce(given.industry_code::text, 'null')
    || E',"address":' || coalesce(given.address::text, 'null')
    || E',"timezoneId":' || coalesce(to_json(given.timezone_id)::text, 'null')
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 686250554711319889 from given
  returning id, revision, representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'business-establishment.created', 'business-establishment', id::text, $2, shown.id,
    null, $13, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb)
  select $1, 'business-establishment', shown.id::text, shown.revision, $2, $13, 'created'
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from business_establishments where account_id = $1 and id = $3 and revision = $4 for update
), given as (
  select id, $5::text as name, $6::text as remote_id, $7::boolean as is_archived, $8::bigint as legal_entity_id, $9::boolean as is_headquarters, $10::json as tax_identification_number, $11::json as industry_code, $12::json as address, $13::text as timezone_id, last_archived_at, created_at, $2::timestamptz as last_updated_at from before
), written as (
  select given.id, given.name, given.remote_id, given.is_archived, given.legal_entity_id, given.is_headquarters, given.tax_identification_number, given.industry_code, given.address, given.timezone_id, given.last_updated_at, E'{"id":"' || given.id || E'","type":"business-establishment' || E'","url":"\x01' || E'/svc-api/business-establishments/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"legalEntity":' || (E'{"id":"' || given.legal_entity_id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || given.legal_entity_id || E'"}')
    || E',"isHeadquarters":' || given.is_headquarters::text
    || E',"taxIdentificationNumber":' || coalesce(given.tax_identification_number::text, 'null')
    || E',"industryCode":' || coalesce(given.industry_code::text, 'null')
    || E',"address":' || coalesce(given.address::text, 'null')
    || E',"timezoneId":' || coalesce(to_json(given.timezone_id)::text, 'null')
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update business_establishments as changed
  set name = written.name, remote_id = written.remote_id, is_archived = written.is_archived, legal_entity_id = written.legal_entity_id, is_headquarters = written.is_headquarters, tax_identification_number = written.tax_identification_number, industry_code = written.industry_code, address = written.address, timezone_id = written.timezone_id, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 686250554711319889, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'business-establishment.updated', 'business-establishment', id::text, $2, shown.id,
    null, $14, shown.representation || '}', (select '{' || substr(case when to_json(before.name)::text is distinct from to_json(given.name)::text then ',"name":' || coalesce(to_json(before.name)::text, 'null') else '' end || case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then ',"remoteId":' || coalesce(to_json(before.remote_id)::text, 'null') else '' end || case when before.is_archived::text is distinct from given.is_archived::text then ',"isArchived":' || coalesce(before.is_archived::text, 'null') else '' end || case when (E'{"id":"' || before.legal_entity_id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || before.legal_entity_id || E'"}') is distinct from (E'{"id":"' || given.legal_entity_id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || given.legal_entity_id || E'"}') then ',"legalEntity":' || coalesce((E'{"id":"' || before.legal_entity_id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || before.legal_entity_id || E'"}'), 'null') else '' end || case when before.is_headquarters::text is distinct from given.is_headquarters::text then ',"isHeadquarters":' || coalesce(before.is_headquarters::text, 'null') else '' end || case when before.tax_identification_number::text is distinct from given.tax_identification_number::text then ',"taxIdentificationNumber":' || coalesce(before.tax_identification_number::text, 'null') else '' end || case when before.industry_code::text is distinct from given.industry_code::text then ',"industryCode":' || coalesce(before.industry_code::text, 'null') else '' end || case when before.address::text is distinct from given.address::text then ',"address":' || coalesce(before.address::text, 'null') else '' end || case when to_json(before.timezone_id)::text is distinct from to_json(given.timezone_id)::text then ',"timezoneId":' || coalesce(to_json(before.timezone_id)::text, 'null') else '' end, 2) || '}' from before, given)
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, former, former_revision)
  select $1, 'business-establishment', shown.id::text, shown.revision, $2, $14, 'updated', (select array_remove(array[case when to_json(before.name)::text is distinct from to_json(given.name)::text then 'name' end, case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then 'remoteId' end, case when before.is_archived::text is distinct from given.is_archived::text then 'isArchived' end, case when (E'{"id":"' || before.legal_entity_id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || before.legal_entity_id || E'"}') is distinct from (E'{"id":"' || given.legal_entity_id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || given.legal_entity_id || E'"}') then 'legalEntity' end, case when before.is_headquarters::text is distinct from given.is_headquarters::text then 'isHeadquarters' end, case when before.tax_identification_number::text is distinct from given.tax_identification_number::text then 'taxIdentificationNumber' end, case when before.industry_code::text is distinct from given.industry_code::text then 'industryCode' end, case when before.address::text is distinct from given.address::text then 'address' end, case when to_json(before.timezone_id)::text is distinct from to_json(given.timezone_id)::text then 'timezoneId' end]::text[], null) from before, given), case when before.representation_version = 686250554711319889 or is_newer_text('business-establishment', before.representation_version, 686250554711319889)
    then before.representation else business_establishments_text_9860d3e5c7ba551(json_populate_record(null::business_establishments, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from business_establishments where account_id = $1 and id = $3 returning *
), given as (
  select id, name, remote_id, is_archived, legal_entity_id, is_headquarters, tax_identification_number, industry_code, address, timezone_id, last_archived_at, created_at, $2::timestamptz as last_updated_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"business-establishment' || E'","url":"\x01' || E'/svc-api/business-establishments/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"legalEntity":' || (E'{"id":"' || given.legal_entity_id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || given.legal_entity_id || E'"}')
    || E',"isHeadquarters":' || given.is_headquarters::text
    || E',"taxIdentificationNumber":' || coalesce(given.tax_identification_number::text, 'null')
    || E',"industryCode":' || coalesce(given.industry_code::text, 'null')
    || E',"address":' || coalesce(given.address::text, 'null')
    || E',"timezoneId":' || coalesce(to_json(given.timezone_id)::text, 'null')
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'business-establishment.deleted', 'business-establishment', id::text, $2, shown.id,
    null, $4, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, former, former_revision, last_state, business_establishment_id)
  select $1, 'business-establishment', shown.id::text, nextval('revisions'), $2, $4, 'deleted', case when removed.representation_version = 686250554711319889 or is_newer_text('business-establishment', removed.representation_version, 686250554711319889)
    then removed.representation else business_establishments_text_9860d3e5c7ba551(json_populate_record(null::business_establishments, to_json(removed))) end, removed.revision, shown.representation, shown.id
  from shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
