-- Who vouches for a person, how a session was opened, and what an account asks of sessions that are open already.

-- Sessions that exist end, and so does whatever has begun: nobody knows by which way they were opened. People sign in again.
delete from administrator_sessions;
delete from pending_sign_ins;

alter table administrators
  -- Another one after every change of a password, a factor or an identity: what began before is worth nothing any more.
  -- Null: nothing has changed yet.
  add column credentials_stamp text,
  add column credentials_changed_at timestamptz;

-- A person as the provider of one account knows them. Linked by the person, or by accepting an invitation to that account.
create table administrator_identities (
  account_id bigint not null,
  id uuid not null,
  administrator_id bigint not null,
  provider_id bigint not null,
  issuer text not null,
  subject text not null,
  origin text not null check (origin in ('invitation', 'person')),
  linked_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id),
  constraint administrator_identities_administrator_id_fkey
    foreign key (account_id, administrator_id) references administrators (account_id, id) on delete cascade,
  constraint administrator_identities_provider_id_fkey
    foreign key (account_id, provider_id) references identity_providers (account_id, id) on delete cascade,
  constraint administrator_identities_subject_key unique (account_id, provider_id, issuer, subject),
  constraint administrator_identities_administrator_id_key unique (account_id, administrator_id, provider_id)
);

create index administrator_identities_by_provider on administrator_identities (account_id, provider_id);

-- Only who has nothing but the provider to sign in with stays bound. Everybody else was bound by an e-mail address alone,
-- and links the provider from a session of their own.
do $$
declare one bigint;
begin
  for one in select id from accounts loop
    perform set_config('muster.account_id', one::text, true);
    insert into administrator_identities
      (id, account_id, administrator_id, provider_id, issuer, subject, origin, linked_at)
    select gen_random_uuid(), one, person.id, provider.id, provider.issuer, person.provider_subject, 'invitation', now()
    from administrators as person
      join identity_providers as provider on provider.account_id = one and provider.issuer = person.provider_issuer
    where person.account_id = one and person.provider_subject is not null and person.password_hash is null
      and not person.is_operator
      and not exists (select from administrator_factors as factor where factor.administrator_id = person.id);
  end loop;
end $$;

alter table administrator_identities enable row level security;
alter table administrator_identities force row level security;
create policy own_account on administrator_identities
  using (account_id = current_setting('muster.account_id')::bigint);

drop index administrators_provider_subject_key;
alter table administrators drop column provider_issuer, drop column provider_subject;

-- Where a person signed in lately, also where the session has ended since. The newest of each person are kept.
create table administrator_sign_ins (
  id uuid primary key,
  administrator_id bigint not null references administrators on delete cascade,
  signed_in_at timestamptz not null,
  address text,
  user_agent text,
  -- What was shown: `password, code`.
  proved_by text not null
);

create index administrator_sign_ins_by_administrator on administrator_sign_ins (administrator_id, signed_in_at);

-- The new foreign key is checked through the policy of the table that it names, which wants an account.
select set_config('muster.account_id', '0', true);

alter table administrator_sessions
  add column sign_in_id uuid not null references administrator_sign_ins on delete cascade,
  -- That of the person when the session was opened.
  add column credentials_stamp text,
  -- `unlinked`: opened by a provider that the person has unlinked since, from this session.
  add column way text not null check (way in ('password', 'passkey', 'provider', 'invitation', 'unlinked')),
  -- More than a password was shown, then or since.
  add column has_second_factor boolean not null,
  -- By which the provider vouches for the person. One that was opened by it is worth nothing without.
  add column identity_id uuid,
  -- Set together with it: identities are looked up within their account alone.
  add column identity_account_id bigint,
  add constraint administrator_sessions_identity_id_fkey
    foreign key (identity_account_id, identity_id) references administrator_identities (account_id, id)
    on delete set null (identity_id);

create index administrator_sessions_by_sign_in on administrator_sessions (sign_in_id);
create index administrator_sessions_by_identity on administrator_sessions (identity_account_id, identity_id)
  where identity_id is not null;

alter table pending_sign_ins
  add column credentials_stamp text,
  drop constraint pending_sign_ins_kind_check,
  add constraint pending_sign_ins_kind_check
    check (kind in ('second-factor', 'enrolment', 'passkey', 'provider', 'link'));

-- What an account asks of everybody, where a session is looked up before its account is known.
alter table accounts
  add column is_second_factor_required boolean not null default false,
  add column is_provider_required boolean not null default false;

do $$
declare one bigint;
begin
  for one in select id from accounts loop
    perform set_config('muster.account_id', one::text, true);
    update accounts set
      is_second_factor_required = coalesce(
        (select second_factor_required from account_settings where account_id = one), false),
      is_provider_required = exists (select from identity_providers where account_id = one and is_required)
    where id = one;
  end loop;
end $$;

create function require_second_factor() returns trigger language plpgsql as $$
begin
  update accounts set is_second_factor_required = new.second_factor_required
  where id = new.account_id and is_second_factor_required <> new.second_factor_required;
  return null;
end $$;

create trigger require_second_factor after insert or update of second_factor_required on account_settings
  for each row execute function require_second_factor();

create function require_provider() returns trigger language plpgsql as $$
declare is_required boolean := tg_op <> 'DELETE' and new.is_required;
begin
  update accounts set is_provider_required = is_required
  where id = coalesce(new.account_id, old.account_id) and is_provider_required <> is_required;
  return null;
end $$;

create trigger require_provider after insert or delete or update of is_required on identity_providers
  for each row execute function require_provider();
