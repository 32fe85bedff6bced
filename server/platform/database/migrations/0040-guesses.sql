-- Guesses at credentials, counted by the database so that all nodes share one count. Whoever is counted cannot be read
-- back: every key is a keyed digest. Unlogged, because nobody should wait for the disk here: a crash of the database
-- forgets a quarter of an hour of counts, and nothing else.
create unlogged table guesses (
  key bytea primary key,
  failures integer not null,
  last_at timestamptz not null,
  -- What last_at was before, for a guess that turns out to be right.
  former_at timestamptz
) with (fillfactor = 70);

-- One after the other, for each of these keys. In one order, so that no two wait for each other.
create function lock_guesses(keys bytea[]) returns void language plpgsql as $$
declare
  lock bigint;
begin
  for lock in
    select ('x' || encode(substr(key, 1, 8), 'hex'))::bit(64)::bigint from unnest(keys) as key where key is not null order by 1
  loop
    perform pg_advisory_xact_lock(lock);
  end loop;
end $$;

-- One second after the last free failure, then twice as long with each further one.
create function guess_wait_ms(
  failures integer, last_at timestamptz, free integer, moment timestamptz, wait_ms_max integer
) returns double precision language sql immutable as $$
  select case when failures is null or failures < free then 0
    else least(full_ms, greatest(0, full_ms - extract(epoch from moment - last_at) * 1000)) end
  from (select least(wait_ms_max, 1000 * 2 ^ least(failures - free, 30)) as full_ms) as wait
$$;

-- How long a guess has to wait at this moment, by its pair and by its network.
create function guess_waits(
  of_pair bytea, of_network bytea, of_name bytea, moment timestamptz,
  free_of_pair integer, free_of_guessed integer, guessed_failures integer, free_of_network integer,
  wait_ms_max integer, since timestamptz,
  out pair_ms double precision, out network_ms double precision
) language sql stable as $$
  select guess_wait_ms(pair.failures, pair.last_at,
      case when name.failures >= guessed_failures then free_of_guessed else free_of_pair end, moment, wait_ms_max),
    guess_wait_ms(network.failures, network.last_at, free_of_network, moment, wait_ms_max)
  from (select 1) as one
    left join guesses as pair on pair.key = of_pair and pair.last_at > since
    left join guesses as network on network.key = of_network and network.last_at > since
    left join guesses as name on name.key = of_name and name.last_at > since
$$;

-- Counts one guess, unless it has to wait: then nothing is counted. The waits are those that hold now, or the next one's
-- when this one was counted. `is_right` is null for a guess that is judged afterwards; it counts as a failure until
-- withdraw_guess says otherwise. A guess that is known to be right counts nothing, and has to wait like any other.
create function count_guess(
  pair bytea, network bytea, name bytea, moment timestamptz, is_right boolean,
  free_of_pair integer, free_of_guessed integer, guessed_failures integer, free_of_network integer,
  wait_ms_max integer, forget_ms integer,
  out must_wait boolean, out pair_ms double precision, out network_ms double precision
) language plpgsql as $$
declare
  since timestamptz := moment - make_interval(secs => forget_ms / 1000.0);
begin
  perform lock_guesses(array[pair, network, name]);
  select waits.pair_ms, waits.network_ms into pair_ms, network_ms
  from guess_waits(pair, network, name, moment, free_of_pair, free_of_guessed, guessed_failures, free_of_network,
    wait_ms_max, since) as waits;
  must_wait := pair_ms > 0 or network_ms > 0;
  if must_wait then
    return;
  end if;
  if is_right then
    delete from guesses where key = pair;
    return;
  end if;
  insert into guesses (key, failures, last_at)
  select key, 1, moment from unnest(array[pair, network, name]) as key where key is not null
  on conflict (key) do update set last_at = moment, former_at = guesses.last_at,
    failures = case when guesses.last_at > since then guesses.failures + 1 else 1 end;
  select waits.pair_ms, waits.network_ms into pair_ms, network_ms
  from guess_waits(pair, network, name, moment, free_of_pair, free_of_guessed, guessed_failures, free_of_network,
    wait_ms_max, since) as waits;
end $$;

-- Takes back a guess that was counted at this moment: it was right, or nobody came to judge it. A right one clears the
-- pair; the network stays as suspect as it was, or a guesser with one secret of its own could start over at will.
create function withdraw_guess(pair bytea, network bytea, name bytea, moment timestamptz, is_right boolean)
returns void language plpgsql as $$
begin
  perform lock_guesses(array[pair, network, name]);
  delete from guesses where key = pair and is_right or key in (pair, network, name) and failures <= 1;
  update guesses set failures = failures - 1,
    last_at = case when last_at = moment then coalesce(former_at, last_at) else last_at end
  where key in (pair, network, name);
end $$;
