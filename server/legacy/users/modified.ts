/**
 * Users changed since some moment. Three rows tell when somebody was changed, and no index spans them; where few rows
 * were changed since, these are found by an index each, and nobody else is looked at.
 */
import type { Session } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Condition } from '../../platform/store/condition.ts';
import type { Span, Term } from '../query/query.ts';

/** Up to so many it costs less to look at those than to go through people in their order. */
const fewMax = 30_000;

const changedSince = (since: string): string => `
select id from employees where account_id = $1 and last_updated_at >= ${since}::timestamptz
union all
select employee_id from employments where account_id = $1 and last_updated_at >= ${since}::timestamptz
union all
select employee_id from job_positions where account_id = $1 and last_updated_at >= ${since}::timestamptz`;

const few = statement(`select count(*)::integer as count from (${changedSince('$2')} limit ${fewMax + 1}) as changed`);

/** Next to the terms themselves: what leads to their rows. */
export async function leadingToModified(session: Session, terms: readonly Term[]): Promise<Condition[]> {
  const sinceMs = Math.max(...terms.map(earliestOf));
  if (!Number.isFinite(sinceMs)) return [];
  const since = new Date(sinceMs).toISOString();
  const [row] = await session.run<{ count: number }>(few, [since]);
  if (!row || row.count > fewMax) return [];
  // As an array, the ids are what the planner starts from.
  return [(place) => `employee.id = any(array(${changedSince(place(since))}))`];
}

/** No row from before meets the term. */
function earliestOf({ path, operator, values, hasNull }: Term): number {
  const isBounded = ['equals', 'since', 'between', 'greaterthan', 'greaterthanorequal'].includes(operator);
  if (path !== 'modifiedAt' || !isBounded || hasNull) return Number.NEGATIVE_INFINITY;
  return Math.min(...(values as readonly Span[]).map(({ from }) => from));
}
