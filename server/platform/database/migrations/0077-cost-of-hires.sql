-- What a hire writes beyond its rows. Indexes that another one can answer for, or that hold nothing but nulls for nearly
-- everybody, are dropped or made partial. Existing rows stay as they are; building the two partial indexes reads each
-- table once, and finds few rows.

-- The employment and the position that apply are computed from the career, in the transaction that changes it and under
-- the lock of the person. No other computed column has a foreign key. These two cost two checks at the end of every hire,
-- and two indexes that only deletions of employments and positions used.
alter table employees
  drop constraint employees_applicable_employment_id_fkey,
  drop constraint employees_applicable_job_position_id_fkey;
drop index employees_by_applicable_employment;
drop index employees_by_applicable_job_position;

-- A position belongs to the person of its employment. That employment cannot go before the position, and the person not
-- before the employment: a second check of the person adds nothing.
alter table job_positions drop constraint job_positions_employee_id_fkey;

-- Most people have no portrait when they are hired, and most positions no arrangement of their own.
create unique index employees_portrait_id_once on employees (account_id, portrait_id) where portrait_id is not null;
alter table employees drop constraint employees_portrait_id_key;
alter index employees_portrait_id_once rename to employees_portrait_id_key;
create index job_positions_of_an_arrangement on job_positions (account_id, working_time_arrangement_id, id)
  where working_time_arrangement_id is not null;
drop index job_positions_by_arrangement;
alter index job_positions_of_an_arrangement rename to job_positions_by_arrangement;

-- The few employments of a person are found by the other index that begins with the person.
drop index employments_by_employee;

-- The words of all new rows of a statement are written together: an import inserts hundreds of people with one. For each
-- row alone, the trigger cost as much as a third of the other work of the insert.
create function keep_words_of_new_employees() returns trigger language plpgsql as $$
begin
  insert into employee_words (account_id, word, employee_id)
  select added.account_id, word, added.id
  from added, unnest(words_in(added.given_name || ' ' || added.family_name)) as word;
  return null;
end $$;

drop trigger employee_words_of_a_new_row on employees;
create trigger employee_words_of_new_rows after insert on employees
  referencing new table as added for each statement execute function keep_words_of_new_employees();
create trigger employee_words_of_a_deleted_row after delete on employees
  for each row execute function keep_employee_words();
