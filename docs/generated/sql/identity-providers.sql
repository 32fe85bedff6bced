-- What the store sends for identity-providers. Written by npm run generate.

-- First page
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 235349361272083492 then shown_row.representation else identity_providers_text_34420ff44bcd424(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from identity_providers as shown_row where shown_row.account_id = $1
  order by shown_row.id asc limit $2::bigint
) as page;

-- Page after a cursor
select count(*)::text as found, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 235349361272083492 then shown_row.representation else identity_providers_text_34420ff44bcd424(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from identity_providers as shown_row where shown_row.account_id = $1 and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 235349361272083492 then shown_row.representation else identity_providers_text_34420ff44bcd424(shown_row.account_id, shown_row.id) end as representation
from identity_providers as shown_row where account_id = $1 and id = any($2::bigint[]) order by shown_row.id;

-- Insert
with given as (
  select nextval('identity_providers_id_seq') as id, $3::text as name, $4::text as issuer, $5::text as client_id, $6::boolean as is_required, $7::boolean as are_addresses_trusted, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $8::text as sealed_secret, nextval('revisions') as revision
), shown as (
  insert into identity_providers (account_id, revision, id, name, issuer, client_id, is_required, are_addresses_trusted, created_at, last_updated_at, sealed_secret, representation, representation_version)
  select $1, revision, id, name, issuer, client_id, is_required, are_addresses_trusted, created_at, last_updated_at, sealed_secret, E'{"id":"' || given.id || E'","type":"identity-provider' || E'","url":"\x01' || E'/admin-api/identity-providers/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"issuer":' || to_json(given.issuer)::text
    || E',"clientId":' || to_json(given.client_id)::text
    || E',"isRequired":' || given.is_required::text
    || E',"areAddressesTrusted":' || given.are_addresses_trusted::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 235349361272083492 from given
  returning id, revision, representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from identity_providers where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, $5::text as name, $6::text as issuer, $7::text as client_id, $8::boolean as is_required, $9::boolean as are_addresses_trusted, created_at, $2::timestamptz as last_updated_at, sealed_secret from before
), written as (
  select given.id, given.name, given.issuer, given.client_id, given.is_required, given.are_addresses_trusted, given.last_updated_at, E'{"id":"' || given.id || E'","type":"identity-provider' || E'","url":"\x01' || E'/admin-api/identity-providers/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"issuer":' || to_json(given.issuer)::text
    || E',"clientId":' || to_json(given.client_id)::text
    || E',"isRequired":' || given.is_required::text
    || E',"areAddressesTrusted":' || given.are_addresses_trusted::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update identity_providers as changed
  set name = written.name, issuer = written.issuer, client_id = written.client_id, is_required = written.is_required, are_addresses_trusted = written.are_addresses_trusted, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 235349361272083492, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from identity_providers where account_id = $1 and id = $3 returning *
), given as (
  select id, name, issuer, client_id, is_required, are_addresses_trusted, created_at, $2::timestamptz as last_updated_at, sealed_secret from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"identity-provider' || E'","url":"\x01' || E'/admin-api/identity-providers/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"issuer":' || to_json(given.issuer)::text
    || E',"clientId":' || to_json(given.client_id)::text
    || E',"isRequired":' || given.is_required::text
    || E',"areAddressesTrusted":' || given.are_addresses_trusted::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), moment as (select $2::timestamptz)
select count(*) from shown;
