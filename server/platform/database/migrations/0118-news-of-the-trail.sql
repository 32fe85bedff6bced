-- Looks at accounts one after the other, as before. The account is set by a statement instead of a function: Citus tells
-- only statements to the servers that have the rows of accounts.
create or replace function trail_news(of_follower text, audit_up_to bigint, read_up_to bigint)
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
    execute format('set local muster.account_id = %L', one.id);
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
