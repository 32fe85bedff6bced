/**
 * With synchronous replication, a commit waits until a standby has it. A cancellation ends the wait and not the commit:
 * PostgreSQL then reports success, with a warning. Such a change is not acknowledged, because a failover would lose it.
 */
import type pg from 'pg';
import { UnavailableError } from './errors.ts';
import { isOfAnother, noteAccount } from './session-account.ts';

const unconfirmed = new WeakSet<pg.ClientBase>();

/** The only part of the warning that is the same in every language of the server. */
const waiting = 'SyncRepWaitForLSN';

export function watchConfirmations(connection: pg.ClientBase): void {
  connection.on('notice', ({ routine }) => {
    if (routine === waiting) unconfirmed.add(connection);
  });
}

/** Why the change that a connection has just made must not be acknowledged; undefined: it may be. */
export const unconfirmedChange = (connection: pg.ClientBase): UnavailableError | undefined =>
  unconfirmed.delete(connection)
    ? new UnavailableError(new Error('no standby has confirmed the change in time'), 'unknown')
    : undefined;

/** Throws unless the transaction was kept, and is kept after a failover. Its setting of the account stays with its commit. */
export function checkCommitted(
  connection: pg.PoolClient,
  accountId: string | null,
  { command }: Pick<pg.QueryResult, 'command'>,
): void {
  if (command !== 'COMMIT') throw new Error('The transaction had failed, and nothing of it was kept.');
  if (isOfAnother(connection, accountId)) noteAccount(connection, accountId);
  const failure = unconfirmedChange(connection);
  if (failure) throw failure;
}
