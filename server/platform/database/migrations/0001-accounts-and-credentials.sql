-- Accounts, and everything that lets a caller in. None of these tables is limited to one account by the database:
-- a credential is looked up before the account is known, and each belongs to exactly one.

create table accounts (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '^[A-Za-z]+$'),
  environment text not null check (environment in ('production', 'test', 'demo', 'sandbox')),
  -- Made by the service; an account may have several sandboxes.
  sandbox text check ((environment = 'sandbox') = (sandbox is not null)),
  -- Null: the installation's own settings apply.
  requests_per_minute integer check (requests_per_minute > 0),
  event_days integer check (event_days > 0),
  -- How many of the system definitions the account has: fewer than this code knows, and the rest is planted at start.
  system_definitions integer not null default 0,
  created_at timestamptz not null
);

-- Hosts do not distinguish case, so neither do names.
create unique index accounts_name_key on accounts (lower(name), environment, coalesce(sandbox, ''));

create table client_applications (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  client_id text not null unique,
  name text not null check (length(name) between 1 and 255),
  technical_contact text not null check (length(technical_contact) between 3 and 255),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Null: all, present and future.
  establishments bigint[] check (cardinality(establishments) > 0),
  is_disabled boolean not null default false,
  created_at timestamptz not null
);

create unique index client_applications_name_key on client_applications (account_id, lower(btrim(name)));

-- At most two live at a time: a new secret leaves the old one an overlap.
create table client_secrets (
  id bigint generated always as identity primary key,
  client_application_id bigint not null references client_applications on delete cascade,
  -- HMAC-SHA-256 under a key of the installation: the secret is 256 random bits, so a slow hash would buy nothing.
  digest bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz
);

create index client_secrets_by_application on client_secrets (client_application_id);

-- Tokens are signed and stored nowhere; only a revocation leaves a row, until the token would have expired.
create table revoked_tokens (
  token_id text primary key,
  client_application_id bigint not null references client_applications on delete cascade,
  expires_at timestamptz not null
);

create index revoked_tokens_by_application on revoked_tokens (client_application_id);

create table signing_keys (
  key_id text primary key,
  public_key jsonb not null,
  -- AES-256-GCM under the key of the installation.
  private_key bytea not null,
  created_at timestamptz not null,
  -- A key is published from its creation, signs between these two moments, and verifies until the last.
  signs_from timestamptz not null,
  signs_until timestamptz not null,
  verifies_until timestamptz not null
);

create table api_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null check (length(name) between 1 and 255),
  technical_contact text check (length(technical_contact) between 3 and 255),
  digest bytea not null unique,
  created_at timestamptz not null,
  revoked_at timestamptz
);

create unique index api_keys_name_key on api_keys (account_id, lower(btrim(name))) where revoked_at is null;

create table administrators (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  email text not null check (length(email) between 3 and 255),
  -- argon2id in its usual text form.
  password_hash text not null,
  created_at timestamptz not null
);

create unique index administrators_email_key on administrators (account_id, lower(email));
