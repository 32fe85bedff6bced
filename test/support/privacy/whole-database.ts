/** Everything that a database and a folder hold, as bytes: for tests that look for words. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

async function asSuperuser<T>(databaseUrl: string, work: (connection: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(inject('superuserUrl'));
  url.pathname = new URL(databaseUrl).pathname;
  const connection = new pg.Client({ connectionString: url.href });
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

export type Words = ReadonlyMap<string, readonly string[]>;

/** Which of these words each table holds, in any column, whatever the account. */
export const wordsInTables = (databaseUrl: string, words: readonly string[]): Promise<Words> =>
  asSuperuser(databaseUrl, async (connection) => {
    const { rows: tables } = await connection.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const found = new Map<string, string[]>();
    for (const { name } of tables) {
      const { rows } = await connection.query<{ word: string }>(
        `select distinct canary as word from (select lower(row::text) as text from ${name} as row) as texts
           join unnest($1::text[]) as canary on position(canary in text) > 0`,
        [words],
      );
      for (const { word } of rows) found.set(word, [...(found.get(word) ?? []), name]);
    }
    return found;
  });

/** Rewrites all tables, and returns which words the files of the database hold then. */
export const wordsInDataFiles = (databaseUrl: string, words: readonly string[]): Promise<Words> =>
  asSuperuser(databaseUrl, async (connection) => {
    await connection.query('vacuum full');
    await connection.query('checkpoint');
    const { rows } = await connection.query<{ folder: string }>(
      `select current_setting('data_directory') || '/base/' || oid as folder from pg_database where datname = current_database()`,
    );
    return wordsIn(rows[0]?.folder ?? '', words);
  });

/** Which words the files of a folder hold, by name or content. */
export async function wordsIn(folder: string, words: readonly string[]): Promise<Words> {
  const found = new Map<string, string[]>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const bytes = entry.isFile()
      ? await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.of())
      : Buffer.of();
    for (const word of words) {
      if (entry.name.includes(word) || bytes.includes(word)) found.set(word, [...(found.get(word) ?? []), entry.name]);
    }
  }
  return found;
}
