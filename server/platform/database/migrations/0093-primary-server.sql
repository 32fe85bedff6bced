-- The server that takes the changes, in one row that names its current run. A standby whose copy has this row follows that
-- server, and not another one that was the primary before a failover. Existing rows of other tables do not change.
create table primary_server (
  identity text primary key,
  since timestamptz not null default now()
);
