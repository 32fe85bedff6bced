-- What the store sends for sandboxes. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from sandboxes as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from sandboxes as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, shown_row.representation as representation
from sandboxes as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;

-- Update of every writable member
with before as (
  select * from sandboxes where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, name, address, state, progress_percent, clock_offset_ms, created_at from before
), written as (
  select given.id, E'{"id":"' || given.id || E'","type":"sandbox' || E'","url":"\x01' || E'/admin-api/sandboxes/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"address":' || to_json(given.address)::text
    || E',"state":' || to_json(given.state)::text
    || E',"progressPercent":' || given.progress_percent::text
    || E',"clockOffsetMs":' || given.clock_offset_ms::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update sandboxes as changed
  set representation = written.representation, representation_version = 793523758185863130, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from sandboxes where account_id = $1 and id = $3 returning *
), given as (
  select id, name, address, state, progress_percent, clock_offset_ms, created_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"sandbox' || E'","url":"\x01' || E'/admin-api/sandboxes/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"address":' || to_json(given.address)::text
    || E',"state":' || to_json(given.state)::text
    || E',"progressPercent":' || given.progress_percent::text
    || E',"clockOffsetMs":' || given.clock_offset_ms::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), moment as (select $2::timestamptz)
select count(*) from shown;
