-- What the store sends for working-time-arrangements. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 1103012158315680759 then shown_row.representation else working_time_arrangements_text_f4eafb6c757d3f7(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from working_time_arrangements as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint) as sized
) as fitting where ordinal < $2::bigint and (ordinal = 1 or bytes_so_far <= $3::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 1103012158315680759 then shown_row.representation else working_time_arrangements_text_f4eafb6c757d3f7(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from working_time_arrangements as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 1103012158315680759 then shown_row.representation else working_time_arrangements_text_f4eafb6c757d3f7(shown_row.account_id, shown_row.id) end as representation
from working_time_arrangements as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;

-- Insert
with given as (
  select nextval('working_time_arrangements_id_seq') as id, $3::text as name, $4::bigint as public_holidays_calendar_id, $5::json as working_week, $6::json as cycle, $7::integer as minutes_per_day, $8::boolean as is_archived, nextval('revisions') as revision
), shown as (
  insert into working_time_arrangements (account_id, revision, id, name, public_holidays_calendar_id, working_week, cycle, minutes_per_day, is_archived, representation, representation_version)
  select $1, revision, id, name, public_holidays_calendar_id, working_week, cycle, minutes_per_day, is_archived, E'{"id":"' || given.id || E'","type":"working-time-arrangement' || E'","url":"\x01' || E'/svc-api/working-time-arrangements/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"publicHolidaysCalendar":' || (E'{"id":"' || given.public_holidays_calendar_id || E'","type":"public-holidays-calendar","url":"\x01/svc-api/public-holidays-calendars/' || given.public_holidays_calendar_id || E'"}')
    || E',"workingWeek":' || coalesce(given.working_week::text, 'null')
    || E',"cycle":' || coalesce(given.cycle::text, 'null')
    || E',"minutesPerDay":' || coalesce(given.minutes_per_day::text, 'null')
    || E',"isArchived":' || given.is_archived::text, 1103012158315680759 from given
  returning id, revision, representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'working-time-arrangement.created', 'working-time-arrangement', id::text, $2, null,
    null, $9, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb)
  select $1, 'working-time-arrangement', shown.id::text, shown.revision, $2, $9, 'created'
  from shown
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from working_time_arrangements where account_id = $1 and id = $3 and revision = $4 for update
), given as (
  select id, $5::text as name, $6::bigint as public_holidays_calendar_id, $7::json as working_week, $8::json as cycle, $9::integer as minutes_per_day, $10::boolean as is_archived from before
), written as (
  select given.id, given.name, given.public_holidays_calendar_id, given.working_week, given.cycle, given.minutes_per_day, given.is_archived, E'{"id":"' || given.id || E'","type":"working-time-arrangement' || E'","url":"\x01' || E'/svc-api/working-time-arrangements/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"publicHolidaysCalendar":' || (E'{"id":"' || given.public_holidays_calendar_id || E'","type":"public-holidays-calendar","url":"\x01/svc-api/public-holidays-calendars/' || given.public_holidays_calendar_id || E'"}')
    || E',"workingWeek":' || coalesce(given.working_week::text, 'null')
    || E',"cycle":' || coalesce(given.cycle::text, 'null')
    || E',"minutesPerDay":' || coalesce(given.minutes_per_day::text, 'null')
    || E',"isArchived":' || given.is_archived::text as representation, nextval('revisions') as revision from given
), shown as (
  update working_time_arrangements as changed
  set name = written.name, public_holidays_calendar_id = written.public_holidays_calendar_id, working_week = written.working_week, cycle = written.cycle, minutes_per_day = written.minutes_per_day, is_archived = written.is_archived, representation = written.representation, representation_version = 1103012158315680759, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'working-time-arrangement.updated', 'working-time-arrangement', id::text, $2, null,
    null, $11, shown.representation || '}', (select '{' || substr(case when to_json(before.name)::text is distinct from to_json(given.name)::text then ',"name":' || coalesce(to_json(before.name)::text, 'null') else '' end || case when (E'{"id":"' || before.public_holidays_calendar_id || E'","type":"public-holidays-calendar","url":"\x01/svc-api/public-holidays-calendars/' || before.public_holidays_calendar_id || E'"}') is distinct from (E'{"id":"' || given.public_holidays_calendar_id || E'","type":"public-holidays-calendar","url":"\x01/svc-api/public-holidays-calendars/' || given.public_holidays_calendar_id || E'"}') then ',"publicHolidaysCalendar":' || coalesce((E'{"id":"' || before.public_holidays_calendar_id || E'","type":"public-holidays-calendar","url":"\x01/svc-api/public-holidays-calendars/' || before.public_holidays_calendar_id || E'"}'), 'null') else '' end || case when before.working_week::text is distinct from given.working_week::text then ',"workingWeek":' || coalesce(before.working_week::text, 'null') else '' end || case when before.cycle::text is distinct from given.cycle::text then ',"cycle":' || coalesce(before.cycle::text, 'null') else '' end || case when before.minutes_per_day::text is distinct from given.minutes_per_day::text then ',"minutesPerDay":' || coalesce(before.minutes_per_day::text, 'null') else '' end || case when before.is_archived::text is distinct from given.is_archived::text then ',"isArchived":' || coalesce(before.is_archived::text, 'null') else '' end, 2) || '}' from before, given)
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, changed_attributes, former, former_revision)
  select $1, 'working-time-arrangement', shown.id::text, shown.revision, $2, $11, 'updated', (select array_remove(array[case when to_json(before.name)::text is distinct from to_json(given.name)::text then 'name' end, case when (E'{"id":"' || before.public_holidays_calendar_id || E'","type":"public-holidays-calendar","url":"\x01/svc-api/public-holidays-calendars/' || before.public_holidays_calendar_id || E'"}') is distinct from (E'{"id":"' || given.public_holidays_calendar_id || E'","type":"public-holidays-calendar","url":"\x01/svc-api/public-holidays-calendars/' || given.public_holidays_calendar_id || E'"}') then 'publicHolidaysCalendar' end, case when before.working_week::text is distinct from given.working_week::text then 'workingWeek' end, case when before.cycle::text is distinct from given.cycle::text then 'cycle' end, case when before.minutes_per_day::text is distinct from given.minutes_per_day::text then 'minutesPerDay' end, case when before.is_archived::text is distinct from given.is_archived::text then 'isArchived' end]::text[], null) from before, given), case when before.representation_version = 1103012158315680759 or is_newer_text('working-time-arrangement', before.representation_version, 1103012158315680759)
    then before.representation else working_time_arrangements_text_f4eafb6c757d3f7(json_populate_record(null::working_time_arrangements, to_json(before))) end, before.revision
  from shown join before on before.id = shown.id
  returning 1
)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from working_time_arrangements where account_id = $1 and id = $3 returning *
), given as (
  select id, name, public_holidays_calendar_id, working_week, cycle, minutes_per_day, is_archived from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"working-time-arrangement' || E'","url":"\x01' || E'/svc-api/working-time-arrangements/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"publicHolidaysCalendar":' || (E'{"id":"' || given.public_holidays_calendar_id || E'","type":"public-holidays-calendar","url":"\x01/svc-api/public-holidays-calendars/' || given.public_holidays_calendar_id || E'"}')
    || E',"workingWeek":' || coalesce(given.working_week::text, 'null')
    || E',"cycle":' || coalesce(given.cycle::text, 'null')
    || E',"minutesPerDay":' || coalesce(given.minutes_per_day::text, 'null')
    || E',"isArchived":' || given.is_archived::text as representation from given
), recorded as (
  insert into outbox (account_id, seq, transaction_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes)
  overriding system value
  select $1, nextval('outbox_seq_seq'), pg_current_xact_id(), 'working-time-arrangement.deleted', 'working-time-arrangement', id::text, $2, null,
    null, $4, shown.representation || '}', null
  from shown order by shown.id
), versioned as (
  insert into versions (account_id, data_type, data_id, id, recorded_at, author, verb, former, former_revision, last_state, business_establishment_id)
  select $1, 'working-time-arrangement', shown.id::text, nextval('revisions'), $2, $4, 'deleted', case when removed.representation_version = 1103012158315680759 or is_newer_text('working-time-arrangement', removed.representation_version, 1103012158315680759)
    then removed.representation else working_time_arrangements_text_f4eafb6c757d3f7(json_populate_record(null::working_time_arrangements, to_json(removed))) end, removed.revision, shown.representation, null
  from shown join removed on removed.id = shown.id
  returning 1
)
select count(*) from shown;
