-- Invitations that are sent by mail. Existing ones were passed on as links. The token of an invitation is stored encrypted
-- until the mail server has accepted the mail.
alter table administrator_invitations
  add column mail text check (mail in ('waiting', 'sent', 'failed')),
  add column language text,
  add column mail_sealed_token text,
  add column mail_attempts bigint,
  -- Also the end of a lease: a worker that sends moves it on.
  add column mail_due_at timestamptz;
create index administrator_invitations_by_mail on administrator_invitations (mail_due_at) where mail = 'waiting';

alter table installation_state add column sends_mail boolean not null default false;
