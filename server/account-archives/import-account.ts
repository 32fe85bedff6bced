/**
 * An account from an archive. The archive is read twice: first to check it to its end and to store its files, then to
 * write all rows in one transaction. A failure leaves no row, and its files are removed.
 */
import type { KeptFiles } from '../files/kept-files.ts';
import { RefusedError } from '../identity/accounts/account-errors.ts';
import { consoleClientId } from '../identity/accounts/console-application.ts';
import { newAccountId } from '../identity/accounts/new-account-id.ts';
import { allOrNothing } from '../platform/database/all-or-nothing.ts';
import type { Database } from '../platform/database/database.ts';
import { appliedMigrations } from '../platform/database/migration-files.ts';
import { type ArchiveHead, type ArchiveLine, archiveFormat } from './archive-stream.ts';
import { type ArchivedTable, archivedTables, peppered } from './archived-tables.ts';
import { credentialTables, drawNewIds, type NewIds, withNewIds } from './new-ids.ts';
import { skipNumbers } from './numbers.ts';
import { refuseOtherRelease } from './other-release.ts';
import { sealing, secretsCheck, withValues } from './plain-values.ts';
import { type RowTexts, writeRows } from './row-pages.ts';

export interface ImportParts {
  readonly database: Database;
  readonly files: Pick<KeptFiles, 'store' | 'remove'>;
  readonly now: () => Date;
  /** Reads the archive from its beginning. */
  readonly lines: () => AsyncIterable<ArchiveLine>;
  /** The name of the account here, and its address. */
  readonly name: string | null;
  readonly addressOf: (account: { name: string; environment: string }) => string;
  readonly onProgress: (share: number, rows: number) => void;
  /** In the transaction, at its end. */
  readonly onWritten: (inside: Database, accountId: string) => Promise<void>;
}

export interface Imported {
  readonly id: string;
  readonly head: ArchiveHead;
  readonly name: string;
  readonly rows: number;
  readonly files: number;
  /** Whether secrets of client applications and API keys are valid here too. */
  readonly areSecretsValid: boolean;
}

export async function importAccount(parts: ImportParts): Promise<Imported> {
  const { database, files } = parts;
  const tables = await archivedTables(database);
  const stored: string[] = [];
  let accountId = '';
  try {
    const contents = await firstReading(parts, tables, async (fileId, bytes) => {
      accountId ||= await newAccountId(database);
      stored.push(fileId);
      await files.store({ accountId, fileId }, bytes);
    });
    accountId ||= await newAccountId(database);
    return await secondReading(parts, tables, contents, accountId, stored.length);
  } catch (error) {
    for (const fileId of stored) await files.remove({ accountId, fileId });
    throw error;
  }
}

interface Contents {
  readonly head: ArchiveHead;
  /** Ids that must be unique in the installation, by table. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly clientIds: readonly string[];
}

type StoreFile = (fileId: string, bytes: AsyncIterable<Buffer>) => Promise<void>;

async function firstReading(parts: ImportParts, tables: readonly ArchivedTable[], store: StoreFile): Promise<Contents> {
  const ids: Record<string, string[]> = Object.fromEntries(credentialTables.map((name) => [name, []]));
  const clientIds: string[] = [];
  let head: ArchiveHead | null = null;
  const reader = await lineReader(parts.lines());
  for (; reader.line() !== null; await reader.advance()) {
    const line = reader.line() as ArchiveLine;
    if ('head' in line) {
      head = line.head;
      await refuseOther(parts, head, tables);
    } else if ('table' in line) {
      const columns = head?.tables.find(({ name }) => name === line.table)?.columns ?? [];
      const column = (name: string) => line.rows.map((row) => row[columns.indexOf(name)] ?? '');
      ids[line.table]?.push(...column('id'));
      if (line.table === 'client_applications') {
        const isBuiltIn = column('is_built_in');
        clientIds.push(...column('client_id').filter((_, at) => isBuiltIn[at] !== 'true'));
      }
    } else if ('file' in line) {
      await store(line.file, bytesAfter(reader));
    }
  }
  if (head === null) throw new Error('This is no archive of an account.');
  await refuseWhenHere(parts.database, clientIds);
  return { head, ids, clientIds };
}

interface LineReader {
  /** Null at the end. */
  line(): ArchiveLine | null;
  /** The line after the current one, which stays the current one. */
  next(): Promise<ArchiveLine | null>;
  advance(): Promise<void>;
}

async function lineReader(lines: AsyncIterable<ArchiveLine>): Promise<LineReader> {
  const iterator = lines[Symbol.asyncIterator]();
  const taken = async () => {
    const { value, done } = await iterator.next();
    return done ? null : (value as ArchiveLine);
  };
  let current = await taken();
  let ahead: ArchiveLine | null | undefined;
  return {
    line: () => current,
    async next() {
      if (ahead === undefined) ahead = await taken();
      return ahead;
    },
    async advance() {
      current = ahead === undefined ? await taken() : ahead;
      ahead = undefined;
    },
  };
}

/** Ends at the last line with bytes of the file, which is then the current one. */
async function* bytesAfter(reader: LineReader): AsyncGenerator<Buffer> {
  for (let line = await reader.next(); line !== null && 'bytes' in line; line = await reader.next()) {
    yield Buffer.from(line.bytes, 'base64');
    await reader.advance();
  }
}

async function refuseOther(
  { database }: ImportParts,
  head: ArchiveHead,
  tables: readonly ArchivedTable[],
): Promise<void> {
  if (head.format !== archiveFormat)
    throw new Error(`The archive has format ${head.format}, and this release reads ${archiveFormat}.`);
  refuseOtherRelease(head.migrations, [...(await appliedMigrations(database.query)).keys()]);
  const unknown = head.tables.find(({ name }) => !tables.some((table) => table.name === name));
  if (unknown) throw new Error(`The archive has a table that this release does not have: ${unknown.name}.`);
}

