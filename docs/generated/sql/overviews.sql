-- What the store sends for overviews. Written by npm run generate.

-- Read one
select id::text as id, revision::text as revision, representation from overviews as shown_row where account_id = $1 and id = any($2::text[]) order by shown_row.id;
