/** Ids of new rows, drawn before the rows are written: what refers to a row, or is bound to it, needs its id. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { type Statement, statement } from '../database/statement.ts';
import { tableOf } from './columns.ts';

/** In ascending order. */
export async function drawIds(session: Session, resource: Resource, count: number): Promise<string[]> {
  const drawn = await session.run<{ id: string }>(drawing(resource), [count]);
  return drawn.map(({ id }) => id);
}

const known = new WeakMap<Resource, Statement>();

function drawing(resource: Resource): Statement {
  const found =
    known.get(resource) ??
    statement(
      `select nextval('${tableOf(resource)}_id_seq')::text as id from generate_series(1, $2::integer) where $1::bigint is not null`,
    );
  known.set(resource, found);
  return found;
}
