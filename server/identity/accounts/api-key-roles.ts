/** The roles of API keys: what a key may read through the legacy API. A new role has no rights. */
import type { Values } from '../../platform/store/values.ts';

/** The establishments whose data may be read; a list has at least one id. */
export type FamilyRight = 'none' | 'all' | readonly string[];

export interface RoleRights {
  readonly leaves: FamilyRight;
  readonly users: FamilyRight;
  readonly personalData: boolean;
  /** Employees whose last employment has ended. */
  readonly former: boolean;
  /** Employees whose first employment has not begun. */
  readonly future: boolean;
}

export interface ApiKeyRole extends RoleRights {
  readonly name: string;
}

export const noRight: RoleRights = Object.freeze({
  leaves: 'none',
  users: 'none',
  personalData: false,
  former: false,
  future: false,
});

/** Columns of `api_keys` as `key`. */
export interface RoleRow {
  readonly role_name: string;
  readonly reads_leaves: boolean;
  readonly leaves_establishments: readonly string[] | null;
  readonly reads_users: boolean;
  readonly users_establishments: readonly string[] | null;
  readonly sees_personal_data: boolean;
  readonly sees_former: boolean;
  readonly sees_future: boolean;
}

export const roleColumns = `key.role_name, key.reads_leaves,
  key.leaves_business_establishments_id::text[] as leaves_establishments, key.reads_users,
  key.users_business_establishments_id::text[] as users_establishments, key.sees_personal_data, key.sees_former,
  key.sees_future`;

export const rightsOf = (row: RoleRow): RoleRights => ({
  leaves: row.reads_leaves ? (row.leaves_establishments ?? 'all') : 'none',
  users: row.reads_users ? (row.users_establishments ?? 'all') : 'none',
  personalData: row.sees_personal_data,
  former: row.sees_former,
  future: row.sees_future,
});

/** As members of the key that has the role. What is left out stays as it is. */
export const roleMembers = ({ leaves, users, personalData, former, future }: Partial<RoleRights>): Values => ({
  ...(leaves !== undefined && { readsLeaves: leaves !== 'none', leavesBusinessEstablishments: placesIn(leaves) }),
  ...(users !== undefined && { readsUsers: users !== 'none', usersBusinessEstablishments: placesIn(users) }),
  ...(personalData !== undefined && { seesPersonalData: personalData }),
  ...(former !== undefined && { seesFormer: former }),
  ...(future !== undefined && { seesFuture: future }),
});

const placesIn = (right: FamilyRight) => (typeof right === 'string' ? null : right.map((id) => ({ id })));
