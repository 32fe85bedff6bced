-- What the store sends for erasure-decisions. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 439640668533095130 then shown_row.representation else erasure_decisions_text_619eadbd4bafada(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from erasure_decisions as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 439640668533095130 then shown_row.representation else erasure_decisions_text_619eadbd4bafada(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from erasure_decisions as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 439640668533095130 then shown_row.representation else erasure_decisions_text_619eadbd4bafada(shown_row.account_id, shown_row.id) end as representation
from erasure_decisions as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;

-- Insert
with given as (
  select nextval('erasure_decisions_id_seq') as id, $3::bigint as erasure_id, $4::text as decision, $5::text as comment, $6::json as decided_by, $2::timestamptz as created_at, nextval('revisions') as revision
), shown as (
  insert into erasure_decisions (account_id, revision, id, erasure_id, decision, comment, decided_by, created_at, representation, representation_version)
  select $1, revision, id, erasure_id, decision, comment, decided_by, created_at, E'{"id":"' || given.id || E'","type":"erasure-decision' || E'","url":"\x01' || E'/admin-api/erasure-decisions/' || given.id || E'"'
    || E',"erasure":' || (E'{"id":"' || given.erasure_id || E'","type":"erasure","url":"\x01/admin-api/erasures/' || given.erasure_id || E'"}')
    || E',"decision":' || to_json(given.decision)::text
    || E',"comment":' || coalesce(to_json(given.comment)::text, 'null')
    || E',"decidedBy":' || given.decided_by::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 439640668533095130 from given
  returning id, revision, representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;
