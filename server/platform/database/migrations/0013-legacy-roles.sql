-- The legacy API: what each key may read, a key that replaces another while both work, how long v2 is served, and who
-- still calls what. None of it is limited to one account by the database, as keys are not: they are looked up first.

create table api_key_roles (
  api_key_id bigint primary key references api_keys on delete cascade,
  -- At first that of the key; afterwards each is renamed by itself.
  name text not null check (length(name) between 1 and 255),
  reads_leaves boolean not null default false,
  -- Null: of all establishments, present and future.
  leaves_establishments bigint[] check (cardinality(leaves_establishments) > 0),
  reads_users boolean not null default false,
  users_establishments bigint[] check (cardinality(users_establishments) > 0),
  sees_personal_data boolean not null default false,
  sees_former boolean not null default false,
  sees_future boolean not null default false
);

-- Keys could not open anything so far, and go on without a right until they are given one.
insert into api_key_roles (api_key_id, name) select id, name from api_keys;

-- The key that was replaced, which works until then.
alter table api_keys
  add column former_digest bytea unique,
  add column former_until timestamptz,
  add constraint api_keys_former_check check ((former_digest is null) = (former_until is null));

-- Null: as announced to everybody.
alter table accounts add column legacy_v2_until timestamptz;

-- Added up by all nodes, every few seconds.
create table legacy_usage (
  api_key_id bigint not null references api_keys on delete cascade,
  path text not null,
  requests bigint not null check (requests > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (api_key_id, path)
);
