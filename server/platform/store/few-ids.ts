/** The rows of a search, if they are few. Few are read by their ids; many are met soon in most orders of a list. */
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { binder, type Condition, type Place } from './condition.ts';

/** A search as a condition on the rows of a page, and on those of the whole list. */
export interface PageAndList {
  readonly ofPage: Condition;
  readonly ofList: Condition;
  /** Set if very many rows match: what is compared with each row that a page in its order meets. */
  readonly ofEachRow?: Condition;
}

export const both = (condition: Condition): PageAndList => ({ ofPage: condition, ofList: condition });

/** `found` is a query for ids, which may repeat some; `offset` lets it run once. Null: there are more than `max`. */
export async function idsIfFew(
  session: Session,
  max: number,
  found: (place: Place) => string,
): Promise<readonly string[] | null> {
  const { values, place } = binder();
  const [row] = await session.run<{ ids: string[] | null }>(
    statement(`select case when cardinality(ids) <= ${max} then ids::text[] end as ids
from (select array(${found(place)} limit ${max + 1}) as ids where $1::bigint is not null offset 0) as found`),
    values,
  );
  return row?.ids ?? null;
}
