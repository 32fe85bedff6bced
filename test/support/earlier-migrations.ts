/** A database as an earlier release left it. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const folder = new URL('../../server/platform/database/migrations/', import.meta.url);

/** Applies the migrations before the first one that a test is about. */
export async function migratedBefore(connection: pg.Client, first: string): Promise<void> {
  await connection.query(
    'create table migrations (name text primary key, digest text not null, applied_at timestamptz not null)',
  );
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name < first).sort();
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8');
    await connection.query(text);
    const digest = createHash('sha256').update(text).digest('hex');
    await connection.query('insert into migrations values ($1, $2, now())', [name, digest]);
  }
}
