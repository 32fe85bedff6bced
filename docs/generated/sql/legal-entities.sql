-- What the store sends for legal-entities. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 215608546937223729 then shown_row.representation else legal_entities_text_2fdfed4c2bb3a31(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from legal_entities as shown_row where shown_row.account_id = $1 and exists (
  select 1 from business_establishments as shown_row_naming
  where shown_row_naming.account_id = $1 and shown_row_naming.legal_entity_id = shown_row.id
    and shown_row_naming.id = any($2::bigint[]))
  order by shown_row.id asc limit $3::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 215608546937223729 then shown_row.representation else legal_entities_text_2fdfed4c2bb3a31(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from legal_entities as shown_row where shown_row.account_id = $1 and exists (
  select 1 from business_establishments as shown_row_naming
  where shown_row_naming.account_id = $1 and shown_row_naming.legal_entity_id = shown_row.id
    and shown_row_naming.id = any($2::bigint[])) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 215608546937223729 then shown_row.representation else legal_entities_text_2fdfed4c2bb3a31(shown_row.account_id, shown_row.id) end as representation
from legal_entities as shown_row where account_id = $1 and id = any($2::bigint[]) and exists (
  select 1 from business_establishments as shown_row_naming
  where shown_row_naming.account_id = $1 and shown_row_naming.legal_entity_id = shown_row.id
    and shown_row_naming.id = any($3::bigint[])) order by shown_row.id;

-- Insert
with given as (
  select nextval('legal_entities_id_seq') as id, $3::text as legal_name, $4::text as remote_id, $5::boolean as is_archived, $6::text as country_code, $7::text as currency_code, $8::json as tax_identification_number, $9::json as industry_code, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $10::timestamptz as last_archived_at, nextval('revisions') as revision
), shown as (
  insert into legal_entities (account_id, revision, id, legal_name, remote_id, is_archived, country_code, currency_code, tax_identification_number, industry_code, created_at, last_updated_at, last_archived_at, representation, representation_version)
  select $1, revision, id, legal_name, remote_id, is_archived, country_code, currency_code, tax_identification_number, industry_code, created_at, last_updated_at, last_archived_at, E'{"id":"' || given.id || E'","type":"legal-entity' || E'","url":"\x01' || E'/svc-api/legal-entities/' || given.id || E'"'
    || E',"legalName":' || to_json(given.legal_name)::text
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"countryCode":' || to_json(given.country_code)::text
    || E',"currencyCode":' || to_json(given.currency_code)::text
    || E',"taxIdentificationNumber":' || coalesce(given.tax_identification_number::text, 'null')
    || E',"industryCode":' || coalesce(given.industry_code::text, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null'), 215608546937223729 from given
  returning id, revision, representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'legal-entity.created', 'legal-entity', id::text, $2, null,
    null, $11, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb)
  select $1, 'legal-entity', shown.id::text, shown.revision, $2, $11, 'created'
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from legal_entities where account_id = $1 and id = $3 and revision = $4 for update
), given as (
  select id, $5::text as legal_name, $6::text as remote_id, $7::boolean as is_archived, $8::text as country_code, $9::text as currency_code, $10::json as tax_identification_number, $11::json as industry_code, created_at, $2::timestamptz as last_updated_at, last_archived_at from before
), written as (
  select given.id, given.legal_name, given.remote_id, given.is_archived, given.country_code, given.currency_code, given.tax_identification_number, given.industry_code, given.last_updated_at, E'{"id":"' || given.id || E'","type":"legal-entity' || E'","url":"\x01' || E'/svc-api/legal-entities/' || given.id || E'"'
    || E',"legalName":' || to_json(given.legal_name)::text
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"countryCode":' || to_json(given.country_code)::text
    || E',"currencyCode":' || to_json(given.currency_code)::text
    || E',"taxIdentificationNumber":' || coalesce(given.tax_identification_number::text, 'null')
    || E',"industryCode":' || coalesce(given.industry_code::text, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null') as representation, nextval('revisions') as revision from given
), shown as (
  update legal_entities as changed
  set legal_name = written.legal_name, remote_id = written.remote_id, is_archived = written.is_archived, country_code = written.country_code, currency_code = written.currency_code, tax_identification_number = written.tax_identification_number, industry_code = written.industry_code, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 215608546937223729, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'legal-entity.updated', 'legal-entity', id::text, $2, null,
    null, $12, shown.representation || '}', (select '{' || substr(case when to_json(before.legal_name)::text is distinct from to_json(given.legal_name)::text then ',"legalName":' || coalesce(to_json(before.legal_name)::text, 'null') else '' end || case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then ',"remoteId":' || coalesce(to_json(before.remote_id)::text, 'null') else '' end || case when before.is_archived::text is distinct from given.is_archived::text then ',"isArchived":' || coalesce(before.is_archived::text, 'null') else '' end || case when to_json(before.country_code)::text is distinct from to_json(given.country_code)::text then ',"countryCode":' || coalesce(to_json(before.country_code)::text, 'null') else '' end || case when to_json(before.currency_code)::text is distinct from to_json(given.currency_code)::text then ',"currencyCode":' || coalesce(to_json(before.currency_code)::text, 'null') else '' end || case when before.tax_identification_number::text is distinct from given.tax_identification_number::text then ',"taxIdentificationNumber":' || coalesce(before.tax_identification_number::text, 'null') else '' end || case when before.industry_code::text is distinct from given.industry_code::text then ',"industryCode":' || coalesce(before.industry_code::text, 'null') else '' end, 2) || '}' from before, given)
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, former, former_revision)
  select $1, 'legal-entity', shown.id::text, shown.revision, $2, $12, 'updated', (select array_remove(array[case when to_json(before.legal_name)::text is distinct from to_json(given.legal_name)::text then 'legalName' end, case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then 'remoteId' end, case when before.is_archived::text is distinct from given.is_archived::text then 'isArchived' end, case when to_json(before.country_code)::text is distinct from to_json(given.country_code)::text then 'countryCode' end, case when to_json(before.currency_code)::text is distinct from to_json(given.currency_code)::text then 'currencyCode' end, case when before.tax_identification_number::text is distinct from given.tax_identification_number::text then 'taxIdentificationNumber' end, case when before.industry_code::text is distinct from given.industry_code::text then 'industryCode' end]::text[], null) from before, given), case when before.representation_version = 215608546937223729 or is_newer_text('legal-entity', before.representation_version, 215608546937223729)
    then before.representation else legal_entities_text_2fdfed4c2bb3a31(json_populate_record(null::legal_entities, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from legal_entities where account_id = $1 and id = $3 returning *
), given as (
  select id, legal_name, remote_id, is_archived, country_code, currency_code, tax_identification_number, industry_code, created_at, $2::timestamptz as last_updated_at, last_archived_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"legal-entity' || E'","url":"\x01' || E'/svc-api/legal-entities/' || given.id || E'"'
    || E',"legalName":' || to_json(given.legal_name)::text
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"countryCode":' || to_json(given.country_code)::text
    || E',"currencyCode":' || to_json(given.currency_code)::text
    || E',"taxIdentificationNumber":' || coalesce(given.tax_identification_number::text, 'null')
    || E',"industryCode":' || coalesce(given.industry_code::text, 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null') as representation from given
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'legal-entity.deleted', 'legal-entity', id::text, $2, null,
    null, $4, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, former, former_revision, last_state, business_establishment_id)
  select $1, 'legal-entity', shown.id::text, nextval('revisions'), $2, $4, 'deleted', case when removed.representation_version = 215608546937223729 or is_newer_text('legal-entity', removed.representation_version, 215608546937223729)
    then removed.representation else legal_entities_text_2fdfed4c2bb3a31(json_populate_record(null::legal_entities, to_json(removed))) end, removed.revision, shown.representation, null
  from shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
