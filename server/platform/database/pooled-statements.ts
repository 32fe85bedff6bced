/**
 * Prepared statements behind a pooler. PgBouncer keeps track of them from version 1.21 on, unless `max_prepared_statements` is
 * 0: it prepares a statement in each session that the client comes to. For this it gives statements names of its own, by which
 * it is found out. With other poolers, a statement would stay in a session that the next client has.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';

const ownName = 'select from pg_prepared_statements where name = $1';

/** In a transaction: a statement that keeps its name is removed from the session that has it. */
export async function keepsStatements(session: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const name = `muster_${randomUUID()}`;
  await session.query('begin');
  // A pooler that refuses the statement does not keep it either.
  const found = await session.query({ name, text: ownName, values: [name] }).catch(() => null);
  if (found?.rowCount === 1) await session.query(`deallocate "${name}"`);
  await session.query('commit');
  return found?.rowCount === 0;
}
