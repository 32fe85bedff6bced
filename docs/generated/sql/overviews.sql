-- What the store sends for overviews. Written by npm run generate.

-- Read one
select id::text as id, (shown_row.revision)::text as revision, shown_row.representation as representation
from overviews as shown_row where account_id = $1 and id = any($2::text[]) order by shown_row.id;
