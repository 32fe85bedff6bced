-- How long a file without a reference is kept where an account sets nothing: what the nodes were last started with.
-- Files that exist keep their time.
alter table installation_state add column unreferenced_file_hours integer not null default 24;
