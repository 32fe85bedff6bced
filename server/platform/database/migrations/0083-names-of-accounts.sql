-- Names of accounts may hold digits, and hyphens between letters and digits. Existing names remain as they are.
alter table accounts drop constraint accounts_name_check;
alter table accounts add constraint accounts_name_check check (name ~ '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$');
