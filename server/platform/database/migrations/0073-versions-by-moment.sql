-- Lists as they were known at a moment look for the first version after it in the index alone, which therefore has the
-- moment of the recording. Existing versions are indexed again; nothing else happens to them.
alter table versions drop constraint versions_pkey;
alter table versions add primary key (account_id, data_type, data_id, id, written_at) include (recorded_at);
