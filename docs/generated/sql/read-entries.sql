-- What the store sends for read-entries. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from read_entries as shown_row where shown_row.account_id = $1 and (shown_row.occurred_at >= $2::timestamptz - make_interval(days => greatest($3::integer,
    coalesce((select months * 31 from retention_rules as rule
    where rule.account_id = $1 and rule.family = 'read-entries' and rule.is_active), (select read_log_days from account_settings where account_id = $1), 730))) or exists (
  select from legal_holds as hold join read_people as reading
    on reading.account_id = $1 and reading.employee_id = hold.employee_id and reading.entry_id = shown_row.id
  where hold.account_id = $1 and hold.status = 'active'))
  order by shown_row.id asc limit $4::bigint) as sized
) as fitting where ordinal < $4::bigint and (ordinal = 1 or bytes_so_far <= $5::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, shown_row.representation as representation, shown_row.id as key_0 from read_entries as shown_row where shown_row.account_id = $1 and (shown_row.occurred_at >= $2::timestamptz - make_interval(days => greatest($3::integer,
    coalesce((select months * 31 from retention_rules as rule
    where rule.account_id = $1 and rule.family = 'read-entries' and rule.is_active), (select read_log_days from account_settings where account_id = $1), 730))) or exists (
  select from legal_holds as hold join read_people as reading
    on reading.account_id = $1 and reading.employee_id = hold.employee_id and reading.entry_id = shown_row.id
  where hold.account_id = $1 and hold.status = 'active')) and (shown_row.id) > ($4::bigint)
  order by shown_row.id asc limit $5::bigint) as sized
) as fitting where ordinal < $5::bigint and (ordinal = 1 or bytes_so_far <= $6::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, shown_row.representation as representation
from read_entries as shown_row where account_id = $1 and id = any($2::bigint[]) and (shown_row.occurred_at >= $3::timestamptz - make_interval(days => greatest($4::integer,
    coalesce((select months * 31 from retention_rules as rule
    where rule.account_id = $1 and rule.family = 'read-entries' and rule.is_active), (select read_log_days from account_settings where account_id = $1), 730))) or exists (
  select from legal_holds as hold join read_people as reading
    on reading.account_id = $1 and reading.employee_id = hold.employee_id and reading.entry_id = shown_row.id
  where hold.account_id = $1 and hold.status = 'active')) order by shown_row.id;
