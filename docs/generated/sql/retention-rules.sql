-- What the store sends for retention-rules. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 1132441395800509165 then shown_row.representation else retention_rules_text_fb73d7315a30aed(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from retention_rules as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 1132441395800509165 then shown_row.representation else retention_rules_text_fb73d7315a30aed(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from retention_rules as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 1132441395800509165 then shown_row.representation else retention_rules_text_fb73d7315a30aed(shown_row.account_id, shown_row.id) end as representation
from retention_rules as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;

-- Insert
with given as (
  select nextval('retention_rules_id_seq') as id, $3::text as family, $4::text as country_code, $5::integer as months, $6::boolean as is_active, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, nextval('revisions') as revision
), shown as (
  insert into retention_rules (account_id, revision, id, family, country_code, months, is_active, created_at, last_updated_at, representation, representation_version)
  select $1, revision, id, family, country_code, months, is_active, created_at, last_updated_at, E'{"id":"' || given.id || E'","type":"retention-rule' || E'","url":"\x01' || E'/admin-api/retention-rules/' || given.id || E'"'
    || E',"family":' || to_json(given.family)::text
    || E',"countryCode":' || coalesce(to_json(given.country_code)::text, 'null')
    || E',"months":' || given.months::text
    || E',"isActive":' || given.is_active::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 1132441395800509165 from given
  returning id, revision, representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from retention_rules where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, family, country_code, $5::integer as months, $6::boolean as is_active, created_at, $2::timestamptz as last_updated_at from before
), written as (
  select given.id, given.months, given.is_active, given.last_updated_at, E'{"id":"' || given.id || E'","type":"retention-rule' || E'","url":"\x01' || E'/admin-api/retention-rules/' || given.id || E'"'
    || E',"family":' || to_json(given.family)::text
    || E',"countryCode":' || coalesce(to_json(given.country_code)::text, 'null')
    || E',"months":' || given.months::text
    || E',"isActive":' || given.is_active::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update retention_rules as changed
  set months = written.months, is_active = written.is_active, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 1132441395800509165, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from retention_rules where account_id = $1 and id = $3 returning *
), given as (
  select id, family, country_code, months, is_active, created_at, $2::timestamptz as last_updated_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"retention-rule' || E'","url":"\x01' || E'/admin-api/retention-rules/' || given.id || E'"'
    || E',"family":' || to_json(given.family)::text
    || E',"countryCode":' || coalesce(to_json(given.country_code)::text, 'null')
    || E',"months":' || given.months::text
    || E',"isActive":' || given.is_active::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), moment as (select $2::timestamptz)
select count(*) from shown;
