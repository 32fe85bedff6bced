/** The expected approver of a level: the manager of the employee, then the manager of that manager, and so on. */
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

/** SQL: the manager of an employee, unless it is one of these or has left; null if there is none. */
const managerOf = (employee: string, passed: string) => `(
  select manager.id::text
  from employees as managed
    join employees as manager on manager.account_id = $1 and manager.id = managed.applicable_job_position_manager_id
  where managed.account_id = $1 and managed.id = ${employee}
    and manager.status <> 'deactivated' and manager.id <> all(${passed}))`;

/** SQL: the expected approver of the first level. */
export const firstApprover = (employee: string): string => managerOf(employee, `array[${employee}::bigint]`);

const next = statement(`
select ${managerOf(
  '$2',
  `$3::bigint || array(
      select expected_approver_id from leave_request_decisions
      where account_id = $1 and leave_request_id = $4 and expected_approver_id is not null)`,
)} as id`);

/**
 * The manager of the expected approver of the previous level, independent of the current manager of the employee. Null
 * if there is none: any decision then closes the level.
 */
export async function nextApprover(
  tx: Tx,
  request: {
    readonly id: string;
    readonly employee: { readonly id: string };
    readonly expectedApprover: { readonly id: string } | null;
  },
): Promise<{ id: string } | null> {
  if (!request.expectedApprover) return null;
  const values = [request.expectedApprover.id, request.employee.id, request.id];
  const [row] = await tx.run<{ id: string | null }>(next, values);
  return row?.id ? { id: row.id } : null;
}
