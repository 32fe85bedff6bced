/** What a manager sees of people: their own record, and everybody who reports to it, directly or through others, today. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import type { Caller } from '../identity/auth/caller.ts';
import { ownerColumn } from '../platform/store/columns.ts';
import type { Condition, Place } from '../platform/store/condition.ts';

/** The rows about people of the team; rows that are about nobody are not limited. */
export function visibleInTeam(resource: Resource, { accountId, person }: Caller): Condition[] {
  const column = personColumn(resource);
  const teamOf = person?.teamOf ?? null;
  return teamOf === null || column === null
    ? []
    : [(place) => `shown_row.${column} in (${team(accountId, teamOf, place)})`];
}

const personColumn = ({ type, ownedThrough }: Resource): string | null => {
  if (type === employees.type) return 'id';
  return ownedThrough === employees.type ? ownerColumn(employees.type) : null;
};

/**
 * It refers to nothing of the outer row, so PostgreSQL computes it once. `union` ends at people who manage each other. Who
 * has left is not in the team any more; those who still report to such a person are.
 */
const team = (accountId: string, teamOf: string, place: Place): string => `
  with recursive team as (
    select id, status from employees where account_id = ${place(accountId)}::bigint and id = ${place(teamOf)}::bigint
    union
    select report.id, report.status from employees as report
      join team on report.applicable_job_position_manager_id = team.id
    where report.account_id = ${place(accountId)}::bigint
  )
  select id from team where status <> 'deactivated'`;
