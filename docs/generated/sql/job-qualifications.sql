-- What the store sends for job-qualifications. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 685763642468612564 then shown_row.representation else job_qualifications_text_9845266453839d4(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from job_qualifications as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint) as sized
) as fitting where ordinal < $2::bigint and (ordinal = 1 or bytes_so_far <= $3::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 685763642468612564 then shown_row.representation else job_qualifications_text_9845266453839d4(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from job_qualifications as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 685763642468612564 then shown_row.representation else job_qualifications_text_9845266453839d4(shown_row.account_id, shown_row.id) end as representation
from job_qualifications as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;

-- Insert
with given as (
  select nextval('job_qualifications_id_seq') as id, $3::text as title, $4::bigint as profession_id, $5::integer as rank, $6::json as t9n, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, nextval('revisions') as revision
), shown as (
  insert into job_qualifications (account_id, revision, id, title, profession_id, rank, t9n, created_at, last_updated_at, representation, representation_version)
  select $1, revision, id, title, profession_id, rank, t9n, created_at, last_updated_at, E'{"id":"' || given.id || E'","type":"job-qualification' || E'","url":"\x01' || E'/svc-api/job-qualifications/' || given.id || E'"'
    || E',"title":' || to_json(given.title)::text
    || E',"profession":' || (E'{"id":"' || given.profession_id || E'","type":"profession","url":"\x01/svc-api/professions/' || given.profession_id || E'"}')
    || E',"rank":' || given.rank::text
    || E',"t9n":' || given.t9n::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 685763642468612564 from given
  returning id, revision, representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'job-qualification.created', 'job-qualification', id::text, $2, null,
    null, $7, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb)
  select $1, 'job-qualification', shown.id::text, shown.revision, $2, $7, 'created'
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from job_qualifications where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, $5::text as title, $6::bigint as profession_id, $7::integer as rank, $8::json as t9n, created_at, $2::timestamptz as last_updated_at from before
), written as (
  select given.id, given.title, given.profession_id, given.rank, given.t9n, given.last_updated_at, E'{"id":"' || given.id || E'","type":"job-qualification' || E'","url":"\x01' || E'/svc-api/job-qualifications/' || given.id || E'"'
    || E',"title":' || to_json(given.title)::text
    || E',"profession":' || (E'{"id":"' || given.profession_id || E'","type":"profession","url":"\x01/svc-api/professions/' || given.profession_id || E'"}')
    || E',"rank":' || given.rank::text
    || E',"t9n":' || given.t9n::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update job_qualifications as changed
  set title = written.title, profession_id = written.profession_id, rank = written.rank, t9n = written.t9n, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 685763642468612564, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'job-qualification.updated', 'job-qualification', id::text, $2, null,
    null, $9, shown.representation || '}', (select '{' || substr(case when to_json(before.title)::text is distinct from to_json(given.title)::text then ',"title":' || coalesce(to_json(before.title)::text, 'null') else '' end || case when (E'{"id":"' || before.profession_id || E'","type":"profession","url":"\x01/svc-api/professions/' || before.profession_id || E'"}') is distinct from (E'{"id":"' || given.profession_id || E'","type":"profession","url":"\x01/svc-api/professions/' || given.profession_id || E'"}') then ',"profession":' || coalesce((E'{"id":"' || before.profession_id || E'","type":"profession","url":"\x01/svc-api/professions/' || before.profession_id || E'"}'), 'null') else '' end || case when before.rank::text is distinct from given.rank::text then ',"rank":' || coalesce(before.rank::text, 'null') else '' end || case when before.t9n::text is distinct from given.t9n::text then ',"t9n":' || coalesce(before.t9n::text, 'null') else '' end, 2) || '}' from before, given)
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, former, former_revision)
  select $1, 'job-qualification', shown.id::text, shown.revision, $2, $9, 'updated', (select array_remove(array[case when to_json(before.title)::text is distinct from to_json(given.title)::text then 'title' end, case when (E'{"id":"' || before.profession_id || E'","type":"profession","url":"\x01/svc-api/professions/' || before.profession_id || E'"}') is distinct from (E'{"id":"' || given.profession_id || E'","type":"profession","url":"\x01/svc-api/professions/' || given.profession_id || E'"}') then 'profession' end, case when before.rank::text is distinct from given.rank::text then 'rank' end, case when before.t9n::text is distinct from given.t9n::text then 't9n' end]::text[], null) from before, given), case when before.representation_version = 685763642468612564 or is_newer_text('job-qualification', before.representation_version, 685763642468612564)
    then before.representation else job_qualifications_text_9845266453839d4(json_populate_record(null::job_qualifications, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from job_qualifications where account_id = $1 and id = $3 returning *
), given as (
  select id, title, profession_id, rank, t9n, created_at, $2::timestamptz as last_updated_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"job-qualification' || E'","url":"\x01' || E'/svc-api/job-qualifications/' || given.id || E'"'
    || E',"title":' || to_json(given.title)::text
    || E',"profession":' || (E'{"id":"' || given.profession_id || E'","type":"profession","url":"\x01/svc-api/professions/' || given.profession_id || E'"}')
    || E',"rank":' || given.rank::text
    || E',"t9n":' || given.t9n::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'job-qualification.deleted', 'job-qualification', id::text, $2, null,
    null, $4, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, former, former_revision, last_state, business_establishment_id)
  select $1, 'job-qualification', shown.id::text, nextval('revisions'), $2, $4, 'deleted', case when removed.representation_version = 685763642468612564 or is_newer_text('job-qualification', removed.representation_version, 685763642468612564)
    then removed.representation else job_qualifications_text_9845266453839d4(json_populate_record(null::job_qualifications, to_json(removed))) end, removed.revision, shown.representation, null
  from shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
