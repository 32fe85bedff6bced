-- What the store sends for saved-views. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 316417554517325683 then shown_row.representation else saved_views_text_4642416e1b3f773(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from saved_views as shown_row where shown_row.account_id = $1 and shown_row.is_shared
  order by shown_row.id asc limit $2::bigint) as sized
) as fitting where ordinal < $2::bigint and (ordinal = 1 or bytes_so_far <= $3::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 316417554517325683 then shown_row.representation else saved_views_text_4642416e1b3f773(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from saved_views as shown_row where shown_row.account_id = $1 and shown_row.is_shared and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 316417554517325683 then shown_row.representation else saved_views_text_4642416e1b3f773(shown_row.account_id, shown_row.id) end as representation
from saved_views as shown_row where account_id = $1 and id = any($2::bigint[]) and shown_row.is_shared order by shown_row.id;

-- Insert
with given as (
  select nextval('saved_views_id_seq') as id, $3::text as name, $4::text as list, $5::json as query, $6::json as columns, $7::boolean as is_shared, $8::text as owner_id, $9::text as owner_name, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, nextval('revisions') as revision
), shown as (
  insert into saved_views (account_id, revision, id, name, list, query, columns, is_shared, owner_id, owner_name, created_at, last_updated_at, representation, representation_version)
  select $1, revision, id, name, list, query, columns, is_shared, owner_id, owner_name, created_at, last_updated_at, E'{"id":"' || given.id || E'","type":"saved-view' || E'","url":"\x01' || E'/admin-api/saved-views/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"list":' || to_json(given.list)::text
    || E',"query":' || given.query::text
    || E',"columns":' || given.columns::text
    || E',"isShared":' || given.is_shared::text
    || E',"ownerId":' || to_json(given.owner_id)::text
    || E',"ownerName":' || to_json(given.owner_name)::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 316417554517325683 from given
  returning id, revision, representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from saved_views where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, $5::text as name, list, $6::json as query, $7::json as columns, $8::boolean as is_shared, owner_id, owner_name, created_at, $2::timestamptz as last_updated_at from before
), written as (
  select given.id, given.name, given.query, given.columns, given.is_shared, given.last_updated_at, E'{"id":"' || given.id || E'","type":"saved-view' || E'","url":"\x01' || E'/admin-api/saved-views/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"list":' || to_json(given.list)::text
    || E',"query":' || given.query::text
    || E',"columns":' || given.columns::text
    || E',"isShared":' || given.is_shared::text
    || E',"ownerId":' || to_json(given.owner_id)::text
    || E',"ownerName":' || to_json(given.owner_name)::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update saved_views as changed
  set name = written.name, query = written.query, columns = written.columns, is_shared = written.is_shared, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 316417554517325683, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from saved_views where account_id = $1 and id = $3 returning *
), given as (
  select id, name, list, query, columns, is_shared, owner_id, owner_name, created_at, $2::timestamptz as last_updated_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"saved-view' || E'","url":"\x01' || E'/admin-api/saved-views/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"list":' || to_json(given.list)::text
    || E',"query":' || given.query::text
    || E',"columns":' || given.columns::text
    || E',"isShared":' || given.is_shared::text
    || E',"ownerId":' || to_json(given.owner_id)::text
    || E',"ownerName":' || to_json(given.owner_name)::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), moment as (select $2::timestamptz)
select count(*) from shown;
