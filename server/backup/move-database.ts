/**
 * Moves all data from one server of PostgreSQL to another. The schema comes from the migrations, the rows from COPY. The
 * target changes in one transaction, which commits only if every table has the count and the checksum of its source, so a
 * move that fails or is interrupted leaves no row there. The next one finds an empty target, or a complete one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, connected } from '../platform/database/connection.ts';
import { copyTable } from '../platform/database/copy-table.ts';
import { migrate } from '../platform/database/migrate.ts';
import { pendingContracts, pendingMigrations, unknownMigrations } from '../platform/database/migration-files.ts';
import { beginAlone, copySequences, openToOwner, prepareTarget, tablesOf } from './moved-tables.ts';
import { ensurePartitions } from './partitions.ts';
import { differences, type Tallies, tally } from './tally.ts';

/** What the target had before: nothing, tables without rows, or everything, from a move that did not come to its end. */
type Former = 'nothing' | 'tables' | 'everything';

export interface Moved {
  readonly tables: number;
  readonly rows: number;
  readonly former: Former;
}

/** The role of both connections owns its database. */
export async function moveDatabase(fromUrl: string, toUrl: string, now: Date): Promise<Moved> {
  const options = { name: 'muster move', statementMs: 0, silenceMs: 0, lockMs: 10_000 };
  // The end of a connection rolls back what it has begun. A statement could not: it would wait for a COPY that has failed.
  const source = await connected({ url: fromUrl, ...options });
  try {
    await refuseInUse(source);
    await refuseUnlessReady(source);
    const target = await connected({ url: toUrl, ...options });
    try {
      await refuseInUse(target);
      const former = await formerContent(source, target);
      if (former === 'everything') return { ...summed(await sameOnBoth(source, target)), former };
      await migrate(toUrl, now);
      return { ...summed(await moved(source, target)), former };
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

const rowsOf =
  (connection: Connection) =>
  async (text: string): Promise<unknown[]> =>
    (await connection.query(text)).rows;

async function refuseUnlessReady(source: Connection): Promise<void> {
  const [pending] = await pendingMigrations(rowsOf(source));
  if (pending !== undefined) throw new Error(`A migration of the database is due (${pending}): run "muster migrate".`);
  // An empty target gets all migrations, so the source must have them too.
  const [unfinished] = await pendingContracts(rowsOf(source));
  if (unfinished !== undefined) {
    throw new Error(`The upgrade has not ended (${unfinished} is missing): run "muster migrate --finish".`);
  }
  const [later] = await unknownMigrations(rowsOf(source));
  if (later !== undefined) throw new Error(`The schema is newer than this release: it has the migration ${later}.`);
}

/** PostgreSQL notices after a second that an interrupted move has gone. */
const goneMs = 5000;

async function refuseInUse(connection: Connection): Promise<void> {
  const deadline = performance.now() + goneMs;
  for (;;) {
    const { rows } = await connection.query<{ name: string }>(`
select application_name as name from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and application_name like 'muster%' limit 1`);
    if (!rows[0]) return;
    if (performance.now() > deadline) {
      throw new Error(`The database is in use (${rows[0].name}): stop every node first.`);
    }
    await pause(100);
  }
}

async function formerContent(source: Connection, target: Connection): Promise<Former> {
  const { rows } = await target.query<{ is_there: boolean }>(
    `select to_regclass('public.accounts') is not null and to_regclass('public.installation') is not null as is_there`,
  );
  if (!rows[0]?.is_there) return 'nothing';
  const { rows: found } = await target.query<{ has_rows: boolean }>(
    'select exists (select from public.accounts) or exists (select from public.installation) as has_rows',
  );
  if (!found[0]?.has_rows) return 'tables';
  const [from, to] = [await installationOf(source), await installationOf(target)];
  if (from !== null && from === to) return 'everything';
  throw new Error('The database to move to has data of Muster already: empty it first.');
}

async function installationOf(connection: Connection): Promise<string | null> {
  const { rows } = await connection.query<{ id: string }>('select id::text as id from public.installation');
  return rows[0]?.id ?? null;
}

/** Of a move that was interrupted after its commit. */
async function sameOnBoth(source: Connection, target: Connection): Promise<Tallies> {
  for (const connection of [source, target]) {
    await beginAlone(connection);
    await openToOwner(connection);
  }
  const [before, after] = [await tally(source), await tally(target)];
  const different = differences(before, after);
  if (different.length === 0) return before;
  throw new Error(
    `The database to move to has this installation already, and one of the two was used since: ${different.join(', ')} differ. Empty it to move again.`,
  );
}

async function moved(source: Connection, target: Connection): Promise<Tallies> {
  await beginAlone(source);
  await openToOwner(source);
  await target.query('begin');
  await ensurePartitions(source, target);
  const closeAgain = await prepareTarget(target);
  for (const { name, columns } of await tablesOf(source)) await copyTable(source, target, name, columns);
  await copySequences(source, target);
  const [before, after] = [await tally(source), await tally(target)];
  const different = differences(before, after);
  if (different.length > 0) throw new Error(`These tables are not the same after the move: ${different.join(', ')}.`);
  await closeAgain();
  await target.query('commit');
  // It is complete without, and PostgreSQL analyzes by itself later.
  await target.query('analyze').catch(() => undefined);
  return before;
}

const summed = (tallies: Tallies): Omit<Moved, 'former'> => {
  const all = Object.values(tallies);
  return { tables: all.length, rows: all.reduce((sum, { rows }) => sum + rows, 0) };
};
