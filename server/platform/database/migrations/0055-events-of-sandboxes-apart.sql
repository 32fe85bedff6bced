-- Runs outside a transaction, and may run again: each partition is a step of its own, so that no transaction holds more
-- locks than the server has room for, however many partitions there are.
--
-- Events were kept in weeks by the time of their account. The clock of a sandbox moved through a century made thousands
-- of weeks in the table that everybody shares. The next migration keeps them in weeks by the time of their publication;
-- for every account but a sandbox that is the same week. This one puts the events of sandboxes apart, and whatever else
-- lies in weeks to come, and drops the weeks that are empty then.
do $$
declare
  part record;
  is_empty boolean;
begin
  perform set_config('timezone', 'UTC', false);
  create table if not exists events_apart (like events including defaults);
  for part in
    select child.relname as name, to_timestamp(right(child.relname, 7), 'IYYY"w"IW') as week
    from pg_inherits join pg_class as child on child.oid = inhrelid
    where inhparent = 'events'::regclass order by child.relname
  loop
    execute format('alter table %I no force row level security', part.name);
    execute format(
      'with gone as (
        delete from %I where %L::boolean or account_id in (select id from accounts where environment = ''sandbox'')
        returning account_id, id, revision, topic, data_type, data_id, occurred_at, business_establishment_id,
          client_application_id, representation
      )
      insert into events_apart (account_id, id, revision, topic, data_type, data_id, occurred_at, business_establishment_id,
        client_application_id, representation)
      select * from gone', part.name, part.week > now() + interval '14 days');
    execute format('select not exists (select from %I)', part.name) into is_empty;
    if is_empty and (part.week < now() - interval '14 days' or part.week > now() + interval '14 days') then
      execute format('drop table %I', part.name);
    else
      execute format('alter table %I force row level security', part.name);
    end if;
    commit;
  end loop;
end $$;
