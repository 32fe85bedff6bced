-- What the store sends for events. Written by npm run generate.

-- First page
select count(*) as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions from (
  select shown_row.* from events as shown_row where account_id = $1 and shown_row.data_type = any($2::text[]) and (shown_row.business_establishment_id is null or shown_row.business_establishment_id = any($3::bigint[]))
  order by shown_row.id asc limit $4
) as page;

-- Page after a cursor
select count(*) as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions from (
  select shown_row.* from events as shown_row where account_id = $1 and shown_row.data_type = any($2::text[]) and (shown_row.business_establishment_id is null or shown_row.business_establishment_id = any($3::bigint[])) and (shown_row.id) > ($4::bigint)
  order by shown_row.id asc limit $5
) as page;

-- Read one
select id::text as id, revision::text as revision, representation from events as shown_row where account_id = $1 and id = $2 and shown_row.data_type = any($3::text[]) and (shown_row.business_establishment_id is null or shown_row.business_establishment_id = any($4::bigint[]));
