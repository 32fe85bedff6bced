/** Whose career: the person behind a row, found by the statement that needs the person, without a round trip of its own. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { tableOf } from '../platform/store/columns.ts';
import type { Condition, Place } from '../platform/store/condition.ts';

export interface RowOfPerson {
  /** Employees, or a resource of which each row belongs to one. */
  readonly resource: Resource;
  readonly id: string;
  /** What must hold of the row: what its caller may see. */
  readonly conditions: readonly Condition[];
}

export const ofEmployee = (id: string): RowOfPerson => ({ resource: employees, id, conditions: [] });

/** SQL: the id of the person behind the row with this id; null if there is none. */
export function personBehind({ resource, conditions }: RowOfPerson, id: string, place: Place): string {
  const isPerson = resource === employees;
  if (isPerson && conditions.length === 0) return id;
  const where = ['account_id = $1', `id = ${id}`, ...conditions.map((condition) => condition(place))];
  const column = isPerson ? 'id' : 'employee_id';
  return `(select ${column} from ${tableOf(resource)} as shown_row where ${where.join(' and ')})`;
}
