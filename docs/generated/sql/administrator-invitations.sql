-- What the store sends for administrator-invitations. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 566461502276149918 then shown_row.representation else administrator_invitations_text_7dc79bc2e1aa29e(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from administrator_invitations as shown_row where shown_row.account_id = $1 and (shown_row.expires_at is null or shown_row.expires_at > $2::timestamptz)
  order by shown_row.id asc limit $3::bigint) as sized
) as fitting where ordinal < $3::bigint and (ordinal = 1 or bytes_so_far <= $4::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 566461502276149918 then shown_row.representation else administrator_invitations_text_7dc79bc2e1aa29e(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from administrator_invitations as shown_row where shown_row.account_id = $1 and (shown_row.expires_at is null or shown_row.expires_at > $2::timestamptz) and (shown_row.id) > ($3::bigint)
  order by shown_row.id asc limit $4::bigint) as sized
) as fitting where ordinal < $4::bigint and (ordinal = 1 or bytes_so_far <= $5::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 566461502276149918 then shown_row.representation else administrator_invitations_text_7dc79bc2e1aa29e(shown_row.account_id, shown_row.id) end as representation
from administrator_invitations as shown_row where account_id = $1 and id = any($2::bigint[]) and (shown_row.expires_at is null or shown_row.expires_at > $3::timestamptz) order by shown_row.id;

-- Insert
with given as (
  select nextval('administrator_invitations_id_seq') as id, $3::text as email, $4::text as role, $5::bigint[] as business_establishments_id, $6::bigint as employee_record_id, $7::text as invited_by, $8::text as language, $9::text as mail, $10::timestamptz as expires_at, $2::timestamptz as created_at, $2::timestamptz as last_updated_at, $11::bytea as token_digest, $12::boolean as is_operator, $13::text as mail_sealed_token, $14::bigint as mail_attempts, $15::timestamptz as mail_due_at, nextval('revisions') as revision
), shown as (
  insert into administrator_invitations (account_id, revision, id, email, role, business_establishments_id, employee_record_id, invited_by, language, mail, expires_at, created_at, last_updated_at, token_digest, is_operator, mail_sealed_token, mail_attempts, mail_due_at, representation, representation_version)
  select $1, revision, id, email, role, business_establishments_id, employee_record_id, invited_by, language, mail, expires_at, created_at, last_updated_at, token_digest, is_operator, mail_sealed_token, mail_attempts, mail_due_at, E'{"id":"' || given.id || E'","type":"administrator-invitation' || E'","url":"\x01' || E'/admin-api/administrator-invitations/' || given.id || E'"'
    || E',"email":' || to_json(given.email)::text
    || E',"role":' || to_json(given.role)::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"employeeRecord":' || coalesce((E'{"id":"' || given.employee_record_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_record_id || E'"}'), 'null')
    || E',"invitedBy":' || to_json(given.invited_by)::text
    || E',"language":' || coalesce(to_json(given.language)::text, 'null')
    || E',"mail":' || coalesce(to_json(given.mail)::text, 'null')
    || E',"expiresAt":' || to_char(given.expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"'), 566461502276149918 from given
  returning id, revision, representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Update of every writable member
with before as (
  select * from administrator_invitations where account_id = $1 and id = $3 and revision = $4 for no key update
), given as (
  select id, email, role, business_establishments_id, employee_record_id, invited_by, $5::text as language, $6::text as mail, expires_at, created_at, $2::timestamptz as last_updated_at, token_digest, is_operator, mail_sealed_token, mail_attempts, mail_due_at from before
), written as (
  select given.id, given.language, given.mail, given.last_updated_at, E'{"id":"' || given.id || E'","type":"administrator-invitation' || E'","url":"\x01' || E'/admin-api/administrator-invitations/' || given.id || E'"'
    || E',"email":' || to_json(given.email)::text
    || E',"role":' || to_json(given.role)::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"employeeRecord":' || coalesce((E'{"id":"' || given.employee_record_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_record_id || E'"}'), 'null')
    || E',"invitedBy":' || to_json(given.invited_by)::text
    || E',"language":' || coalesce(to_json(given.language)::text, 'null')
    || E',"mail":' || coalesce(to_json(given.mail)::text, 'null')
    || E',"expiresAt":' || to_char(given.expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation, nextval('revisions') as revision from given
), shown as (
  update administrator_invitations as changed
  set language = written.language, mail = written.mail, last_updated_at = written.last_updated_at, representation = written.representation, representation_version = 566461502276149918, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation
), moment as (select $2::timestamptz)
select id::text as id, revision::text as revision, representation from shown;

-- Remove
with removed as (
  delete from administrator_invitations where account_id = $1 and id = $3 returning *
), given as (
  select id, email, role, business_establishments_id, employee_record_id, invited_by, language, mail, expires_at, created_at, $2::timestamptz as last_updated_at, token_digest, is_operator, mail_sealed_token, mail_attempts, mail_due_at from removed
), shown as (
  select id, E'{"id":"' || given.id || E'","type":"administrator-invitation' || E'","url":"\x01' || E'/admin-api/administrator-invitations/' || given.id || E'"'
    || E',"email":' || to_json(given.email)::text
    || E',"role":' || to_json(given.role)::text
    || E',"businessEstablishments":' || coalesce(case when given.business_establishments_id is not null then '[' || coalesce((select string_agg((E'{"id":"' || named.id || E'","type":"business-establishment","url":"\x01/svc-api/business-establishments/' || named.id || E'"}'), ',' order by named.position) from unnest(given.business_establishments_id) with ordinality as named (id, position)), '') || ']' end, 'null')
    || E',"employeeRecord":' || coalesce((E'{"id":"' || given.employee_record_id || E'","type":"employee","url":"\x01/svc-api/employees/' || given.employee_record_id || E'"}'), 'null')
    || E',"invitedBy":' || to_json(given.invited_by)::text
    || E',"language":' || coalesce(to_json(given.language)::text, 'null')
    || E',"mail":' || coalesce(to_json(given.mail)::text, 'null')
    || E',"expiresAt":' || to_char(given.expires_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"')
    || E',"lastUpdatedAt":' || to_char(given.last_updated_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') as representation from given
), moment as (select $2::timestamptz)
select count(*) from shown;
