/** Every address of the legacy API, and the required right. */
import { helpOn } from './help.ts';
import { leaveRequests } from './leave-requests.ts';
import { leavesV2 } from './leaves-v2.ts';
import { leavesV3, leavesV3For } from './leaves-v3.ts';
import type { LegacyRequest, LegacyResource } from './reader.ts';
import { departments, departmentTree, establishments, legalUnits } from './structure.ts';
import { usersFor } from './users/members.ts';
import { users } from './users.ts';

export interface LegacyCollection {
  readonly path: string;
  readonly family: 'leaves' | 'users';
  /** Served until a date; this address replaces it. */
  readonly successor?: string;
  readonly resource: LegacyResource;
  /** Addresses below the collection that are no id. */
  readonly more?: Readonly<Record<string, (request: LegacyRequest) => Promise<readonly string[]>>>;
  /** Rows do not belong to establishments: every reader with the right sees them all. */
  readonly isForEverybody?: true;
}

export const legacyCollections: readonly LegacyCollection[] = [
  {
    path: '/api/v3/leaves',
    family: 'leaves',
    resource: leavesV3,
    more: { help: helpOn(({ reader }) => leavesV3For(reader)) },
  },
  { path: '/api/leaves', family: 'leaves', successor: '/api/v3/leaves', resource: leavesV2 },
  {
    path: '/api/v3/users',
    family: 'users',
    resource: users,
    more: { help: helpOn(({ session, reader }) => usersFor(session, reader)) },
  },
  { path: '/api/v3/leaveRequests', family: 'leaves', resource: leaveRequests },
  {
    path: '/api/v3/departments',
    family: 'users',
    resource: departments,
    more: { tree: departmentTree },
    isForEverybody: true,
  },
  { path: '/organization/structure/api/legal-units', family: 'users', resource: legalUnits },
  { path: '/organization/structure/api/establishments', family: 'users', resource: establishments },
];

/** The beginnings of all addresses. */
export const legacyPrefixes = ['/api', '/organization/structure/api'] as const;
