/** The roles of API keys: what a key may read through the legacy API. A new role has no rights. */
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Values } from '../../platform/store/values.ts';
import type { Actor } from '../../platform/verbs/audit.ts';
import { RefusedError, refuseIfAny, wrongName } from './account-errors.ts';
import { updateNamed } from './named-keys.ts';

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

export interface Role extends RoleRights {
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

/** As members of the key with the role. */
export const roleValues = (rights: Partial<RoleRights>): Values => {
  const { leaves, users, personalData, former, future } = rights;
  return {
    ...(leaves !== undefined && { readsLeaves: leaves !== 'none', leavesBusinessEstablishments: placesIn(leaves) }),
    ...(users !== undefined && { readsUsers: users !== 'none', usersBusinessEstablishments: placesIn(users) }),
    seesPersonalData: personalData,
    seesFormer: former,
    seesFuture: future,
  };
};

const placesIn = (right: FamilyRight) => listOf(right)?.map((id) => ({ id })) ?? null;

const listOf = (right: FamilyRight): readonly string[] | null => (typeof right === 'string' ? null : right);

/** Of an active key, by its name. Omitted members stay unchanged; takes effect within a second. */
export async function changeRole(
  database: Database,
  accountId: string,
  keyName: string,
  change: Partial<Role>,
  actor?: Actor,
): Promise<Role> {
  await refuseWrongRole(database, accountId, change);
  await updateNamed(database, accountId, keyName, { roleName: change.name, ...roleValues(change) }, actor);
  const [row] = await database.query<RoleRow>(
    `select ${roleColumns} from api_keys as key
     where account_id = $1 and lower(btrim(name)) = lower(btrim($2)) and revoked_at is null`,
    [accountId, keyName],
  );
  if (row === undefined) throw new RefusedError({ name: ['The account has no live key of this name.'] });
  return { name: row.role_name, ...rightsOf(row) };
}

const existing = statement('select id::text from business_establishments where account_id = $1 and id = any($2)');

/** A mistyped establishment would silently hide everything, so it is refused. */
export async function refuseWrongRole(database: Database, accountId: string, role: Partial<Role>): Promise<void> {
  const { name, leaves = 'none', users = 'none' } = role;
  const asked = [...new Set([listOf(leaves), listOf(users)].flatMap((ids) => ids ?? []))];
  const possible = asked.filter((id) => /^[1-9]\d{0,17}$/.test(id));
  const found = possible.length === 0 ? [] : await establishmentsAmong(database, accountId, possible);
  const wrong = (right: FamilyRight) => {
    const missing = (listOf(right) ?? []).filter((id) => !found.includes(id));
    if (missing.length > 0) return `The account has no business establishment ${missing.join(', ')}.`;
    return right.length === 0 ? 'A list of business establishments holds at least one id.' : undefined;
  };
  refuseIfAny({
    role: name === undefined ? undefined : wrongName(name),
    leaves: wrong(leaves),
    users: wrong(users),
  });
}

async function establishmentsAmong(
  database: Database,
  accountId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.session(accountId).run<{ id: string }>(existing, [ids]);
  return rows.map(({ id }) => id);
}
