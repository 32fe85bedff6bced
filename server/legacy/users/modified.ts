/**
 * Users changed since a time. Three rows determine when a user changed, and no index spans them. If few rows changed
 * since, an index each finds them, and no other users are read.
 */
import type { Session } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Condition } from '../../platform/store/condition.ts';
import type { Span, Term } from '../query/query.ts';

/** With more than these, reading people in order is cheaper. */
const fewMax = 30_000;

const changedSince = (since: string): string => `
select id from employees where account_id = $1 and last_updated_at >= ${since}::timestamptz
union all
select employee_id from employments where account_id = $1 and last_updated_at >= ${since}::timestamptz
union all
select employee_id from job_positions where account_id = $1 and last_updated_at >= ${since}::timestamptz`;

const few = statement(`select count(*)::integer as count from (${changedSince('$2')} limit ${fewMax + 1}) as changed`);

/** Additional conditions that lead to the rows of the terms. */
export async function leadingToModified(session: Session, terms: readonly Term[]): Promise<Condition[]> {
  const sinceMs = Math.max(...terms.map(earliestOf));
  if (!Number.isFinite(sinceMs)) return [];
  const since = new Date(sinceMs).toISOString();
  const [row] = await session.run<{ count: number }>(few, [since]);
  if (!row || row.count > fewMax) return [];
  // With an array, the planner starts from the ids.
  return [(place) => `employee.id = any(array(${changedSince(place(since))}))`];
}

/** No earlier row matches the term. */
function earliestOf({ path, operator, values, hasNull }: Term): number {
  const isBounded = ['equals', 'since', 'between', 'greaterthan', 'greaterthanorequal'].includes(operator);
  if (path !== 'modifiedAt' || !isBounded || hasNull) return Number.NEGATIVE_INFINITY;
  return Math.min(...(values as readonly Span[]).map(({ from }) => from));
}
