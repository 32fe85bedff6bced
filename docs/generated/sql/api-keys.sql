-- What the store sends for api-keys. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 242076812867376881 then shown_row.representation else api_keys_text_35c0794275196f1(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from api_keys as shown_row where shown_row.account_id = $1 and shown_row.revoked_at is null
  order by shown_row.id asc limit $2::bigint) as sized
) as fitting where ordinal < $2::bigint and (ordinal = 1 or bytes_so_far <= $3::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 242076812867376881 then shown_row.representation else api_keys_text_35c0794275196f1(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from api_keys as shown_row where shown_row.account_id = $1 and shown_row.revoked_at is null and (shown_row.id) > ($2::bigint)
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 242076812867376881 then shown_row.representation else api_keys_text_35c0794275196f1(shown_row.account_id, shown_row.id) end as representation
from api_keys as shown_row where account_id = $1 and id = any($2::bigint[]) and shown_row.revoked_at is null order by shown_row.id;

-- Insert
with given as (
  select nextval('api_keys_id_seq') as id, $3::text as name, $4::text as technical_contact, $5::text as role_name, $6::boolean as reads_leaves, $7::bigint[] as leaves_business_establishments_id, $8::boolean as reads_users, $9::bigint[] as users_business_establishments_id, $10::boolean as sees_personal_data, $11::boolean as sees_former, $12::boolean as sees_future, $13::timestamptz as last_used_at, $14::timestamptz as secret_created_at, $15::timestamptz as previous_secret_expires_at, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $16::timestamptz as revoked_at, nextval('revisions') as revision
), shown as (
  insert into api_keys (account_id, revision, id, name, technical_contact, role_name, reads_leaves, leaves_business_establishments_id, reads_users, users_business_establishments_id, sees_personal_data, sees_former, sees_future, last_used_at, secret_created_at, previous_secret_expires_at, created_at, last_updated_at, revoked_at, representation, representation_version)
  select $1, revision, id, name, technical_contact, role_name, reads_leaves, leaves_business_establishments_id, reads_users, users_business_establishments_id, sees_personal_data, sees_former, sees_future, last_used_at, secret_created_at, previous_secret_expires_at, created_at, last_updated_at, revoked_at, E'{"id":"' || given.id || E'","type":"api-key' || E'","url":"\x01' || E'/admin-api/api-keys/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"technicalContact":' || coalesce(to_json(given.technical_contact)::text, 'null')
    || E',"roleName":' || to_json(given.role_name)::text
    || E',"readsLeaves":' || given.reads_leaves::text
    || E',"leavesBusinessEstablishments":' || coalesce(case when given.leaves_business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.leaves_business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"readsUsers":' || given.reads_users::text
    || E',"usersBusinessEstablishments":' || coalesce(case when given.users_business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.users_business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"seesPersonalData":' || given.sees_personal_data::text
    || E',"seesFormer":' || given.sees_former::text
    || E',"seesFuture":' || given.sees_future::text
    || E',"lastUsedAt":' || coalesce(to_char(given.last_used_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"secretCreatedAt":' || coalesce(to_char(given.secret_created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"previousSecretExpiresAt":' || coalesce(to_char(given.previous_secret_expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 242076812867376881 from given
  returning id, revision, representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from api_keys where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, $5::text as name, $6::text as technical_contact, $7::text as role_name, $8::boolean as reads_leaves, $9::bigint[] as leaves_business_establishments_id, $10::boolean as reads_users, $11::bigint[] as users_business_establishments_id, $12::boolean as sees_personal_data, $13::boolean as sees_former, $14::boolean as sees_future, last_used_at, secret_created_at, previous_secret_expires_at, created_at, $2::timestamptz as last_updated_at, revoked_at from before
), written as (
  select given.id, given.name, given.technical_contact, given.role_name, given.reads_leaves, given.leaves_business_establishments_id, given.reads_users, given.users_business_establishments_id, given.sees_personal_data, given.sees_former, given.sees_future, given.last_updated_at, E'{"id":"' || given.id || E'","type":"api-key' || E'","url":"\x01' || E'/admin-api/api-keys/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"technicalContact":' || coalesce(to_json(given.technical_contact)::text, 'null')
    || E',"roleName":' || to_json(given.role_name)::text
    || E',"readsLeaves":' || given.reads_leaves::text
    || E',"leavesBusinessEstablishments":' || coalesce(case when given.leaves_business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.leaves_business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"readsUsers":' || given.reads_users::text
    || E',"usersBusinessEstablishments":' || coalesce(case when given.users_business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.users_business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"seesPersonalData":' || given.sees_personal_data::text
    || E',"seesFormer":' || given.sees_former::text
    || E',"seesFuture":' || given.sees_future::text
    || E',"lastUsedAt":' || coalesce(to_char(given.last_used_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"secretCreatedAt":' || coalesce(to_char(given.secret_created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"previousSecretExpiresAt":' || coalesce(to_char(given.previous_secret_expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update api_keys as changed
  set name = written.name, technical_contact = written.technical_contact, role_name = written.role_name, reads_leaves = written.reads_leaves, leaves_business_establishments_id = written.leaves_business_establishments_id, reads_users = written.reads_users, users_business_establishments_id = written.users_business_establishments_id, sees_personal_data = written.sees_personal_data, sees_former = written.sees_former, sees_future = written.sees_future, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 242076812867376881, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from api_keys where account_id = $1 and id = $3 returning *
), given as (
  select id, name, technical_contact, role_name, reads_leaves, leaves_business_establishments_id, reads_users, users_business_establishments_id, sees_personal_data, sees_former, sees_future, last_used_at, secret_created_at, previous_secret_expires_at, created_at, $2::timestamptz as last_updated_at, revoked_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"api-key' || E'","url":"\x01' || E'/admin-api/api-keys/' || given.id || E'"'
    || E',"name":' || to_json(given.name)::text
    || E',"technicalContact":' || coalesce(to_json(given.technical_contact)::text, 'null')
    || E',"roleName":' || to_json(given.role_name)::text
    || E',"readsLeaves":' || given.reads_leaves::text
    || E',"leavesBusinessEstablishments":' || coalesce(case when given.leaves_business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.leaves_business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"readsUsers":' || given.reads_users::text
    || E',"usersBusinessEstablishments":' || coalesce(case when given.users_business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.users_business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"seesPersonalData":' || given.sees_personal_data::text
    || E',"seesFormer":' || given.sees_former::text
    || E',"seesFuture":' || given.sees_future::text
    || E',"lastUsedAt":' || coalesce(to_char(given.last_used_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"secretCreatedAt":' || coalesce(to_char(given.secret_created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"previousSecretExpiresAt":' || coalesce(to_char(given.previous_secret_expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 'null')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), moment as (select $2::timestamptz)
select count(*) from shown;
