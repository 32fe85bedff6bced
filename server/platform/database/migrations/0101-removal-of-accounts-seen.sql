-- Operators see when the rows of a closed account go. The representation gets one member more; no row changes.
create or replace view seen_accounts as
  select viewer.id as account_id, account.*
  from (
    select told.*, md5(told.representation) as revision from (
      select
        id, name, environment, sandbox, state, origin_id, created_at,
        ordering(name) collate "C" as name_ordering,
        folded(name || E'\n' || coalesce(sandbox, '')) as searched,
        E'{"id":"' || id || E'","type":"account","url":"\x01/admin-api/accounts/' || id
          || E'","name":' || to_json(name)
          || E',"environment":' || to_json(environment)
          || E',"sandbox":' || coalesce(to_json(sandbox)::text, 'null')
          || E',"address":' || to_json(address)
          || E',"state":' || to_json(state)
          || E',"progressPercent":' || progress_percent
          || E',"removalDueAt":' || coalesce(
            to_char(removal_due_at at time zone 'UTC', '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
          || E',"origin":' || coalesce(
            E'{"id":"' || origin_id || E'","type":"account","url":"\x01/admin-api/accounts/' || origin_id || '"}', 'null')
          || E',"clockOffsetMs":' || clock_offset_ms
          || E',"requestsPerMinute":' || coalesce(requests_per_minute::text, 'null')
          || E',"eventDays":' || coalesce(event_days::text, 'null')
          || E',"createdAt":' || to_char(created_at at time zone 'UTC', '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
          as representation
      from accounts
    ) as told
  ) as account cross join accounts as viewer;
