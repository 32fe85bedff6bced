-- Who made a change, as JSON text; next to it in the log the columns that lists filter by. Null for events that exist: no
-- release before this one recorded an author. The indexes are built while the migration runs, one partition after the other.
alter table outbox add column author text;
alter table events add column author text, add column author_type text, add column author_id text collate "C";
create index events_by_author on events (account_id, author_id, id);
create index events_by_author_type on events (account_id, author_type, id);
