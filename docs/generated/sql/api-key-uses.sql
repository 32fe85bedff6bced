-- What the store sends for api-key-uses. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from api_key_uses as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from api_key_uses as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, shown_row.representation as representation
from api_key_uses as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;
