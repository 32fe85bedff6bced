/**
 * Connections through a pooler that gives sessions of PostgreSQL out by the transaction, such as PgBouncer. Nothing may
 * stay in a session there: the account and all settings travel with each transaction. Statements are prepared only if the
 * pooler keeps them.
 */
import type pg from 'pg';
import type { Pooling } from '../../settings/database-servers.ts';
import { keepsStatements } from './pooled-statements.ts';
import { type Statement, statement } from './statement.ts';

/** What a connection leads to. */
export interface Path {
  /** Whether its sessions are given out by the transaction. */
  readonly isPooled: boolean;
  /** Whether rows of accounts are on several servers, by Citus. It has a pooler inside, from its coordinator to its workers. */
  readonly isDistributed: boolean;
  /** Whether statements can be prepared. */
  readonly isPrepared: boolean;
}

const facts = `select pg_backend_pid() as process,
  exists (select from pg_extension where extname = 'citus') as "isDistributed"`;

/** PostgreSQL greets a client with the number of its process. A pooler sends a number of its own, because its clients change processes. */
export async function pathOf(session: Pick<pg.ClientBase, 'query'>, pooling: Pooling = 'auto'): Promise<Path> {
  const { rows } = await session.query<{ process: number; isDistributed: boolean }>(facts);
  const isDistributed = rows[0]?.isDistributed === true;
  // The driver keeps it; its types do not have it.
  const { processID } = session as { processID?: number };
  const isFound = pooling === 'auto' ? rows[0]?.process !== processID : pooling === 'transaction';
  const isPooled = isFound || isDistributed;
  return { isPooled, isDistributed, isPrepared: !isPooled || (!isDistributed && (await keepsStatements(session))) };
}

/** What each transaction of a pooled connection begins with. */
const settingsOf = new WeakMap<object, string>();

/** Of the connection between the pooler and PostgreSQL, which is not ours. */
export const isOfNetwork = (name: string): boolean => name.startsWith('tcp_') || name === 'idle_session_timeout';

export function keepSettings(
  session: object,
  settings: Readonly<Record<string, string | number>>,
  { isDistributed, isPrepared }: Path,
): void {
  const kept = isDistributed ? { ...settings, plan_cache_mode: 'auto' } : settings;
  const texts = Object.entries(kept)
    .filter(([name]) => !isOfNetwork(name))
    .map(([name, value]) => `set local ${name} = '${value}'`);
  settingsOf.set(session, texts.join(';'));
  if (isPrepared) settingStatements.set(session, settingStatement(kept));
  else unprepared.add(session);
  if (isDistributed) {
    workerTexts.set(session, [
      reachingWorkers,
      ...texts.filter((text) => onWorkers.some((name) => text.includes(name))),
    ]);
  }
}

/** From here on, what is set until the end of the transaction is set on the servers of the rows as well. */
const reachingWorkers = `set local citus.propagate_set_commands = 'local'`;
/** What a statement returns, and how long it waits, depends on these. Other settings are those of the whole statement. */
const onWorkers = ['TimeZone', 'DateStyle', 'jit', 'lock_timeout'];

const workerTexts = new WeakMap<object, readonly string[]>();

/**
 * What follows `beginPooled` on Citus; nothing elsewhere. Each is a message of its own, because Citus sends the whole message
 * to workers for each setting in it.
 */
export function textsForWorkers(connection: object, accountId: string | null): readonly string[] {
  const texts = workerTexts.get(connection);
  return texts ? [...texts, `set local ${accountSetting(accountId)}`] : nothing;
}

const nothing: readonly string[] = [];

/** The same settings and the account until the end of the transaction, as one statement. */
const settingStatements = new WeakMap<object, Statement>();

function settingStatement(settings: Readonly<Record<string, string | number>>): Statement {
  const calls = Object.entries(settings)
    .filter(([name]) => !isOfNetwork(name))
    .map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return statement(`select ${[...calls, accountCall(true)].join(', ')}`);
}

const accountCall = (isLocal: boolean): string => `set_config('muster.account_id', $1, ${isLocal})`;

/** Only the account, for a session that belongs to one client and keeps it. */
const accountStatement = statement(`select ${accountCall(false)}`);

/** Sets what a statement of this account needs in this session; its value is the account. */
export const settingOf = (connection: object): Statement => settingStatements.get(connection) ?? accountStatement;

export const isPooledConnection = (connection: object): boolean => settingsOf.has(connection);

const unprepared = new WeakSet<object>();

export const isPreparing = (connection: object): boolean => !unprepared.has(connection);

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
    settingsOf.get(connection),
    `set local ${accountSetting(accountId)}`,
    ...(settings ? [settings] : []),
  ].join(';');
}

/** How a transaction begins, and settings that replace those of its session. */
export interface Begin {
  readonly begin: string;
  readonly settings?: string;
}
