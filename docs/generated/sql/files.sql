-- What the store sends for files. Written by npm run generate.

-- Read one

-- Insert
with given as (
  select $3::uuid as id, $4::text as file_name, $5::text as content_type, $2::timestamptz as created_at, $6::bigint as client_application_id, $7::bigint as size, $8::timestamptz as unreferenced_since
), shown as (
  insert into files (account_id, id, file_name, content_type, created_at, client_application_id, size, unreferenced_since, representation)
  select $1, id, file_name, content_type, created_at, client_application_id, size, unreferenced_since, E'{"id":"' || given.id || E'","type":"file' || E'","url":"\x01' || E'/svc-api/files/' || given.id || E'"'
    || E',"fileName":' || to_json(given.file_name)::text
    || E',"contentType":' || to_json(given.content_type)::text
    || E',"createdAt":' || to_char(given.created_at, '\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\"') from given
  returning id, revision, representation
), recorded as (
  insert into outbox (account_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, data, previous_attributes)
  select $1, 'file.created', 'file', id::text, $2, null,
    null, representation || '}', null
  from shown order by shown.id
)
select id::text as id, revision::text as revision, representation from shown;
