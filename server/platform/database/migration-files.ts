/**
 * The migrations of this build, and what a database has of them. There are two kinds. An *expand* migration only adds, so
 * that nodes of the former release go on; it runs before the first node of a release. A *contract* migration removes what
 * only the former release needs; it runs when no node of that release is left, and nobody goes back after it. Its file
 * begins with the words below.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('./migrations/', import.meta.url);

const contractWords = '-- Kind: contract';

/** Contract migrations of earlier releases that this build cannot work without. */
const neededContracts: readonly string[] = [];

export type MigrationKind = 'expand' | 'contract';

export interface Migration {
  readonly name: string;
  readonly kind: MigrationKind;
  readonly text: string;
  readonly digest: string;
}

export async function migrationFiles(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      const kind = text.startsWith(contractWords) ? ('contract' as const) : ('expand' as const);
      return { name, kind, text, digest: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** The last migration that this build knows, of either kind: how far nodes know the schema. */
export const lastMigration = async (): Promise<string> => (await migrationFiles()).at(-1)?.name ?? '';

export type Query = (text: string) => Promise<unknown[]>;

interface Applied {
  readonly name: string;
  readonly kind: MigrationKind;
  readonly digest: string;
}

/** Databases of earlier releases have no column for the kind: all their migrations expand. */
export async function appliedMigrations(query: Query): Promise<Map<string, Applied>> {
  const [found] = (await query(`
select exists (select from pg_attribute where attrelid = to_regclass('migrations')) as "isThere",
  exists (select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'kind') as "hasKinds"`)) as {
    isThere: boolean;
    hasKinds: boolean;
  }[];
  if (!found?.isThere) return new Map();
  const kind = found.hasKinds ? 'kind' : `'expand' as kind`;
  const rows = (await query(`select name, digest, ${kind} from migrations`)) as Applied[];
  return new Map(rows.map((row) => [row.name, row]));
}

/** The migrations that a start applies and that are not applied yet. */
export async function pendingMigrations(query: Query): Promise<string[]> {
  return notApplied(await migrationFiles(), await appliedMigrations(query), 'expand');
}

/** The migrations that end an upgrade and that are not applied yet. */
export async function pendingContracts(query: Query): Promise<string[]> {
  return notApplied(await migrationFiles(), await appliedMigrations(query), 'contract');
}

const notApplied = (
  known: readonly Migration[],
  applied: ReadonlyMap<string, Applied>,
  wanted: MigrationKind,
): string[] => known.filter(({ name, kind }) => kind === wanted && !applied.has(name)).map(({ name }) => name);

/** Applied migrations that this build does not know. */
export async function unknownMigrations(query: Query): Promise<string[]> {
  const known = new Set((await migrationFiles()).map(({ name }) => name));
  return [...(await appliedMigrations(query)).keys()].filter((name) => !known.has(name)).sort();
}

/** Why this build cannot work with a schema, and what to do; null: it can. */
export interface Misfit {
  readonly finding: string;
  readonly mend: string;
}

export async function schemaMisfit(query: Query): Promise<Misfit | null> {
  return misfitOf(await migrationFiles(), await appliedMigrations(query));
}

export function misfitOf(
  known: readonly Migration[],
  applied: ReadonlyMap<string, Applied>,
  needed: readonly string[] = neededContracts,
): Misfit | null {
  const names = new Set(known.map(({ name }) => name));
  const removed = [...applied.values()].filter(({ name, kind }) => kind === 'contract' && !names.has(name));
  const last = removed
    .map(({ name }) => name)
    .sort()
    .at(-1);
  if (last !== undefined) {
    return {
      finding: `The schema is too new for this release: the migration ${last} has removed what this release needs.`,
      mend: 'Start the release that made it, or a later one; to go back, restore a backup from before that migration.',
    };
  }
  const missing = applied.size === 0 ? undefined : needed.find((name) => !applied.has(name));
  if (missing === undefined) return null;
  return {
    finding: `The schema is too old for this release: the migration ${missing}, which ends the upgrade to an earlier release, is missing.`,
    mend: 'Stop every node of earlier releases, then run "muster migrate --finish".',
  };
}
