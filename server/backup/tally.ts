/**
 * Counts and checksums of all tables, at a point of the log that a restore can reach exactly. Under load a snapshot and a
 * position of the log never agree by themselves: a transaction is in the log before others see it. For a moment, writers
 * therefore wait, the point is written, and a second session takes over the snapshot.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, connected } from '../platform/database/connection.ts';
import type { TableTally } from './manifest.ts';

export type Tallies = Readonly<Record<string, TableTally>>;

/** Unlogged tables are empty after a restore. */
const tables = `
select quote_ident(c.relname) as name from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' order by 1`;

async function tableNames(client: Connection): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(tables);
  return rows.map(({ name }) => name);
}

/** Every row as text; the sum does not depend on their order. */
const tallyOf = (table: string): string => `
select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as checksum
from only public.${table} t`;

export async function tally(client: Connection): Promise<Tallies> {
  const found: Record<string, TableTally> = {};
  for (const name of await tableNames(client)) {
    const { rows } = await client.query<{ rows: string; checksum: string }>(tallyOf(name));
    found[name] = { rows: Number(rows[0]?.rows), checksum: rows[0]?.checksum ?? '' };
  }
  return found;
}

/** A partition that has no rows may be missing. */
const empty: TableTally = { rows: 0, checksum: '0' };

/** The names of the tables that differ. */
export const differences = (one: Tallies, other: Tallies): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => {
      const [here, there] = [one[name] ?? empty, other[name] ?? empty];
      return here.rows !== there.rows || here.checksum !== there.checksum;
    })
    .sort();

/** How long writers wait at most, and how often it is tried. */
const lockMs = 400;
const attempts = 25;
const pauseMs = 200;
/** Below that of PostgreSQL: not a writer but this session gives way, and PostgreSQL interrupts its own maintenance. */
const deadlockMs = 50;

/**
 * Writes the restore point and returns the function that counts as of it. Null: writers left no moment, because one of
 * them holds a transaction open.
 */
export async function tallyAt(
  client: Connection,
  url: string,
  point: string,
): Promise<{ count(): Promise<Tallies>; drop(): Promise<void> } | null> {
  const reader = await connected({ url, name: 'muster backup', statementMs: 0, silenceMs: 0 });
  const drop = () => reader.end();
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (await tryPoint(client, reader, point)) {
      return { count: () => tally(reader).finally(drop), drop };
    }
    await pause(pauseMs);
  }
  await drop();
  await client.query('select pg_create_restore_point($1)', [point]);
  return null;
}

async function tryPoint(client: Connection, reader: Connection, point: string): Promise<boolean> {
  const names = (await tableNames(client)).map((name) => `public.${name}`).join(', ');
  await client.query('begin isolation level repeatable read');
  try {
    await client.query(`set local statement_timeout = ${lockMs}`);
    await client.query(`set local deadlock_timeout = ${deadlockMs}`);
    // The snapshot is taken by the first query after it.
    await client.query(`lock table ${names} in share mode`);
    const { rows } = await client.query<{ snapshot: string }>(
      'select pg_export_snapshot() as snapshot from pg_create_restore_point($1)',
      [point],
    );
    await reader.query('begin isolation level repeatable read read only');
    await reader.query(`set transaction snapshot '${rows[0]?.snapshot}'`);
    // The snapshot of the reader is held from its first query on.
    await reader.query('select 1');
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    await reader.query('rollback');
    const { code = '' } = error as { code?: string };
    // Cancelled, a deadlock, or a table that was dropped meanwhile.
    if (['57014', '40P01', '55P03', '42P01'].includes(code)) return false;
    throw error;
  }
}
