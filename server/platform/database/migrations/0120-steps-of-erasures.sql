-- The steps of an erasure that are done, so that a worker that takes over goes on with the next one. Those of existing rows
-- are not known, and are run again.
alter table erasure_queue add column steps text[] not null default '{}';
