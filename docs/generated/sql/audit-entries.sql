-- What the store sends for audit-entries. Written by npm run generate.

-- First page
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 787765119156618688 then shown_row.representation else audit_entries_text_aeeb433bdc605c0(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from audit_entries as shown_row where shown_row.account_id = $1 and not coalesce(shown_row.created_at < $2::timestamptz - make_interval(days => (select greatest($3::integer, audit_days)
      from account_settings where account_id = $1 and audit_days is not null))
    and (shown_row.recorded_at is null or shown_row.recorded_at < $4::timestamptz - make_interval(days => (select greatest($5::integer, audit_days)
      from account_settings where account_id = $1 and audit_days is not null)))
    and not exists (select 1 from retention_rules as rule
      where rule.account_id = $1 and rule.family = 'audit-entries' and rule.is_active)
    and not exists (
  select from legal_holds as hold where hold.account_id = $1 and hold.status = 'active' and (
    (shown_row.subject_type = 'employee' and shown_row.subject_id = hold.employee_id::text)
    or exists (select from versions as version where version.account_id = $1 and version.owner_id = hold.employee_id
      and version.data_type = shown_row.subject_type and version.data_id = shown_row.subject_id))), false)
  order by shown_row.id asc limit $6::bigint) as sized
) as fitting where ordinal < $6::bigint and (ordinal = 1 or bytes_so_far <= $7::bigint)
) as page;

-- Page after a cursor
select coalesce(max(found_count), 0)::text as found, count(*)::text as shown, string_agg(representation, E'\x02') as representations, string_agg(revision::text, E'\x02') as revisions, string_agg(id::text, E'\x02') as ids from (
  select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (select shown_row.id, shown_row.revision as revision, case when shown_row.representation_version = 787765119156618688 then shown_row.representation else audit_entries_text_aeeb433bdc605c0(shown_row.account_id, shown_row.id) end as representation, shown_row.id as key_0 from audit_entries as shown_row where shown_row.account_id = $1 and not coalesce(shown_row.created_at < $2::timestamptz - make_interval(days => (select greatest($3::integer, audit_days)
      from account_settings where account_id = $1 and audit_days is not null))
    and (shown_row.recorded_at is null or shown_row.recorded_at < $4::timestamptz - make_interval(days => (select greatest($5::integer, audit_days)
      from account_settings where account_id = $1 and audit_days is not null)))
    and not exists (select 1 from retention_rules as rule
      where rule.account_id = $1 and rule.family = 'audit-entries' and rule.is_active)
    and not exists (
  select from legal_holds as hold where hold.account_id = $1 and hold.status = 'active' and (
    (shown_row.subject_type = 'employee' and shown_row.subject_id = hold.employee_id::text)
    or exists (select from versions as version where version.account_id = $1 and version.owner_id = hold.employee_id
      and version.data_type = shown_row.subject_type and version.data_id = shown_row.subject_id))), false) and (shown_row.id) > ($6::bigint)
  order by shown_row.id asc limit $7::bigint) as sized
) as fitting where ordinal < $7::bigint and (ordinal = 1 or bytes_so_far <= $8::bigint)
) as page;

-- Read one
select id::text as id, (shown_row.revision)::text as revision, case when shown_row.representation_version = 787765119156618688 then shown_row.representation else audit_entries_text_aeeb433bdc605c0(shown_row.account_id, shown_row.id) end as representation
from audit_entries as shown_row where account_id = $1 and id = any($2::bigint[]) and not coalesce(shown_row.created_at < $3::timestamptz - make_interval(days => (select greatest($4::integer, audit_days)
      from account_settings where account_id = $1 and audit_days is not null))
    and (shown_row.recorded_at is null or shown_row.recorded_at < $5::timestamptz - make_interval(days => (select greatest($6::integer, audit_days)
      from account_settings where account_id = $1 and audit_days is not null)))
    and not exists (select 1 from retention_rules as rule
      where rule.account_id = $1 and rule.family = 'audit-entries' and rule.is_active)
    and not exists (
  select from legal_holds as hold where hold.account_id = $1 and hold.status = 'active' and (
    (shown_row.subject_type = 'employee' and shown_row.subject_id = hold.employee_id::text)
    or exists (select from versions as version where version.account_id = $1 and version.owner_id = hold.employee_id
      and version.data_type = shown_row.subject_type and version.data_id = shown_row.subject_id))), false) order by shown_row.id;
