/** A node that freezes during a migration delays the start of others for seconds; they say what they wait for. */
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { migrate } from '../../server/platform/database/migrate.ts';
import type { FreshDatabase } from '../support/database.ts';
import { inForm } from '../support/form.ts';
import { type Stage, silenceMs, stage, statusOf } from '../support/frozen.ts';

const places: Stage[] = [];
afterAll(async () => {
  for (const place of places) await place.close();
});

/** Without tables. */
async function emptyDatabase(): Promise<FreshDatabase> {
  const name = `test_migration_${process.pid}_${Date.now()}`;
  const url = new URL(inject('applicationUrl'));
  const superuser = new pg.Client({ connectionString: inject('superuserUrl') });
  await superuser.connect();
  await superuser.query(`create database ${name} owner ${pg.escapeIdentifier(decodeURIComponent(url.username))}`);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await superuser.query(`drop database if exists ${name} with (force)`);
      await superuser.end();
    },
  };
}

/** Behind a pooler, another connection holds the lock of a migration: it must not outlive its process either. */
test.each(inForm({ short: ['transaction'], full: ['session', 'transaction'] } as const))(
  'a second node says whose migration it waits for, goes on when that one is given up, and the first one wakes well (%s)',
  async (pooling) => {
    const place = await stage(await emptyDatabase());
    places.push(place);
    const { observer, database } = place;
    await observer.query(
      'create table migrations (name text primary key, digest text not null, applied_at timestamptz not null)',
    );
    const frozen = await place.start({ MUSTER_POOLING: pooling });
    // Its first migration takes a while, so that it is certainly running when the node is frozen.
    await observer.query(`create function linger() returns trigger language plpgsql as $$ begin
  if current_setting('application_name') like '%:${frozen.pid}' then perform pg_sleep(1); end if;
  return new;
end $$`);
    await observer.query('create trigger lingering before insert on migrations for each row execute function linger()');
    await place.lingers(frozen);
    frozen.freeze();
    await place.isSilent(frozen);
    const silentMs = performance.now();

    const said: string[] = [];
    const onWait = (sentence: string) => said.push(sentence);
    const applied = await migrate(database.url, new Date(), { onWait, silenceMs, pooling });
    expect(performance.now() - silentMs).toBeLessThan(silenceMs + 15_000);
    expect(applied.length).toBeGreaterThan(10);
    expect(said[0]).toMatch(
      /waits for another one.*process \d+ of PostgreSQL, muster migrate .*idle in transaction for \d+ s/,
    );
    expect(said.join(' ')).toContain(`:${frozen.pid}`);
    expect(said.at(-1)).toBe('The migration goes on.');

    await observer.query('drop function linger() cascade');
    frozen.thaw();
    await frozen.ready();
    expect(await statusOf(`${frozen.url}/health/ready`)).toBe(200);
    const { rows } = await observer.query<{ count: string }>('select count(*) from migrations');
    expect(Number(rows[0]?.count)).toBe(applied.length);
    expect(frozen.breakdowns).toEqual([]);
  },
  90_000,
);
