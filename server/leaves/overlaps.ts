/** No half-day of an employee belongs to two leaves: the database decides, and a refused body learns of it as well. */
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { addError, type FieldErrors, invalid } from '../problem.ts';
import { halfNumber, type Period } from './counting.ts';

const message = 'Another leave of this employee covers a half-day of this period.';

/** Writes a leave; an exclusion constraint prevents overlaps with other leaves of the employee. */
export async function alone<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== '23P01' || constraint !== 'leaves_never_overlap') throw error;
    throw invalid({ startsOn: [message] });
  }
}

interface Placed {
  readonly employeeId: string;
  readonly period: Period;
  /** The leave that is moved, if it exists. */
  readonly leaveId?: string;
}

const overlapping = statement(`
select 1 from leaves
where account_id = $1 and employee_id = $2 and status <> 'cancelled'
  and int8range(first_half, last_half, '[]') && int8range($3, $4, '[]') and id is distinct from $5 limit 1`);

/** A leave with other errors is never written, so its overlap is looked for. */
export async function addOverlapError(
  tx: Tx,
  { employeeId, period, leaveId }: Placed,
  errors: FieldErrors,
): Promise<void> {
  if (Object.keys(errors).length === 0) return;
  const halves = [halfNumber(period.startsOn, period.startPosition), halfNumber(period.endsOn, period.endPosition)];
  const found = await tx.run(overlapping, [employeeId, ...halves, leaveId ?? null]);
  if (found.length > 0) addError(errors, 'startsOn', message);
}
