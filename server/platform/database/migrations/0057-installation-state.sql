-- What is known of the installation as a whole: one row. And numbers that the events of an account skipped, since a
-- restored backup may not give them out a second time. Nothing that exists changes.
create table installation_state (
  is_only boolean primary key default true check (is_only),
  -- A backup has the same; another database has another.
  id uuid not null default gen_random_uuid(),
  -- How long events are kept where an account sets nothing: what the nodes were last started with.
  event_days integer not null default 60,
  -- The latest time of a node whose clock is believed. Null: none was yet.
  clock_at timestamptz,
  -- For how long a clock that is not believed has run steadily.
  steady_ms bigint not null default 0,
  -- Grows with each mark that is left outside the database. A mark that is higher was left by a later state of it.
  mark bigint not null default 0,
  -- Accounts that have no event yet number theirs from here.
  events_from bigint not null default 0
);

insert into installation_state default values;

-- When an event was last published, by the clock of the machine.
alter table published add column last_at timestamptz;

-- Events after `after_id` and before `up_to_id` may have been published by a state of the database that is gone.
create table skipped_events (
  account_id bigint not null,
  after_id bigint not null,
  up_to_id bigint not null,
  primary key (account_id, up_to_id)
);

alter table skipped_events enable row level security;
alter table skipped_events force row level security;
create policy own_account on skipped_events using (account_id = current_setting('muster.account_id')::bigint);
