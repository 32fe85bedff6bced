-- What the store sends for client-applications. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 286367093229468525 then shown_row.representation else client_applications_text_3f9615aa34dbb6d(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from client_applications as shown_row where shown_row.account_id = $1 and not shown_row.is_built_in
  order by shown_row.id asc limit $2::bigint) as sized
) as fitting where ordinal < $2::bigint and (ordinal = 1 or bytes_so_far <= $3::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 286367093229468525 then shown_row.representation else client_applications_text_3f9615aa34dbb6d(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from client_applications as shown_row where shown_row.account_id = $1 and not shown_row.is_built_in and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 286367093229468525 then shown_row.representation else client_applications_text_3f9615aa34dbb6d(shown_row.account_id, shown_row.id) end as representation
from client_applications as shown_row where account_id = $1 and id = any($2::bigint[]) and not shown_row.is_built_in order by shown_row.id;

-- Insert
with given as (
  select nextval('client_applications_id_seq') as id, $3::text as name, $4::text as technical_contact, $5::text[] as scopes, $6::bigint[] as business_establishments_id, $7::boolean as is_disabled, $8::text as client_id, $9::timestamptz as last_used_at, $10::timestamptz as secret_created_at, $11::timestamptz as previous_secret_expires_at, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $12::boolean as is_built_in, nextval('revisions') as revision
), shown as (
  insert into client_applications (account_id, revision, id, name, technical_contact, scopes, business_establishments_id, is_disabled, client_id, last_used_at, secret_created_at, previous_secret_expires_at, created_at, last_updated_at, is_built_in, representation, representation_version)
  select $1, revision, id, name, technical_contact, scopes, business_establishments_id, is_disabled, client_id, last_used_at, secret_created_at, previous_secret_expires_at, created_at, last_updated_at, is_built_in, E'{"id":"' || given.id || E'","type":"client-application' || E'","url":"\x01' || E'/admin-api/client-applications/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"technicalContact":' || to_json(given.technical_contact)::text
    || E',"scopes":' || to_json(given.scopes)::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"isDisabled":' || given.is_disabled::text
    || E',"clientId":' || to_json(given.client_id)::text
    || E',"lastUsedAt":' || coalesce(to_char(given.last_used_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"secretCreatedAt":' || coalesce(to_char(given.secret_created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"previousSecretExpiresAt":' || coalesce(to_char(given.previous_secret_expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 286367093229468525 from given
  returning id, revision, representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from client_applications where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, $5::text as name, $6::text as technical_contact, $7::text[] as scopes, $8::bigint[] as business_establishments_id, $9::boolean as is_disabled, client_id, last_used_at, secret_created_at, previous_secret_expires_at, created_at, $2::timestamptz as last_updated_at, is_built_in from before
), written as (
  select given.id, given.name, given.technical_contact, given.scopes, given.business_establishments_id, given.is_disabled, given.last_updated_at, E'{"id":"' || given.id || E'","type":"client-application' || E'","url":"\x01' || E'/admin-api/client-applications/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"technicalContact":' || to_json(given.technical_contact)::text
    || E',"scopes":' || to_json(given.scopes)::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"isDisabled":' || given.is_disabled::text
    || E',"clientId":' || to_json(given.client_id)::text
    || E',"lastUsedAt":' || coalesce(to_char(given.last_used_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"secretCreatedAt":' || coalesce(to_char(given.secret_created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"previousSecretExpiresAt":' || coalesce(to_char(given.previous_secret_expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update client_applications as changed
  set name = written.name, technical_contact = written.technical_contact, scopes = written.scopes, business_establishments_id = written.business_establishments_id, is_disabled = written.is_disabled, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 286367093229468525, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from client_applications where account_id = $1 and id = $3 returning *
), given as (
  select id, name, technical_contact, scopes, business_establishments_id, is_disabled, client_id, last_used_at, secret_created_at, previous_secret_expires_at, created_at, $2::timestamptz as last_updated_at, is_built_in from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"client-application' || E'","url":"\x01' || E'/admin-api/client-applications/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"technicalContact":' || to_json(given.technical_contact)::text
    || E',"scopes":' || to_json(given.scopes)::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"isDisabled":' || given.is_disabled::text
    || E',"clientId":' || to_json(given.client_id)::text
    || E',"lastUsedAt":' || coalesce(to_char(given.last_used_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"secretCreatedAt":' || coalesce(to_char(given.secret_created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"previousSecretExpiresAt":' || coalesce(to_char(given.previous_secret_expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), moment as (select $2::timestamptz)
select count(*) from shown;
