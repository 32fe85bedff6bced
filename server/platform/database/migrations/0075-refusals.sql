-- The request log says why a request was refused: the kind of problem, and the scopes or members that it is about. Entries
-- that exist have no reason.

alter table request_log
  add column problem text,
  add column problem_names text[] not null default '{}';

create or replace view logged_requests with (security_invoker = true) as
  select
    account_id, id, 1 as revision, occurred_at, method, path, status, duration_ms, client_application_id, administrator_id,
    api_key_id, trace_id,
    E'{"id":"' || id || E'","type":"logged-request","url":"\x01/admin-api/logged-requests/' || id
      || E'","occurredAt":' || to_char(occurred_at at time zone 'UTC', '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
      || E',"method":' || to_json(method)
      || E',"path":' || to_json(path)
      || E',"parameters":' || to_json(parameters)
      || E',"status":' || status
      || E',"durationMs":' || duration_ms
      || E',"clientApplication":' || coalesce(E'{"id":"' || client_application_id || E'","name":' || coalesce(
        (select to_json(name)::text from client_applications as named
          where named.account_id = request_log.account_id and named.id = client_application_id), 'null') || '}', 'null')
      || E',"administrator":' || coalesce(E'{"id":"' || administrator_id || E'","email":' || coalesce(
        (select to_json(email)::text from administrators as named
          where named.account_id = request_log.account_id and named.id = administrator_id), 'null') || '}', 'null')
      || E',"apiKey":' || coalesce(E'{"id":"' || api_key_id || E'","name":' || coalesce(
        (select to_json(name)::text from api_keys as named
          where named.account_id = request_log.account_id and named.id = api_key_id), 'null') || '}', 'null')
      || E',"traceId":' || to_json(trace_id)
      || E',"refusal":' || coalesce(E'{"problem":' || to_json(problem) || E',"names":' || to_json(problem_names) || '}', 'null')
      as representation
  from request_log;
