-- Accounts as operators see them, and sandboxes: copies of an account with a clock that can be moved. Accounts that exist
-- are finished, go by the machine's clock, and learn their address at the next start.

alter table accounts
  -- What a sandbox is a copy of.
  add column origin_id bigint references accounts,
  -- copying, dropping: a worker is at it, or will be.
  add column state text not null default 'ready' check (state in ('copying', 'ready', 'failed', 'dropping')),
  -- How far the work has come.
  add column progress_percent integer not null default 100 check (progress_percent between 0 and 100),
  -- Whoever works on it says so, and for how long nobody else should.
  add column worked_until timestamptz,
  -- Who is asked in once a copy is there: an address, and the digest of the token in their link.
  add column awaited_email text,
  add column awaited_digest bytea,
  -- Where it is reached, as the settings of the service say.
  add column address text not null default '',
  -- How far its clock is ahead of the machine's.
  add column clock_offset_ms bigint not null default 0,
  -- Days are settled that have not begun any more.
  add column is_clock_moved_back boolean not null default false,
  add constraint accounts_origin_check check (origin_id is null or environment = 'sandbox'),
  add constraint accounts_clock_check check (clock_offset_ms = 0 or environment = 'sandbox');

create index accounts_by_origin on accounts (origin_id) where origin_id is not null;
create index accounts_moved on accounts (id) where clock_offset_ms <> 0;
create index accounts_unfinished on accounts (id) where state in ('copying', 'dropping');

-- For operators: every account is seen from every account.
create view seen_accounts as
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

-- For the owners of an account: what was copied from it.
create view sandboxes as
  select told.*, md5(told.representation) as revision from (
    select
      origin_id as account_id, id, state, created_at,
      E'{"id":"' || id || E'","type":"sandbox","url":"\x01/admin-api/sandboxes/' || id
        || E'","name":' || to_json(sandbox)
        || E',"address":' || to_json(address)
        || E',"state":' || to_json(state)
        || E',"progressPercent":' || progress_percent
        || E',"clockOffsetMs":' || clock_offset_ms
        || E',"createdAt":' || to_char(created_at at time zone 'UTC', '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
        as representation
    from accounts where origin_id is not null
  ) as told;
