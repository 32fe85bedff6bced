/**
 * The account that the session of a connection is set to, which row-level security compares. A connection that stays with
 * one account pays nothing. Where it changes, the setting travels with the statement in one transaction: if it fails, the
 * statement fails as well.
 */
import type pg from 'pg';
import { isPooledConnection } from './pooled.ts';

const accountOf = new WeakMap<pg.PoolClient, string>();

/** Whether the session has to be set before a statement of this account. Pooled ones are set in each transaction. */
export const isOfAnother = (connection: pg.PoolClient, accountId: string | null): accountId is string =>
  accountId !== null && accountOf.get(connection) !== accountId && !isPooledConnection(connection);

/** Only after the setting is known to be kept. */
export const noteAccount = (connection: pg.PoolClient, accountId: string): void =>
  void accountOf.set(connection, accountId);
