-- What has gone in of a file of people, kept in the transaction that it went in by: an import that was interrupted goes
-- on where it stopped, and nobody is hired twice.
create table imports (
  account_id bigint not null,
  -- SHA-256 of the file.
  digest bytea not null,
  -- Numbers of the lines that went in. Those that were refused are tried again.
  lines int8multirange not null default '{}',
  started_at timestamptz not null,
  -- When the end of the file was first reached.
  finished_at timestamptz,
  primary key (account_id, digest)
);

alter table imports enable row level security;
alter table imports force row level security;
create policy own_account on imports using (account_id = current_setting('muster.account_id')::bigint);
