-- What the store sends for history-entries. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from history_entries as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint) as sized
) as fitting where ordinal < $2::bigint and (ordinal = 1 or bytes_so_far <= $3::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from history_entries as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::text)
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, shown_row.representation as representation
from history_entries as shown_row where account_id = $1 and id = any($2::text[]) order by shown_row.id;
