-- What the store sends for taxonomy-labels. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 44248966865363236 then shown_row.representation else taxonomy_labels_text_09d34336fb02124(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from taxonomy_labels as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 44248966865363236 then shown_row.representation else taxonomy_labels_text_09d34336fb02124(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from taxonomy_labels as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 44248966865363236 then shown_row.representation else taxonomy_labels_text_09d34336fb02124(shown_row.account_id, shown_row.id) end as representation
from taxonomy_labels as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;

-- Insert
with given as (
  select nextval('taxonomy_labels_id_seq') as id, $3::bigint as taxonomy_id, $4::text as name, $5::text as remote_id, $6::boolean as is_archived, $7::timestamptz as last_archived_at, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $8::json as t9n, nextval('revisions') as revision
), shown as (
  insert into taxonomy_labels (account_id, revision, id, taxonomy_id, name, remote_id, is_archived, last_archived_at, created_at, last_updated_at, t9n, representation, representation_version)
  select $1, revision, id, taxonomy_id, name, remote_id, is_archived, last_archived_at, created_at, last_updated_at, t9n, E'{"id":"' || given.id || E'","type":"taxonomy-label' || E'","url":"\x01' || E'/svc-api/taxonomy-labels/' || given.id || E'"'
    || E',"taxonomy":' || (E'{"id":"' || given.taxonomy_id || E'","type":"taxonomy","url":"\x01/svc-api/taxonomies/' || given.taxonomy_id || E'"}')
    || E',"name":' || to_json(given.name)::text
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"t9n":' || given.t9n::text, 44248966865363236 from given
  returning id, revision, representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'taxonomy-label.created', 'taxonomy-label', id::text, $2, null,
    null, $9, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb)
  select $1, 'taxonomy-label', shown.id::text, shown.revision, $2, $9, 'created'
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from taxonomy_labels where account_id = $1 and id = $3 and revision = $4 for update
), given as (
  select id, taxonomy_id, $5::text as name, $6::text as remote_id, $7::boolean as is_archived, last_archived_at, created_at, $2::timestamptz as last_updated_at, $8::json as t9n from before
), written as (
  select given.id, given.name, given.remote_id, given.is_archived, given.last_updated_at, given.t9n, E'{"id":"' || given.id || E'","type":"taxonomy-label' || E'","url":"\x01' || E'/svc-api/taxonomy-labels/' || given.id || E'"'
    || E',"taxonomy":' || (E'{"id":"' || given.taxonomy_id || E'","type":"taxonomy","url":"\x01/svc-api/taxonomies/' || given.taxonomy_id || E'"}')
    || E',"name":' || to_json(given.name)::text
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"t9n":' || given.t9n::text as representation, nextval('revisions') as revision from given
), shown as (
  update taxonomy_labels as changed
  set name = written.name, remote_id = written.remote_id, is_archived = written.is_archived, last_updated_at = written.last_updated_at, t9n = written.t9n, representation = written.representation, representation_version = 44248966865363236, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'taxonomy-label.updated', 'taxonomy-label', id::text, $2, null,
    null, $9, shown.representation || '}', (select '{' || substr(case when to_json(before.name)::text is distinct from to_json(given.name)::text then ',"name":' || coalesce(to_json(before.name)::text, 'null') else '' end || case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then ',"remoteId":' || coalesce(to_json(before.remote_id)::text, 'null') else '' end || case when before.is_archived::text is distinct from given.is_archived::text then ',"isArchived":' || coalesce(before.is_archived::text, 'null') else '' end || case when before.t9n::text is distinct from given.t9n::text then ',"t9n":' || coalesce(before.t9n::text, 'null') else '' end, 2) || '}' from before, given)
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, former, former_revision)
  select $1, 'taxonomy-label', shown.id::text, shown.revision, $2, $9, 'updated', (select array_remove(array[case when to_json(before.name)::text is distinct from to_json(given.name)::text then 'name' end, case when to_json(before.remote_id)::text is distinct from to_json(given.remote_id)::text then 'remoteId' end, case when before.is_archived::text is distinct from given.is_archived::text then 'isArchived' end, case when before.t9n::text is distinct from given.t9n::text then 't9n' end]::text[], null) from before, given), case when before.representation_version = 44248966865363236 or is_newer_text('taxonomy-label', before.representation_version, 44248966865363236)
    then before.representation else taxonomy_labels_text_09d34336fb02124(json_populate_record(null::taxonomy_labels, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from taxonomy_labels where account_id = $1 and id = $3 returning *
), given as (
  select id, taxonomy_id, name, remote_id, is_archived, last_archived_at, created_at, $2::timestamptz as last_updated_at, t9n from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"taxonomy-label' || E'","url":"\x01' || E'/svc-api/taxonomy-labels/' || given.id || E'"'
    || E',"taxonomy":' || (E'{"id":"' || given.taxonomy_id || E'","type":"taxonomy","url":"\x01/svc-api/taxonomies/' || given.taxonomy_id || E'"}')
    || E',"name":' || to_json(given.name)::text
    || E',"remoteId":' || coalesce(to_json(given.remote_id)::text, 'null')
    || E',"isArchived":' || given.is_archived::text
    || E',"lastArchivedAt":' || coalesce(to_char(given.last_archived_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"t9n":' || given.t9n::text as representation from given
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'taxonomy-label.deleted', 'taxonomy-label', id::text, $2, null,
    null, $4, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, former, former_revision, last_state, business_establishment_id)
  select $1, 'taxonomy-label', shown.id::text, nextval('revisions'), $2, $4, 'deleted', case when removed.representation_version = 44248966865363236 or is_newer_text('taxonomy-label', removed.representation_version, 44248966865363236)
    then removed.representation else taxonomy_labels_text_09d34336fb02124(json_populate_record(null::taxonomy_labels, to_json(removed))) end, removed.revision, shown.representation, null
  from shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
