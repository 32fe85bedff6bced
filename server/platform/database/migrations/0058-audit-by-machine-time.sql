-- Entries of the audit log are dated by the clock of their account, and were removed by it: whoever moved the clock of a
-- sandbox far enough ahead emptied its log. They also know when they were written by a clock that nobody of the account can
-- move. Entries that exist do not, and go as before; adding the column writes no row.
alter table audit_entries add column recorded_at timestamptz;
alter table audit_entries alter column recorded_at set default now();
