-- What the store sends for account-settings. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from account_settings as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint) as sized
) as fitting where ordinal < $2::bigint and (ordinal = 1 or bytes_so_far <= $3::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from account_settings as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::text)
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, shown_row.representation as representation
from account_settings as shown_row where account_id = $1 and id = any($2::text[]) order by shown_row.id;

-- Update of every writable member
with before as (
  select * from account_settings where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, $5::text as timezone_id, $6::text as language, $7::boolean as is_second_factor_required, $8::integer as requests_per_minute, $9::integer as event_days, $10::integer as audit_days, $11::integer as read_log_days, $12::integer as request_log_days, $13::integer as unreferenced_file_hours, $14::timestamptz as legacy_v2_until, legacy_v2_ends_at, $15::bigint as hiring_template_id, $16::bigint as hiring_business_establishment_id, $17::bigint as hiring_department_id, $18::json as refused_email_domains, $19::integer as highest_rank, $20::json as working_weekdays, $21::integer as working_minutes_per_day, $22::bigint as public_holidays_calendar_id, $23::boolean as moved_leaves_need_approval, $24::boolean as erasures_need_approval, $25::boolean as webhook_challenge, $26::json as webhook_waits_seconds, $27::integer as webhook_attempt_ms, $28::integer as webhook_parallel_attempts, $29::json as webhook_warning_days, $30::integer as webhook_suspension_days from before
), written as (
  select given.id, given.timezone_id, given.language, given.is_second_factor_required, given.requests_per_minute, given.event_days, given.audit_days, given.read_log_days, given.request_log_days, given.unreferenced_file_hours, given.legacy_v2_until, given.hiring_template_id, given.hiring_business_establishment_id, given.hiring_department_id, given.refused_email_domains, given.highest_rank, given.working_weekdays, given.working_minutes_per_day, given.public_holidays_calendar_id, given.moved_leaves_need_approval, given.erasures_need_approval, given.webhook_challenge, given.webhook_waits_seconds, given.webhook_attempt_ms, given.webhook_parallel_attempts, given.webhook_warning_days, given.webhook_suspension_days, E'{"id":"' || given.id || E'","type":"account-setting' || E'","url":"\x01' || E'/admin-api/account-settings/' || given.id || E'"'
    || E',"timezoneId":' || to_json(given.timezone_id)::text
    || E',"language":' || coalesce(to_json(given.language)::text, 'null')
    || E',"isSecondFactorRequired":' || given.is_second_factor_required::text
    || E',"requestsPerMinute":' || coalesce(given.requests_per_minute::text, 'null')
    || E',"eventDays":' || coalesce(given.event_days::text, 'null')
    || E',"auditDays":' || coalesce(given.audit_days::text, 'null')
    || E',"readLogDays":' || coalesce(given.read_log_days::text, 'null')
    || E',"requestLogDays":' || coalesce(given.request_log_days::text, 'null')
    || E',"unreferencedFileHours":' || coalesce(given.unreferenced_file_hours::text, 'null')
    || E',"legacyV2Until":' || coalesce(to_char(given.legacy_v2_until, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"legacyV2EndsAt":' || to_char(given.legacy_v2_ends_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"hiringTemplate":' || coalesce((E'{"id":"' || given.hiring_template_id || E'","type":"employment-template","url":"\x01/svc-api/employment-templates/' || given.hiring_template_id || E'"}'), 'null')
    || E',"hiringBusinessEstablishment":' || coalesce((E'{"id":"' || given.hiring_business_establishment_id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || given.hiring_business_establishment_id || E'"}'), 'null')
    || E',"hiringDepartment":' || coalesce((E'{"id":"' || given.hiring_department_id || E'","type":"department","url":"\x01/svc-api/departments/' || given.hiring_department_id || E'"}'), 'null')
    || E',"refusedEmailDomains":' || given.refused_email_domains::text
    || E',"highestRank":' || coalesce(given.highest_rank::text, 'null')
    || E',"workingWeekdays":' || given.working_weekdays::text
    || E',"workingMinutesPerDay":' || given.working_minutes_per_day::text
    || E',"publicHolidaysCalendar":' || coalesce((E'{"id":"' || given.public_holidays_calendar_id || E'","type":"public-holidays-calendar","url":"\x01/svc-api/public-holidays-calendars/' || given.public_holidays_calendar_id || E'"}'), 'null')
    || E',"movedLeavesNeedApproval":' || given.moved_leaves_need_approval::text
    || E',"erasuresNeedApproval":' || given.erasures_need_approval::text
    || E',"webhookChallenge":' || given.webhook_challenge::text
    || E',"webhookWaitsSeconds":' || coalesce(given.webhook_waits_seconds::text, 'null')
    || E',"webhookAttemptMs":' || coalesce(given.webhook_attempt_ms::text, 'null')
    || E',"webhookParallelAttempts":' || coalesce(given.webhook_parallel_attempts::text, 'null')
    || E',"webhookWarningDays":' || coalesce(given.webhook_warning_days::text, 'null')
    || E',"webhookSuspensionDays":' || coalesce(given.webhook_suspension_days::text, 'null') as representation, nextval('revisions') as revision from given
), shown as (
  update account_settings as changed
  set timezone_id = written.timezone_id, language = written.language, is_second_factor_required = written.is_second_factor_required, requests_per_minute = written.requests_per_minute, event_days = written.event_days, audit_days = written.audit_days, read_log_days = written.read_log_days, request_log_days = written.request_log_days, unreferenced_file_hours = written.unreferenced_file_hours, legacy_v2_until = written.legacy_v2_until, hiring_template_id = written.hiring_template_id, hiring_business_establishment_id = written.hiring_business_establishment_id, hiring_department_id = written.hiring_department_id, refused_email_domains = written.refused_email_domains, highest_rank = written.highest_rank, working_weekdays = written.working_weekdays, working_minutes_per_day = written.working_minutes_per_day, public_holidays_calendar_id = written.public_holidays_calendar_id, moved_leaves_need_approval = written.moved_leaves_need_approval, erasures_need_approval = written.erasures_need_approval, webhook_challenge = written.webhook_challenge, webhook_waits_seconds = written.webhook_waits_seconds, webhook_attempt_ms = written.webhook_attempt_ms, webhook_parallel_attempts = written.webhook_parallel_attempts, webhook_warning_days = written.webhook_warning_days, webhook_suspension_days = written.webhook_suspension_days, representation = written.representation, representation_version = 936514052466418987, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;
