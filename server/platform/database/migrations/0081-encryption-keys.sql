-- The encryption keys of the installation, by the number that encrypted values begin with. Values that exist begin with 1:
-- they belong to the key that the installation was set up with.
create table encryption_keys (
  number smallint primary key check (number between 1 and 255),
  -- Identifies the key and reveals nothing about it.
  key_check text not null unique,
  -- announced: some processes have it; active: new values are encrypted with it; retiring: its values are being
  -- encrypted again; retired: it opens nothing any more.
  state text not null check (state in ('announced', 'active', 'retiring', 'retired')),
  announced_at timestamptz not null,
  activated_at timestamptz,
  retired_at timestamptz,
  -- Of a retiring key: which process works on it, and until when nobody else does.
  leased_by uuid,
  leased_until timestamptz,
  -- The number of the pass over all values, and a transaction that began when no process used this key any more: values
  -- of older transactions may still appear.
  pass integer not null default 0,
  unused_since xid8
);

create unique index encryption_keys_one_active on encryption_keys (state) where state = 'active';
create unique index encryption_keys_one_retiring on encryption_keys (state) where state = 'retiring';

insert into encryption_keys (number, key_check, state, announced_at, activated_at)
select 1, key_check, 'active', created_at, created_at from installation;

-- Keys that digests and cursors are made with. They outlive the encryption key that they were first derived from, and are
-- encrypted with the active one; null: derived from key 1.
alter table installation add column lasting_keys bytea;

-- How far the pass over the encrypted values is, by place.
create table encryption_progress (
  place text primary key,
  after_account bigint,
  after_row text[],
  read_count bigint not null default 0,
  changed_count bigint not null default 0,
  unreadable_count bigint not null default 0,
  is_done boolean not null default false
);

-- The processes that use this database now, and which encryption keys they have. A process writes its row when something
-- changes, and every few seconds.
create table nodes (
  id uuid primary key,
  host text not null,
  process integer not null,
  key_numbers smallint[] not null,
  encrypts_with smallint,
  seen_at timestamptz not null default now()
);
