-- Departments, professions and occupation categories show when they were made and changed. Rows that exist take it from
-- their events, as far as these are kept, and otherwise from the moment of this migration. Departments are sorted by name,
-- people also by given name, number and e-mail address; a search by the beginning of the last two uses the same indexes.
do $$
declare
  subject record;
begin
  alter table events no force row level security;
  for subject in select * from (values
    ('departments', 'department'), ('professions', 'profession'), ('occupation_categories', 'occupation-category')
  ) as named (table_name, type)
  loop
    execute format('alter table %I add column created_at timestamptz, add column last_updated_at timestamptz',
      subject.table_name);
    execute format('alter table %I no force row level security', subject.table_name);
    execute format($update$
      update %I as kept set created_at = coalesce(known.created_at, known.first_at, now()),
        last_updated_at = coalesce(known.last_at, now())
      from %I as same left join lateral (
        select min(occurred_at) filter (where topic like '%%.created') as created_at, min(occurred_at) as first_at,
          max(occurred_at) as last_at
        from events where events.account_id = same.account_id and data_type = %L and data_id = same.id::text
      ) as known on true
      where same.account_id = kept.account_id and same.id = kept.id$update$,
      subject.table_name, subject.table_name, subject.type);
    -- Siblings are checked at the end of a transaction, before which the table could not be altered.
    set constraints all immediate;
    execute format('alter table %I force row level security', subject.table_name);
    execute format('alter table %I alter column created_at set not null, alter column last_updated_at set not null',
      subject.table_name);
    execute format('create index %I on %I (account_id, created_at, id)',
      subject.table_name || '_by_created_at', subject.table_name);
    execute format('create index %I on %I (account_id, last_updated_at, id)',
      subject.table_name || '_by_last_updated_at', subject.table_name);
  end loop;
  alter table events force row level security;
end $$;

alter table departments
  add column name_ordering text collate "C" not null generated always as (ordering(name)) stored;
create index departments_by_name on departments (account_id, name_ordering, id);

alter table employees
  add column given_name_ordering text collate "C" not null generated always as (ordering(given_name)) stored,
  -- People without one come last. A page continues by comparing rows, and null compares with nothing.
  add column employee_number_ordering text collate "C" not null generated always as (
    case when employee_number is null then U&'\+10FFFF' else ordering(employee_number) end) stored,
  add column email_ordering text collate "C" not null generated always as (
    case when email is null then U&'\+10FFFF' else ordering(email) end) stored;
create index employees_by_given_name on employees (account_id, given_name_ordering, id);
create index employees_by_employee_number_ordering on employees (account_id, employee_number_ordering, id);
create index employees_by_email_ordering on employees (account_id, email_ordering, id);
