-- Accounts that come from another installation, and accounts that go. Rows that exist need nothing.
alter table accounts
  -- Since when its versions are known, where that is not the time of the installation: it came with its history.
  add column versions_since timestamptz,
  -- When the rows of a closed account go.
  add column removal_due_at timestamptz,
  drop constraint accounts_state_check,
  -- closed: nobody may use it, and nothing is lost yet.
  add constraint accounts_state_check check (state in ('copying', 'ready', 'failed', 'dropping', 'closed')),
  add constraint accounts_removal_check check ((state = 'closed') = (removal_due_at is not null));

create index accounts_closed on accounts (removal_due_at) where state = 'closed';
