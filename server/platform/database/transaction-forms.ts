/** How transactions begin and end on a connection, and which statements travel with their beginning. */
import type pg from 'pg';
import { beginTraced } from './event-trace.ts';
import { accountSetting, type Begin, beginPooled, isPooledConnection, textsForWorkers } from './pooled.ts';
import type { Requester } from './scheduler.ts';
import { isOfAnother } from './session-account.ts';
import type { Statement } from './statement.ts';

/** The texts that begin a transaction, each a message of its own. */
export function beginning(connection: pg.PoolClient, requester: Requester, begin: Begin, isTraced: boolean): string[] {
  const { accountId } = requester;
  const text = isPooledConnection(connection)
    ? beginPooled(connection, accountId, begin)
    : [
        begin.begin,
        ...(isOfAnother(connection, accountId) ? [`set ${accountSetting(accountId)}`] : []),
        ...(begin.settings ? [begin.settings] : []),
      ].join(';');
  const traced = isTraced ? beginTraced(text, connection, requester) : text;
  return [traced, ...textsForWorkers(connection, accountId)];
}

export const isEnded = async (committed: Promise<unknown> | undefined): Promise<boolean> =>
  committed?.then(
    () => true,
    () => false,
  ) ?? false;

/** Locks are harmless without a transaction: they end with the statement. */
export const isReading = ({ text }: Statement): boolean =>
  /^\s*(select|with)\s/.test(text) && !/\b(insert|delete|set|merge)\b/.test(text);

/** Only inside a transaction, while nothing is under way: in this mode the driver refuses the queries of `text-query.ts`. */
export function setPipeline(connection: pg.PoolClient, isOn: boolean): void {
  // The driver reads it for each query; its types only allow a choice for the whole life of a connection.
  (connection as { -readonly [name in keyof pg.PoolClient]: pg.PoolClient[name] }).pipeline = isOn;
}
