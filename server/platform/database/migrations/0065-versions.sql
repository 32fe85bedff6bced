-- Versions of resources: for each change who made it, when, which members it changed, and the text that the row had before.
-- The text after a change is that of the next version, or of the row itself. Rows that exist need nothing: the state that
-- they have now is their first version, known since this migration.
create table versions (
  account_id bigint not null,
  data_type text collate "C" not null,
  data_id text collate "C" not null,
  -- The revision of the row after the change.
  id bigint not null,
  -- By the clock of the account.
  recorded_at timestamptz not null,
  -- By the clock of the database, which no tenant and no node can move.
  written_at timestamptz not null default now(),
  author text not null,
  verb text not null check (verb in ('created', 'updated', 'deleted')),
  changed_attributes text[] not null default '{}',
  -- What the resource belongs to, by its declaration: the person that it is about.
  owner_id bigint,
  -- The row before the change; null for a creation. Encrypted members stay encrypted.
  former text,
  former_revision bigint,
  -- Of a deletion: its last state with the time of the deletion, and who may see it although there is no row any more.
  last_state text,
  business_establishment_id bigint,
  client_application_id bigint,
  primary key (account_id, data_type, data_id, id, written_at)
) partition by range (written_at);

-- Everything about one person.
create index versions_by_owner on versions (account_id, owner_id) where owner_id is not null;

alter table versions enable row level security;
alter table versions force row level security;
create policy own_account on versions using (account_id = current_setting('muster.account_id')::bigint);

-- Where a partition is missing, writers find this one: no change waits for a partition, or fails without one.
create table versions_otherwise partition of versions default;
alter table versions_otherwise enable row level security;
alter table versions_otherwise force row level security;
create policy own_account on versions_otherwise using (account_id = current_setting('muster.account_id')::bigint);

-- Makes the partition of the quarter that holds a moment, unless it is there. A reader of one resource looks into every
-- partition, so there are few. Texts are compressed from a few hundred bytes on.
create function ensure_versions_partition(moment timestamptz) returns void
  language plpgsql
as $$
declare
  quarter timestamptz := date_trunc('quarter', moment, 'UTC');
  made text := to_char(quarter at time zone 'UTC', '"versions_"YYYY"q"Q');
begin
  if exists (select from pg_class where relname = made and relnamespace = current_schema()::regnamespace) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended(made, 0));
  if exists (select from pg_class where relname = made and relnamespace = current_schema()::regnamespace) then return; end if;
  execute format('create table %I (like versions including defaults including constraints) with (toast_tuple_target = 512)', made);
  begin
    execute format('alter table %I alter column former set compression lz4', made);
  exception when feature_not_supported then
    null;
  end;
  execute format('alter table %I enable row level security', made);
  execute format('alter table %I force row level security', made);
  execute format(
    'create policy own_account on %I using (account_id = current_setting(''muster.account_id'')::bigint)', made);
  execute format('alter table versions attach partition %I for values from (%L) to (%L)', made, quarter,
    date_trunc('quarter', quarter + interval '100 days', 'UTC'));
exception when check_violation then
  -- Rows of this quarter are in the other partition already, and stay there.
  null;
end $$;

select ensure_versions_partition(now()), ensure_versions_partition(now() + interval '92 days');

-- Nothing is known of the states before this moment.
alter table installation_state add column versions_since timestamptz not null default now();
