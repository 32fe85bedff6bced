-- What the store sends for portraits. Written by npm run generate.

-- Read one
select id::text as id, (shown_row.revision)::text as revision, shown_row.representation as representation
from portraits as shown_row where account_id = $1 and id = any($2::uuid[]) and exists (
  select 1 from employees as shown_row_owner
  where shown_row_owner.account_id = $1 and shown_row_owner.id = shown_row.employee_id
    and shown_row_owner.applicable_job_position_business_establishment_id = any($3::bigint[])) order by shown_row.id;
