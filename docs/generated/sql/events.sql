-- What the store sends for events. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from events as shown_row where shown_row.account_id = $1 and shown_row.data_type = any($2::text[]) and (shown_row.client_application_id is null or shown_row.client_application_id = $3::bigint) and (shown_row.business_establishment_id is null or shown_row.business_establishment_id = any($4::bigint[]) or shown_row.read_in_establishment_id = any($4::bigint[]) or shown_row.left_establishment_id = any($4::bigint[])) and (shown_row.data_type <> 'legal-entity' or exists (
  select 1 from business_establishments as shown_row_naming
  where shown_row_naming.account_id = $1 and shown_row_naming.legal_entity_id::text = shown_row.data_id
    and shown_row_naming.id = any($4::bigint[]))) and coalesce(shown_row.recorded_at, shown_row.occurred_at) >= $5::timestamptz - make_interval(days => coalesce(
    (select least(greatest(event_days, null), 3650) from accounts where accounts.id = $1 and event_days is not null),
    (select event_days from installation_state)))
  order by shown_row.id asc limit $6::bigint) as sized
) as fitting where ordinal < $6::bigint and (ordinal = 1 or bytes_so_far <= $7::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from events as shown_row where shown_row.account_id = $1 and shown_row.data_type = any($2::text[]) and (shown_row.client_application_id is null or shown_row.client_application_id = $3::bigint) and (shown_row.business_establishment_id is null or shown_row.business_establishment_id = any($4::bigint[]) or shown_row.read_in_establishment_id = any($4::bigint[]) or shown_row.left_establishment_id = any($4::bigint[])) and (shown_row.data_type <> 'legal-entity' or exists (
  select 1 from business_establishments as shown_row_naming
  where shown_row_naming.account_id = $1 and shown_row_naming.legal_entity_id::text = shown_row.data_id
    and shown_row_naming.id = any($4::bigint[]))) and coalesce(shown_row.recorded_at, shown_row.occurred_at) >= $5::timestamptz - make_interval(days => coalesce(
    (select least(greatest(event_days, null), 3650) from accounts where accounts.id = $1 and event_days is not null),
    (select event_days from installation_state))) and (shown_row.id) > ($6::bigint)
  order by shown_row.id asc limit $7::bigint) as sized
) as fitting where ordinal < $7::bigint and (ordinal = 1 or bytes_so_far <= $8::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, shown_row.representation as representation
from events as shown_row where account_id = $1 and id = any($2::bigint[]) and shown_row.data_type = any($3::text[]) and (shown_row.client_application_id is null or shown_row.client_application_id = $4::bigint) and (shown_row.business_establishment_id is null or shown_row.business_establishment_id = any($5::bigint[]) or shown_row.read_in_establishment_id = any($5::bigint[]) or shown_row.left_establishment_id = any($5::bigint[])) and (shown_row.data_type <> 'legal-entity' or exists (
  select 1 from business_establishments as shown_row_naming
  where shown_row_naming.account_id = $1 and shown_row_naming.legal_entity_id::text = shown_row.data_id
    and shown_row_naming.id = any($5::bigint[]))) and coalesce(shown_row.recorded_at, shown_row.occurred_at) >= $6::timestamptz - make_interval(days => coalesce(
    (select least(greatest(event_days, null), 3650) from accounts where accounts.id = $1 and event_days is not null),
    (select event_days from installation_state))) order by shown_row.id;
