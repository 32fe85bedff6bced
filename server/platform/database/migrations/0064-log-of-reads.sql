-- Who has read confidential data: one row for each response, in months by the machine's time, and one row for each person
-- that it showed. Written in the background. Nothing that exists is rewritten: the new column of definitions is a constant.
alter table employee_attribute_definitions add column is_confidential boolean not null default false;

-- Null: two years.
alter table account_settings add column read_log_days integer check (read_log_days > 0);

-- As ensure_partition(), for months.
create function ensure_month(parent text, moment timestamptz) returns void
  language plpgsql
as $$
declare
  month timestamptz := date_trunc('month', moment, 'UTC');
  made text := parent || to_char(month at time zone 'UTC', '_YYYY"m"MM');
begin
  if to_regclass(made) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended(made, 0));
  if exists (select from pg_class where relname = made and relnamespace = current_schema()::regnamespace) then return; end if;
  execute format('create table %I (like %I including defaults including constraints)', made, parent);
  execute format('alter table %I enable row level security', made);
  execute format('alter table %I force row level security', made);
  execute format(
    'create policy own_account on %I using (account_id = current_setting(''muster.account_id'')::bigint)', made);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, made, month,
    (month at time zone 'UTC' + interval '1 month') at time zone 'UTC');
end $$;

create sequence read_log_id_seq;

create table read_log (
  account_id bigint not null,
  id bigint not null default nextval('read_log_id_seq'),
  occurred_at timestamptz not null,
  reader_type text not null check (reader_type in ('client-application', 'administrator', 'operator', 'api-key')),
  reader_id text not null,
  -- As it was at that moment.
  reader_name text not null,
  operation text not null,
  families text[] not null,
  -- Names by family. Never values.
  members json not null,
  employee_ids bigint[] not null,
  purpose text,
  trace_id text,
  primary key (account_id, id, occurred_at)
) partition by range (occurred_at);

create index read_log_by_reader on read_log (account_id, reader_id, id);
create index read_log_by_trace on read_log (account_id, trace_id);

-- Row-level security trusts no operator on arrays, so that no index on employee_ids could be used.
create table read_people (
  account_id bigint not null,
  employee_id bigint not null,
  entry_id bigint not null,
  occurred_at timestamptz not null,
  primary key (account_id, employee_id, entry_id, occurred_at)
) partition by range (occurred_at);

alter table read_log enable row level security;
alter table read_log force row level security;
create policy own_account on read_log using (account_id = current_setting('muster.account_id')::bigint);
alter table read_people enable row level security;
alter table read_people force row level security;
create policy own_account on read_people using (account_id = current_setting('muster.account_id')::bigint);

select ensure_month(parent, now()) from unnest(array['read_log', 'read_people']) as parent;

create view read_entries with (security_invoker = true) as
  select
    account_id, id, 1 as revision, occurred_at, reader_type, reader_id, to_json(families) as families, trace_id,
    E'{"id":"' || id || E'","type":"read-entry","url":"\x01/admin-api/read-entries/' || id
      || E'","occurredAt":' || to_char(occurred_at at time zone 'UTC', '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
      || E',"reader":{"type":"' || reader_type || E'","id":' || to_json(reader_id)
      || E',"name":' || to_json(reader_name)
      || E'},"employees":[' || coalesce(
        (select string_agg(E'{"id":"' || employee_id || E'"}', ',' order by employee_id)
          from unnest(employee_ids) as employee_id), '')
      || E'],"families":' || to_json(families)
      || E',"members":' || members
      || E',"operation":' || to_json(operation)
      || E',"purpose":' || coalesce(to_json(purpose)::text, 'null')
      || E',"traceId":' || coalesce(to_json(trace_id)::text, 'null')
      as representation
  from read_log;
