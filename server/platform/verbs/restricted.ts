import { detail } from '@muster/contract/messages.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import { Problem } from '../../problem.ts';

/** A caller limited to listed establishments could not see what it creates. */
export function forbidRestricted({ establishments }: Caller): void {
  if (establishments !== null) throw new Problem('forbidden', detail('establishmentsRestricted'));
}
