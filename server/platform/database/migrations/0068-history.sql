-- The changes of an account in the order of time. Existing rows are indexed; they do not change.
create index versions_by_time on versions (account_id, recorded_at, id);
