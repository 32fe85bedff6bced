/** An archive of a whole account, as it is at one moment: every row that is not left behind, and every file. */
import type { KeptFiles } from '../files/kept-files.ts';
import { BytesMissing } from '../files/storage.ts';
import { RefusedError } from '../identity/accounts/account-errors.ts';
import type { Database, Session } from '../platform/database/database.ts';
import { appliedMigrations } from '../platform/database/migration-files.ts';
import { statement } from '../platform/database/statement.ts';
import { type ArchivedAccount, type ArchiveWriter, archiveFormat } from './archive-stream.ts';
import { type ArchivedTable, archivedTables, queues } from './archived-tables.ts';
import { filesOfAccount } from './files-of-account.ts';
import { numbersIn } from './numbers.ts';
import { factsOf, opening, secretsCheck, withValues } from './plain-values.ts';
import { countRows, type RowTexts, rowPages } from './row-pages.ts';

interface Counts {
  rows: number;
  files: number;
  /** Files of which nothing is stored. */
  missingFiles: number;
  /** Members that could not be decrypted, and are empty in the archive. */
  unreadable: number;
}

export type Exported = Readonly<Counts>;

export interface ExportParts {
  readonly database: Database;
  readonly files: Pick<KeptFiles, 'read'>;
  readonly now: Date;
  readonly writer: Pick<ArchiveWriter, 'write'>;
  readonly onProgress: (share: number, rows: number) => void;
}

export async function exportAccount(parts: ExportParts, accountId: string): Promise<Exported> {
  const { database, writer, onProgress } = parts;
  const done = { rows: 0, files: 0, missingFiles: 0, unreadable: 0 };
  const tables = await archivedTables(database);
  const migrations = [...(await appliedMigrations(database.query)).keys()].sort();
  const fileIds = await database.snapshot(accountId, async (session) => {
    await refuseWhileUnderWay(session);
    const files = await filesOfAccount(session);
    const archived = await headOf(session, tables);
    // Later than the snapshot, so not below any number in it.
    const numbers = await numbersIn(database);
    const head = { ...archived, migrations, numbers, exportedAt: parts.now.toISOString(), files: files.length };
    await writer.write({ head });
    const total = head.tables.reduce((sum, { rows }) => sum + rows, 0);
    for (const table of tables) {
      for await (const rows of plainPages(session, table, done)) {
        await writer.write({ table: table.name, rows });
        done.rows += rows.length;
        onProgress(done.rows / Math.max(1, total), done.rows);
      }
    }
    return files;
  });
  for (const fileId of fileIds) await writeFile(parts, accountId, fileId, done);
  await writer.write({ end: true });
  return done;
}

/** Decrypted, with the facts that their encryption needs. */
async function* plainPages(session: Session, table: ArchivedTable, done: Counts): AsyncGenerator<RowTexts[]> {
  const facts = factsOf(table);
  const renewal = opening(session, () => {
    done.unreadable += 1;
  });
  for await (const page of rowPages(
    session,
    table,
    facts.map(([, sql]) => sql),
  )) {
    yield page.map((texts) => withValues(table, texts, renewal, session.accountId));
  }
}

async function refuseWhileUnderWay(session: Session): Promise<void> {
  for (const [table, sentence] of Object.entries(queues)) {
    const [found] = await session.run(statement(`select 1 from ${table} where account_id = $1 limit 1`));
    if (found) throw new RefusedError({ account: [`${sentence}: wait for its end.`] });
  }
}

const account = statement(`
select accounts.id::text as id, accounts.name, accounts.environment, accounts.created_at::text as "createdAt",
  accounts.requests_per_minute as "requestsPerMinute", accounts.event_days as "eventDays",
  accounts.system_definitions as "systemDefinitions",
  coalesce(accounts.versions_since, installation_state.versions_since)::text as "versionsSince",
  accounts.versions_kept_since::text as "versionsKeptSince"
from accounts, installation_state where accounts.id = $1`);

async function headOf(session: Session, tables: readonly ArchivedTable[]) {
  const [archived] = await session.run<ArchivedAccount>(account);
  if (!archived) throw new Error('The account does not exist.');
  const counted = [];
  for (const table of tables) {
    const columns = table.columns.map(({ name }) => name);
    counted.push({ name: table.name, columns, rows: await countRows(session, table) });
  }
  return { format: archiveFormat, account: archived, secretsCheck: secretsCheck(session), tables: counted };
}

async function writeFile(parts: ExportParts, accountId: string, fileId: string, done: Counts): Promise<void> {
  const { files, writer } = parts;
  try {
    const bytes = await files.read({ accountId, fileId });
    await writer.write({ file: fileId });
    for await (const chunk of bytes) await writer.write({ bytes: (chunk as Buffer).toString('base64') });
    done.files += 1;
  } catch (error) {
    // Of imports that have ended, and of files that were removed since, nothing is stored.
    if (!(error instanceof BytesMissing)) throw error;
    done.missingFiles += 1;
  }
}
