-- One row for the whole installation, written by its first start and never changed: its name, which also stands in the
-- storage of its files, and a check value of its encryption key. A process with another key must not write anything.
-- No row exists yet: a database that holds encrypted values already gets it from the first process that can open them.
create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null,
  key_check text not null,
  created_at timestamptz not null
);

-- A delivery is not sent unsigned: where no secret of its endpoint can be decrypted, the attempt fails for that reason.
alter table delivery_attempts drop constraint delivery_attempts_failure_reason_check;
alter table delivery_attempts add constraint delivery_attempts_failure_reason_check
  check (failure_reason in ('status', 'timeout', 'connection', 'tls', 'address', 'secret'));
