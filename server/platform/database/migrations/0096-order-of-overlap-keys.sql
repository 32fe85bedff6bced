-- The constraints against overlaps begin with the person instead of the account. An index of this kind (GiST) compares a new
-- entry with every entry of a page, column by column, and stops at the first column that differs. The account is the same
-- for all entries of a page, so it was compared in vain each time.
-- Both constraints state what they stated, under the same names: nodes of the former release notice nothing. Each index is
-- built again, which keeps writers of the table waiting meanwhile. Rows stay as they are.
alter table employments drop constraint employments_never_overlap,
  add constraint employments_never_overlap exclude using gist (
    employee_id with =, account_id with =, daterange(start_date, end_date, '[]') with &&);
alter table leaves drop constraint leaves_never_overlap,
  add constraint leaves_never_overlap exclude using gist (
    employee_id with =, account_id with =, int8range(first_half, last_half, '[]') with &&) where (status <> 'cancelled');
