/**
 * What a worker of Citus refuses reaches the client as words alone: without the fields that name the constraint and its
 * table, and with the number of a part behind each name. They are read from the message, whose names are quoted in every
 * language.
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
