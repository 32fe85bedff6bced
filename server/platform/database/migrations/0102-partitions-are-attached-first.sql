-- Partitions get their row-level security after they were attached instead of before. Citus reads a partition while it is
-- attached, without an account, and row-level security would refuse that. All of it is one transaction, so nobody sees a
-- partition that is open. Partitions that exist stay as they are.

create or replace function ensure_partition(parent text, moment timestamptz) returns void
  language plpgsql
as $$
declare
  week timestamptz := date_trunc('week', moment, 'UTC');
  made text := parent || to_char(week at time zone 'UTC', '_IYYY"w"IW');
begin
  if to_regclass(made) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended(made, 0));
  -- Not by to_regclass(), which remembers that the name meant nothing before the wait.
  if exists (select from pg_class where relname = made and relnamespace = current_schema()::regnamespace) then return; end if;
  perform one_shard_after_the_other();
  execute format('create table %I (like %I including defaults including constraints)', made, parent);
  execute format(
    'alter table %I attach partition %I for values from (%L) to (%L)', parent, made, week, week + interval '168 hours');
  perform close_partition(made);
end $$;

create or replace function ensure_month(parent text, moment timestamptz) returns void
  language plpgsql
as $$
declare
  month timestamptz := date_trunc('month', moment, 'UTC');
  made text := parent || to_char(month at time zone 'UTC', '_YYYY"m"MM');
begin
  if to_regclass(made) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended(made, 0));
  if exists (select from pg_class where relname = made and relnamespace = current_schema()::regnamespace) then return; end if;
  perform one_shard_after_the_other();
  execute format('create table %I (like %I including defaults including constraints)', made, parent);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, made, month,
    (month at time zone 'UTC' + interval '1 month') at time zone 'UTC');
  perform close_partition(made);
end $$;

create or replace function ensure_versions_partition(moment timestamptz) returns void
  language plpgsql
as $$
declare
  quarter timestamptz := date_trunc('quarter', moment, 'UTC');
  made text := to_char(quarter at time zone 'UTC', '"versions_"YYYY"q"Q');
begin
  if exists (select from pg_class where relname = made and relnamespace = current_schema()::regnamespace) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended(made, 0));
  if exists (select from pg_class where relname = made and relnamespace = current_schema()::regnamespace) then return; end if;
  perform one_shard_after_the_other();
  execute format('create table %I (like versions including defaults including constraints) with (toast_tuple_target = 512)', made);
  begin
    execute format('alter table %I alter column former set compression lz4', made);
  exception when feature_not_supported then
    null;
  end;
  execute format('alter table versions attach partition %I for values from (%L) to (%L)', made, quarter,
    date_trunc('quarter', quarter + interval '100 days', 'UTC'));
  perform close_partition(made);
exception when check_violation then
  -- Rows of this quarter are in the other partition already, and stay there.
  null;
end $$;

-- A partition is read and written through its parent; by its own name it is as closed as its parent.
create function close_partition(made text) returns void
  language plpgsql
as $$
begin
  execute format('alter table %I enable row level security', made);
  execute format('alter table %I force row level security', made);
  execute format(
    'create policy own_account on %I using (account_id = current_setting(''muster.account_id'')::bigint)', made);
end $$;

-- Of a setting of Citus: the parts of a new partition are made one after the other, because at the same time they would wait
-- for each other. Elsewhere, a setting that nobody reads until the end of the transaction.
create function one_shard_after_the_other() returns text
  language sql
as $$ select set_config('citus.multi_shard_modify_mode', 'sequential', true) $$;
