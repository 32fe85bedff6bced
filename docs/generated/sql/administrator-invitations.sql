-- What the store sends for administrator-invitations. Written by npm run generate.

-- First page
select count(*) as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids, string_agg(coalesce(to_json(key_0::text)::text, 'null'), E'\x02') as key_0 from (
  select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from administrator_invitations as shown_row where shown_row.account_id = $1 and (shown_row.expires_at is null or shown_row.expires_at > $2::timestamptz)
  order by shown_row.id asc limit $3::bigint
) as page;

-- Page after a cursor
select count(*) as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids, string_agg(coalesce(to_json(key_0::text)::text, 'null'), E'\x02') as key_0 from (
  select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from administrator_invitations as shown_row where shown_row.account_id = $1 and (shown_row.expires_at is null or shown_row.expires_at > $2::timestamptz) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, shown_row.representation as representation
from administrator_invitations as shown_row where account_id = $1 and id = any($2::bigint[]) and (shown_row.expires_at is null or shown_row.expires_at > $3::timestamptz) order by shown_row.id;

-- Insert
with given as (
  select nextval('administrator_invitations_id_seq') as id, $3::text as email, $4::text as role, $5::text as invited_by, $6::timestamptz as expires_at, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $7::bytea as token_digest, $8::boolean as is_operator
), shown as (
  insert into administrator_invitations (account_id, id, email, role, invited_by, expires_at, created_at, last_updated_at, token_digest, is_operator, representation)
  select $1, id, email, role, invited_by, expires_at, created_at, last_updated_at, token_digest, is_operator, E'{"id":"' || given.id || E'","type":"administrator-invitation' || E'","url":"\x01' || E'/admin-api/administrator-invitations/' || given.id || E'"'
    || E',"email":' || to_json(given.email)::text
    || E',"role":' || to_json(given.role)::text
    || E',"invitedBy":' || to_json(given.invited_by)::text
    || E',"expiresAt":' || to_char(given.expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') from given
  returning id, revision, representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from administrator_invitations where account_id = $1 and id = $3 returning *
), given as (
  select id, email, role, invited_by, expires_at, created_at, $2::timestamptz as last_updated_at, token_digest, is_operator from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"administrator-invitation' || E'","url":"\x01' || E'/admin-api/administrator-invitations/' || given.id || E'"'
    || E',"email":' || to_json(given.email)::text
    || E',"role":' || to_json(given.role)::text
    || E',"invitedBy":' || to_json(given.invited_by)::text
    || E',"expiresAt":' || to_char(given.expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), moment as (select $2::timestamptz)
select count(*) from shown;
