-- What the store sends for public-holidays-calendars. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 538437634366309500 then shown_row.representation else public_holidays_calendars_text_778ea2cfa1b047c(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from public_holidays_calendars as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint) as sized
) as fitting where ordinal < $2::bigint and (ordinal = 1 or bytes_so_far <= $3::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 538437634366309500 then shown_row.representation else public_holidays_calendars_text_778ea2cfa1b047c(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from public_holidays_calendars as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 538437634366309500 then shown_row.representation else public_holidays_calendars_text_778ea2cfa1b047c(shown_row.account_id, shown_row.id) end as representation
from public_holidays_calendars as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;

-- Insert
with given as (
  select nextval('public_holidays_calendars_id_seq') as id, $3::text as name, $4::json as days, nextval('revisions') as revision
), shown as (
  insert into public_holidays_calendars (account_id, revision, id, name, days, representation, representation_version)
  select $1, revision, id, name, days, E'{"id":"' || given.id || E'","type":"public-holidays-calendar' || E'","url":"\x01' || E'/svc-api/public-holidays-calendars/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"days":' || given.days::text, 538437634366309500 from given
  returning id, revision, representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'public-holidays-calendar.created', 'public-holidays-calendar', id::text, $2, null,
    null, $5, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb)
  select $1, 'public-holidays-calendar', shown.id::text, shown.revision, $2, $5, 'created'
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from public_holidays_calendars where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, $5::text as name, $6::json as days from before
), written as (
  select given.id, given.name, given.days, E'{"id":"' || given.id || E'","type":"public-holidays-calendar' || E'","url":"\x01' || E'/svc-api/public-holidays-calendars/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"days":' || given.days::text as representation, nextval('revisions') as revision from given
), shown as (
  update public_holidays_calendars as changed
  set name = written.name, days = written.days, representation = written.representation, representation_version = 538437634366309500, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'public-holidays-calendar.updated', 'public-holidays-calendar', id::text, $2, null,
    null, $7, shown.representation || '}', (select '{' || substr(case when to_json(before.name)::text is distinct from to_json(given.name)::text then ',"name":' || coalesce(to_json(before.name)::text, 'null') else '' end || case when before.days::text is distinct from given.days::text then ',"days":' || coalesce(before.days::text, 'null') else '' end, 2) || '}' from before, given)
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, former, former_revision)
  select $1, 'public-holidays-calendar', shown.id::text, shown.revision, $2, $7, 'updated', (select array_remove(array[case when to_json(before.name)::text is distinct from to_json(given.name)::text then 'name' end, case when before.days::text is distinct from given.days::text then 'days' end]::text[], null) from before, given), case when before.representation_version = 538437634366309500 or is_newer_text('public-holidays-calendar', before.representation_version, 538437634366309500)
    then before.representation else public_holidays_calendars_text_778ea2cfa1b047c(json_populate_record(null::public_holidays_calendars, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from public_holidays_calendars where account_id = $1 and id = $3 returning *
), given as (
  select id, name, days from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"public-holidays-calendar' || E'","url":"\x01' || E'/svc-api/public-holidays-calendars/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"days":' || given.days::text as representation from given
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'public-holidays-calendar.deleted', 'public-holidays-calendar', id::text, $2, null,
    null, $4, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, former, former_revision, last_state, business_establishment_id)
  select $1, 'public-holidays-calendar', shown.id::text, nextval('revisions'), $2, $4, 'deleted', case when removed.representation_version = 538437634366309500 or is_newer_text('public-holidays-calendar', removed.representation_version, 538437634366309500)
    then removed.representation else public_holidays_calendars_text_778ea2cfa1b047c(json_populate_record(null::public_holidays_calendars, to_json(removed))) end, removed.revision, shown.representation, null
  from shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
