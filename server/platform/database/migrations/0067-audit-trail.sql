-- How far each follower of the audit trail has come in each account, and which process follows. These tables belong to the
-- installation: no request of an account reads them.
create table trail_positions (
  follower text not null,
  of_account bigint not null,
  audit_id bigint not null,
  read_id bigint not null,
  event_id bigint not null,
  primary key (follower, of_account)
);

create table trail_leases (
  follower text primary key,
  holder text not null,
  leased_until timestamptz not null
);

-- The accounts with rows that the follower has not sent, up to these ids. Each account is looked at with its own rights.
create function trail_news(of_follower text, audit_up_to bigint, read_up_to bigint)
  returns table (account_id bigint, audit_id bigint, read_id bigint, event_id bigint)
  language plpgsql
as $$
declare
  one record;
begin
  for one in
    select accounts.id, coalesce(known.audit_id, 0) as audit_id, coalesce(known.read_id, 0) as read_id,
      coalesce(known.event_id, 0) as event_id, coalesce(published.last_id, 0) as last_event_id
    from accounts
      left join trail_positions as known on known.follower = of_follower and known.of_account = accounts.id
      left join published on published.account_id = accounts.id
    order by accounts.id
  loop
    perform set_config('muster.account_id', one.id::text, true);
    if one.last_event_id > one.event_id
      or exists (select from audit_entries as entry
        where entry.account_id = one.id and entry.id > one.audit_id and entry.id <= audit_up_to)
      or exists (select from read_log as entry
        where entry.account_id = one.id and entry.id > one.read_id and entry.id <= read_up_to)
    then
      return query select one.id, one.audit_id, one.read_id, one.event_id;
    end if;
  end loop;
end $$;
