/**
 * Brings the database to the version of this code: applies migrations/*.sql in order, each in its own transaction,
 * under a lock so that several nodes may start at once. An applied file must not change afterwards. A file that begins
 * with the words below commits by itself, step by step; it is one statement, and may run again after a crash.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const folder = new URL('./migrations/', import.meta.url);

const stepByStep = '-- Runs outside a transaction';

/** Any number will do, as long as all nodes use the same. */
const lock = 4_067_325_611;

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly digest: string;
}

async function migrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, digest: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Returns the names that were applied now. */
export async function migrate(url: string, now: Date): Promise<string[]> {
  const connection = new pg.Client({ connectionString: url, application_name: 'muster migrate' });
  // A connection that is lost fails the next statement, which says so; without a listener it would end the process.
  connection.on('error', () => undefined);
  await connection.connect();
  try {
    await connection.query('select pg_advisory_lock($1)', [lock]);
    await connection.query(
      `create table if not exists migrations (name text primary key, digest text not null, applied_at timestamptz not null)`,
    );
    const { rows } = await connection.query<{ name: string; digest: string }>('select name, digest from migrations');
    const applied = new Map(rows.map(({ name, digest }) => [name, digest]));
    const done: string[] = [];
    for (const { name, text, digest } of await migrations()) {
      const before = applied.get(name);
      if (before !== undefined && before !== digest) {
        throw new Error(`Migration ${name} has changed since it was applied. Restore it and add a new one.`);
      }
      if (before !== undefined) continue;
      if (text.startsWith(stepByStep)) await connection.query(text);
      await connection.query('begin');
      if (!text.startsWith(stepByStep)) await connection.query(text);
      await connection.query('insert into migrations values ($1, $2, $3)', [name, digest, now]);
      await connection.query('commit');
      done.push(name);
    }
    return done;
  } finally {
    await connection.end();
  }
}

/** The migrations of this code that have not been applied: what readiness and the command line wait for. */
export async function pendingMigrations(query: (text: string) => Promise<unknown[]>): Promise<string[]> {
  const known = (await migrations()).map(({ name }) => name);
  const [found] = (await query(`select to_regclass('migrations') is not null as exists`)) as { exists: boolean }[];
  if (!found?.exists) return known;
  const rows = (await query('select name from migrations')) as { name: string }[];
  const applied = new Set(rows.map(({ name }) => name));
  return known.filter((name) => !applied.has(name));
}
