-- What older systems narrow leaves by beyond their half-days: the days of the whole leave, and who denied it.
create index leave_periods_by_start on leave_periods (account_id, starts_on, id);
create index leave_periods_by_end on leave_periods (account_id, ends_on, id);
create index leave_periods_by_cancelled_by on leave_periods (account_id, cancelled_by_id, id);
