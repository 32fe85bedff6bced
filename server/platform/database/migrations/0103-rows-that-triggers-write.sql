-- Triggers write rows by statements that Citus accepts under row-level security: with a result. They write the same rows as
-- before, and rows that exist stay as they are.

create or replace function keep_employee_words() returns trigger language plpgsql as $$
declare written bigint;
begin
  if tg_op <> 'INSERT' then
    delete from employee_words
    where account_id = old.account_id and employee_id = old.id
      and word = any(words_in(old.given_name || ' ' || old.family_name));
  end if;
  if tg_op <> 'DELETE' then
    with put as (
      insert into employee_words (account_id, word, employee_id)
      select new.account_id, unnest(words_in(new.given_name || ' ' || new.family_name)), new.id
      returning 1
    )
    select count(*) into written from put;
  end if;
  return null;
end $$;

create or replace function write_public_holidays() returns trigger language plpgsql as $$
declare written bigint;
begin
  delete from public_holidays where account_id = new.account_id and calendar_id = new.id;
  with put as (
    insert into public_holidays (account_id, calendar_id, day, name)
    select new.account_id, new.id, listed.date, listed.name
    from json_to_recordset(new.days) as listed (date date, name text)
    returning 1
  )
  select count(*) into written from put;
  return null;
end $$;