async function refuseWhenHere(database: Database, clientIds: readonly string[]): Promise<void> {
  const [found] = await database.query<{ name: string; environment: string }>(
    `select accounts.name, environment from client_applications join accounts on accounts.id = account_id
where client_id = any($1::text[]) limit 1`,
    [clientIds],
  );
  if (found) {
    throw new RefusedError({
      archive: [`This account is here already, as ${found.name} (${found.environment}). A copy of it is a sandbox.`],
    });
  }
}

async function secondReading(
  parts: ImportParts,
  tables: readonly ArchivedTable[],
  { head, ids }: Contents,
  accountId: string,
  files: number,
): Promise<Imported> {
  const { database, now, addressOf, onProgress, onWritten } = parts;
  const name = parts.name ?? head.account.name;
  const areSecretsValid = head.secretsCheck === secretsCheck(database);
  const total = head.tables.reduce((sum, table) => sum + table.rows, 0);
  await preparePartitions(database, head);
  await skipNumbers(database, head.numbers);
  const newIds = await drawNewIds(database, ids);
  let rows = 0;
  await allOrNothing(database, now, async (inside) => {
    await inside.query('set local statement_timeout = 0');
    await addAccount(inside, accountId, name, addressOf({ name, environment: head.account.environment }), head);
    const session = inside.session(accountId);
    const renewal = sealing(session);
    for await (const line of parts.lines()) {
      if (!('table' in line)) continue;
      const table = tables.find((one) => one.name === line.table) as ArchivedTable;
      if (areSecretsValid || !peppered.includes(table.name)) {
        const changed = changesOf(table, newIds, head.account.id, accountId);
        await writeRows(
          session,
          table,
          line.rows.map((row) => withValues(table, changed(row), renewal, accountId, factOf(newIds, accountId))),
        );
      }
      rows += line.rows.length;
      onProgress(rows / Math.max(1, total), rows);
    }
    await onWritten(inside, accountId);
    if (await inside.isDistributed()) await inside.query(committedTogether);
  });
  return { id: accountId, head, name, rows, files, areSecretsValid };
}

/**
 * A change that asks all parts, and finds no row. After it, Citus commits the coordinator and the workers together, in two
 * phases. Otherwise a coordinator that fails between two commits would leave rows of an account that does not exist. Rows
 * that a query writes, as those of an archive, have the same effect; this says it for an archive without them.
 */
const committedTogether = 'delete from published where last_id < 0';

/** What is bound to the account or to a credential is bound to the new id. */
const factOf =
  (ids: NewIds, accountId: string) =>
  (name: string, text: string | null): string | null => {
    if (name === 'account') return accountId;
    const table = { administrator: 'administrators', client: 'client_applications' }[name];
    return (table && text !== null ? ids[table]?.get(text) : undefined) ?? text;
  };

/** What changes in rows of a table on their way here. */
function changesOf(
  table: ArchivedTable,
  ids: NewIds,
  formerId: string,
  accountId: string,
): (row: RowTexts) => RowTexts {
  const changed = withNewIds(table, ids);
  const at = (name: string) => table.columns.findIndex((column) => column.name === name);
  const replace = (row: RowTexts, column: string, former: string, next: string) => {
    const index = at(column);
    row[index] = row[index]?.replace(former, next) ?? null;
  };
  // An operator of the other installation is none of this one.
  const withoutOperators = (row: RowTexts): RowTexts => {
    const next = [...changed(row)];
    next[at('is_operator')] = 'false';
    replace(next, 'representation', '"isOperator":true', '"isOperator":false');
    return next;
  };
  // Named after the account.
  const withConsole = (row: RowTexts): RowTexts => {
    const next = [...changed(row)];
    if (next[at('is_built_in')] !== 'true') return next;
    replace(next, 'client_id', consoleClientId(formerId), consoleClientId(accountId));
    replace(next, 'representation', `"${consoleClientId(formerId)}"`, `"${consoleClientId(accountId)}"`);
    return next;
  };
  if (['administrators', 'administrator_invitations'].includes(table.name)) return withoutOperators;
  return table.name === 'client_applications' ? withConsole : changed;
}

/** Partitions that the history of the account needs; made before the transaction, because they lock their table. */
async function preparePartitions(database: Database, { account }: ArchiveHead): Promise<void> {
  await database.query(
    `select ensure_versions_partition(quarter) from generate_series(date_trunc('quarter', $1::timestamptz, 'UTC'), now(), interval '3 months') as quarter`,
    [account.versionsSince],
  );
  await database.query(
    `select ensure_month(parent, month) from unnest(array['read_log', 'read_people']) as parent,
  generate_series(date_trunc('month', $1::timestamptz, 'UTC'), now(), interval '1 month') as month`,
    [account.createdAt],
  );
}

async function addAccount(
  inside: Database,
  id: string,
  name: string,
  address: string,
  { account }: ArchiveHead,
): Promise<void> {
  const rows = await inside.query(
    `insert into accounts (id, name, environment, address, created_at, requests_per_minute, event_days, system_definitions,
  versions_since, versions_kept_since) overriding system value
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (lower(name), environment, coalesce(sandbox, '')) do nothing
returning id`,
    [
      id,
      name,
      account.environment,
      address,
      account.createdAt,
      account.requestsPerMinute,
      account.eventDays,
      account.systemDefinitions,
      account.versionsSince,
      account.versionsKeptSince,
    ],
  );
  if (rows.length === 0) {
    throw new RefusedError({
      name: [`An account of this name exists already in the ${account.environment} environment: add --name.`],
    });
  }
}
