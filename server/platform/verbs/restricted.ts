import type { Resource } from '@muster/contract/kit/resource.ts';
import { detail } from '@muster/contract/messages.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import { Problem } from '../../problem.ts';

/**
 * A caller limited to listed establishments could not see what it creates: a new establishment is not in its list, and
 * nothing that it sees refers yet to a new row that is seen through others.
 */
export function forbidUnseenCreation({ establishmentAt, seenThrough }: Resource, { establishments }: Caller): void {
  if (establishments === null || (establishmentAt !== 'id' && !seenThrough)) return;
  throw new Problem('forbidden', detail('establishmentsRestricted'));
}
