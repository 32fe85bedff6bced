/**
 * Errors about workers of Citus. What a worker refuses reaches the client as words alone: without the fields that name the
 * constraint and its table, and with the number of a part behind each name. They are read from the message, whose names are
 * quoted in every language.
 */
import pg from 'pg';

/** Violations of keys, foreign keys and exclusion constraints. */
const violations = /^23(503|505|P01)$/;

export function failAsOneServer(error: unknown): never {
  throw asOfOneServer(error);
}

/** The same error, with its constraint and table as plain PostgreSQL names them. */
export function asOfOneServer(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.constraint || !violations.test(error.code ?? '')) return error;
  const names = [...error.message.matchAll(/"([^"]+)_\d+"/g)].map(([, name = '']) => name);
  // A foreign key is named after its table; if rows still refer to a removed one, their table follows.
  const isForeignKey = error.code === '23503';
  error.constraint = isForeignKey ? names[1] : names[0];
  error.table = isForeignKey ? (names[2] ?? names[0]) : undefined;
  return error;
}

/**
 * Whether the coordinator has lost a worker. Where the worker answers nothing more, Citus passes on the words of its driver, and
 * has no code for them.
 */
export const isWorkerLost = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === 'XX000' && lostWords.test(error.message);

/** Of a coordinator whose messages are in English, as they are unless `lc_messages` says otherwise. */
const lostWords =
  /^(SSL SYSCALL error|SSL connection has been closed|server closed the connection|could not (send|receive) data|no connection to the server|connection not open|failure on connection marked as essential)/;
