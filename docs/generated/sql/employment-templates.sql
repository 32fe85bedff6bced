-- What the store sends for employment-templates. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 403813087616241827 then shown_row.representation else employment_templates_text_59aa1dd1b0510a3(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from employment_templates as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint) as sized
) as fitting where ordinal < $2::bigint and (ordinal = 1 or bytes_so_far <= $3::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 403813087616241827 then shown_row.representation else employment_templates_text_59aa1dd1b0510a3(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from employment_templates as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 403813087616241827 then shown_row.representation else employment_templates_text_59aa1dd1b0510a3(shown_row.account_id, shown_row.id) end as representation
from employment_templates as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;

-- Insert
with given as (
  select nextval('employment_templates_id_seq') as id, $3::text as title, $4::bigint[] as legal_entities_id, $5::text as term, $6::text as audience, $7::boolean as is_archived, $8::json as t9n, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $9::timestamptz as last_archived_at, nextval('revisions') as revision
), shown as (
  insert into employment_templates (account_id, revision, id, title, legal_entities_id, term, audience, is_archived, t9n, created_at, last_updated_at, last_archived_at, representation, representation_version)
  select $1, revision, id, title, legal_entities_id, term, audience, is_archived, t9n, created_at, last_updated_at, last_archived_at, E'{"id":"' || given.id || E'","type":"employment-template' || E'","url":"\x01' || E'/svc-api/employment-templates/' || given.id || E'"'
    || E',"title":' || to_json(given.title)::text
    || E',"legalEntities":' || case when given.legal_entities_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || named.id || E'"}'), ',' order by named.position) from unnest(given.legal_entities_id) with ordinality as named (id, position)), '') || ']' end
    || E',"term":' || to_json(given.term)::text
    || E',"audience":' || to_json(given.audience)::text
    || E',"isArchived":' || given.is_archived::text
    || E',"t9n":' || given.t9n::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null'), 403813087616241827 from given
  returning id, revision, representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employment-template.created', 'employment-template', id::text, $2, null,
    null, $10, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb)
  select $1, 'employment-template', shown.id::text, shown.revision, $2, $10, 'created'
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from employment_templates where account_id = $1 and id = $3 and revision = $4 for update
), given as (
  select id, $5::text as title, $6::bigint[] as legal_entities_id, $7::text as term, $8::text as audience, $9::boolean as is_archived, $10::json as t9n, created_at, $2::timestamptz as last_updated_at, last_archived_at from before
), written as (
  select given.id, given.title, given.legal_entities_id, given.term, given.audience, given.is_archived, given.t9n, given.last_updated_at, E'{"id":"' || given.id || E'","type":"employment-template' || E'","url":"\x01' || E'/svc-api/employment-templates/' || given.id || E'"'
    || E',"title":' || to_json(given.title)::text
    || E',"legalEntities":' || case when given.legal_entities_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || named.id || E'"}'), ',' order by named.position) from unnest(given.legal_entities_id) with ordinality as named (id, position)), '') || ']' end
    || E',"term":' || to_json(given.term)::text
    || E',"audience":' || to_json(given.audience)::text
    || E',"isArchived":' || given.is_archived::text
    || E',"t9n":' || given.t9n::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null') as representation, nextval('revisions') as revision from given
), shown as (
  update employment_templates as changed
  set title = written.title, legal_entities_id = written.legal_entities_id, term = written.term, audience = written.audience, is_archived = written.is_archived, t9n = written.t9n, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 403813087616241827, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'employment-template.updated', 'employment-template', id::text, $2, null,
    null, $11, shown.representation || '}', (select '{' || substr(case when to_json(before.title)::text is distinct from to_json(given.title)::text then ',"title":' || coalesce(to_json(before.title)::text, 'null') else '' end || case when case when before.legal_entities_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || named.id || E'"}'), ',' order by named.position) from unnest(before.legal_entities_id) with ordinality as named (id, position)), '') || ']' end is distinct from case when given.legal_entities_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || named.id || E'"}'), ',' order by named.position) from unnest(given.legal_entities_id) with ordinality as named (id, position)), '') || ']' end then ',"legalEntities":' || coalesce(case when before.legal_entities_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || named.id || E'"}'), ',' order by named.position) from unnest(before.legal_entities_id) with ordinality as named (id, position)), '') || ']' end, 'null') else '' end || case when to_json(before.term)::text is distinct from to_json(given.term)::text then ',"term":' || coalesce(to_json(before.term)::text, 'null') else '' end || case when to_json(before.audience)::text is distinct from to_json(given.audience)::text then ',"audience":' || coalesce(to_json(before.audience)::text, 'null') else '' end || case when before.is_archived::text is distinct from given.is_archived::text then ',"isArchived":' || coalesce(before.is_archived::text, 'null') else '' end || case when before.t9n::text is distinct from given.t9n::text then ',"t9n":' || coalesce(before.t9n::text, 'null') else '' end, 2) || '}' from before, given)
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, former, former_revision)
  select $1, 'employment-template', shown.id::text, shown.revision, $2, $11, 'updated', (select array_remove(array[case when to_json(before.title)::text is distinct from to_json(given.title)::text then 'title' end, case when case when before.legal_entities_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || named.id || E'"}'), ',' order by named.position) from unnest(before.legal_entities_id) with ordinality as named (id, position)), '') || ']' end is distinct from case when given.legal_entities_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"legal-entity","url":"\x01/svc-api/legal-entities/' || named.id || E'"}'), ',' order by named.position) from unnest(given.legal_entities_id) with ordinality as named (id, position)), '') || ']' end then 'legalEntities' end, case when to_json(before.term)::text is distinct from to_json(given.term)::text then 'term' end, case when to_json(before.audience)::text is distinct from to_json(given.audience)::text then 'audience' end, case when before.is_archived::text is distinct from given.is_archived::text then 'isArchived' end, case when before.t9n::text is distinct from given.t9n::text then 't9n' end]::text[], null) from before, given), case when before.representation_version = 403813087616241827 or is_newer_text('employment-template', before.representation_version, 403813087616241827)
    then before.representation else employment_templates_text_59aa1dd1b0510a3(json_populate_record(null::employment_templates, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;
