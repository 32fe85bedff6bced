-- Lists as they were known at a moment show what was deleted since. Only deletions have an entry, so other changes cost
-- what they did. Existing deletions are indexed now; nothing else happens to existing rows.
create index versions_of_deleted on versions (account_id, data_type, recorded_at) where verb = 'deleted';
