-- Events live in weeks by the machine's time of their publication, which no tenant can move. Weeks that exist are kept as
-- they are and attached to the new table: their rows are read once and one index is built, nothing is written again. Such
-- a row counts as published at the beginning of its week. Events of sandboxes, which lie apart, count as published now.
set local timezone to 'UTC';

alter table events rename to events_by_occurrence;
alter table events_by_occurrence rename constraint events_pkey to events_by_occurrence_pkey;
alter index events_by_occurred_at rename to events_by_occurrence_by_occurred_at;
alter index events_by_resource rename to events_by_occurrence_by_resource;
alter index events_by_topic rename to events_by_occurrence_by_topic;

create table events (
  account_id bigint not null,
  id bigint not null,
  revision bigint not null default 1,
  topic text not null,
  data_type text not null,
  data_id text collate "C" not null,
  -- By the clock of the account.
  occurred_at timestamptz not null,
  business_establishment_id bigint,
  client_application_id bigint,
  representation text not null,
  -- By the clock of the machine.
  published_at timestamptz not null default now(),
  -- By the clock of the account, where that was later than `occurred_at`: days that are caught up with. Retention runs
  -- from here.
  recorded_at timestamptz,
  primary key (account_id, id, published_at)
) partition by range (published_at);

create index events_by_occurred_at on events (account_id, occurred_at, id);
create index events_by_resource on events (account_id, data_type, data_id, id);
create index events_by_topic on events (account_id, topic, id);

do $$
declare
  part record;
begin
  for part in
    select child.relname as name, to_timestamp(right(child.relname, 7), 'IYYY"w"IW') as week, key.conname as key
    from pg_inherits
      join pg_class as child on child.oid = inhrelid
      join pg_constraint as key on key.conrelid = child.oid and key.contype = 'p'
    where inhparent = 'events_by_occurrence'::regclass order by child.relname
  loop
    execute format('alter table events_by_occurrence detach partition %I', part.name);
    execute format('alter table %I drop constraint %I', part.name, part.key);
    -- A constant, so no row is written.
    execute format(
      'alter table %I add column published_at timestamptz not null default %L, add column recorded_at timestamptz',
      part.name, part.week);
    execute format('alter table %I alter column published_at set default now()', part.name);
    execute format('alter table events attach partition %I for values from (%L) to (%L)',
      part.name, part.week, part.week + interval '168 hours');
  end loop;
end $$;

select ensure_partition('events', now());

insert into events (account_id, id, revision, topic, data_type, data_id, occurred_at, business_establishment_id,
  client_application_id, representation, published_at)
select account_id, id, revision, topic, data_type, data_id, occurred_at, business_establishment_id,
  client_application_id, representation, now()
from events_apart;

drop table events_apart;
drop table events_by_occurrence;

alter table outbox add column recorded_at timestamptz;

-- Names the partition of the event. Only what still waits is sent.
alter table deliveries add column event_published_at timestamptz;
alter table deliveries no force row level security;
update deliveries set event_published_at = events.published_at
from events
where events.account_id = deliveries.account_id and events.id = deliveries.event_id and deliveries.status = 'undelivered';
alter table deliveries force row level security;
alter table deliveries drop column event_occurred_at;

alter table events enable row level security;
alter table events force row level security;
create policy own_account on events using (account_id = current_setting('muster.account_id')::bigint);
