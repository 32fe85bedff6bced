/** Which people an administrator sees, from the row of the administrator. Unknown limits show nobody. */
import { limitOfRole, type Role } from '@muster/contract/roles.ts';

/** SQL of the columns that `limitsOf` reads, of `person`. */
export const limitColumns = `person.business_establishments_id::text[] as establishments, person.employee_record_id::text as "employeeId"`;

export interface LimitedRow {
  readonly role: Role;
  readonly establishments: readonly string[] | null;
  readonly employeeId: string | null;
}

export interface Limits {
  /** Null: all. */
  readonly establishments: readonly string[] | null;
  /** Null: not limited to a team. */
  readonly teamOf: string | null;
}

/** No employee has this id. */
const nobody = '0';

/** A manager whose record was erased sees nobody. */
export function limitsOf({ role, establishments, employeeId }: LimitedRow): Limits {
  const limit = limitOfRole[role];
  return {
    establishments: limit === 'establishments' ? establishments : null,
    teamOf: limit === 'team' ? (employeeId ?? nobody) : null,
  };
}
