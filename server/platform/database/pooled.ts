/**
 * Connections through a pooler that gives sessions of PostgreSQL out by the transaction, such as PgBouncer. Nothing may
 * stay in a session there: the account and all settings travel with each transaction, and no statement is prepared.
 */
import type pg from 'pg';
import type { Pooling } from '../../database-servers.ts';

interface Found {
  readonly process: number;
  readonly isDistributed: boolean;
}

const facts = `select pg_backend_pid() as process,
  exists (select from pg_extension where extname = 'citus') as "isDistributed"`;

/**
 * PostgreSQL greets a client with the number of its process. A pooler sends a number of its own, because its clients
 * change processes. Citus has a pooler inside, from its coordinator to its workers.
 */
export async function isPooled(session: Pick<pg.ClientBase, 'query'>, pooling: Pooling = 'auto'): Promise<boolean> {
  if (pooling !== 'auto') return pooling === 'transaction';
  const { rows } = await session.query<Found>(facts);
  // The driver keeps it; its types do not have it.
  const { processID } = session as { processID?: number };
  return rows[0]?.process !== processID || rows[0]?.isDistributed === true;
}

/** What each transaction of a pooled connection begins with. */
const settingsOf = new WeakMap<object, string>();

/** Of the connection between the pooler and PostgreSQL, which is not ours. */
export const isOfNetwork = (name: string): boolean => name.startsWith('tcp_') || name === 'idle_session_timeout';

export function keepSettings(session: object, settings: Readonly<Record<string, string | number>>): void {
  const texts = Object.entries(settings)
    .filter(([name]) => !isOfNetwork(name))
    .map(([name, value]) => `set local ${name} = '${value}'`);
  settingsOf.set(session, texts.join(';'));
}

export const isPooledConnection = (connection: object): boolean => settingsOf.has(connection);

const accountForm = /^\d+$/;

/** For a text without parameters. */
export function accountSetting(accountId: string | null): string {
  if (accountId !== null && !accountForm.test(accountId)) throw new Error('The id of an account is a number.');
  return `muster.account_id = '${accountId ?? ''}'`;
}

/**
 * The statements that begin a transaction, sent as one message. Without an account, the setting that row-level security
 * reads is empty, whatever a session had before: a statement on rows of accounts fails then.
 */
export function beginPooled(connection: object, accountId: string | null, { begin, settings }: Begin): string {
  return [
    begin,
    `set local ${accountSetting(accountId)}`,
    settingsOf.get(connection),
    ...(settings ? [settings] : []),
  ].join(';');
}

/** How a transaction begins, and settings that replace those of its session. */
export interface Begin {
  readonly begin: string;
  readonly settings?: string;
}
