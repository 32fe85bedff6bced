/** Everything under `/api`, and the required right. */
import { leavesV2 } from './leaves-v2.ts';
import { leavesV3 } from './leaves-v3.ts';
import type { LegacyResource } from './reader.ts';
import { users } from './users.ts';

export interface LegacyCollection {
  readonly path: string;
  readonly family: 'leaves' | 'users';
  /** Served until a date; this address replaces it. */
  readonly successor?: string;
  readonly resource: LegacyResource;
}

export const legacyCollections: readonly LegacyCollection[] = [
  { path: '/api/v3/leaves', family: 'leaves', resource: leavesV3 },
  { path: '/api/leaves', family: 'leaves', successor: '/api/v3/leaves', resource: leavesV2 },
  { path: '/api/v3/users', family: 'users', resource: users },
];
