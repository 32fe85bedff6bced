-- People are also found by any part of a name, an e-mail address, a number or a job title. Everybody gets the title of the
-- position that applies, as with its other members, and one text to compare with. Row-level security keeps indexes of
-- parts of texts from being used (docs/decisions/0014), so a search reads this text of everybody in the account from one
-- narrow index, which grows at its end. An index entry has an upper limit, hence the 600 characters.
alter table employees add column applicable_job_position_job_title text;

alter table employees no force row level security;
alter table job_positions no force row level security;
update employees set applicable_job_position_job_title = job_positions.job_title
from job_positions
where job_positions.account_id = employees.account_id and job_positions.id = employees.applicable_job_position_id
  and job_positions.job_title is not null;
set constraints all immediate;
alter table job_positions force row level security;
alter table employees force row level security;

alter table employees
  add column searched_text text collate "C" not null generated always as (left(folded(
    given_name || E'\n' || family_name || E'\n' || coalesce(email, '') || E'\n' || coalesce(employee_number, '')
      || E'\n' || coalesce(applicable_job_position_job_title, '')), 600)) stored;
create index employees_by_searched_text on employees (account_id, id) include (searched_text);
