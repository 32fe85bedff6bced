/** The stored properties of the bytes of a resource. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { canName, tableOf } from './columns.ts';
import { binder, type Condition } from './condition.ts';
import type { StoredRow } from './read.ts';
import { opened } from './sealing.ts';
import { storedText } from './stored-text.ts';

export interface Content extends StoredRow {
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
}

export async function findContent(
  session: Session,
  resource: Resource,
  id: string,
  conditions: readonly Condition[],
): Promise<Content | null> {
  if (!canName(resource, id)) return null;
  const { values, place } = binder([id]);
  const where = ['account_id = $1', 'id = $2', ...conditions.map((condition) => condition(place))];
  const [row] = await session.run<Omit<Content, 'size'> & { size: string }>(
    statement(`
select id::text as id, revision::text as revision, ${storedText(resource, 'shown_row')} as representation, file_name as "fileName",
  content_type as "contentType", size::text as size
from ${tableOf(resource)} as shown_row where ${where.join(' and ')}`),
    values,
  );
  return row ? { ...opened(session, row), size: Number(row.size) } : null;
}
