-- Older systems read everybody who works here now or will, in the order of ids, however many have left before; and of
-- each the day on which the first employment began.
create index employees_not_left on employees (account_id, id) where status <> 'deactivated';
create index employments_by_employee_and_start on employments (account_id, employee_id, start_date);
