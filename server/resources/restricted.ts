import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../problem.ts';
import type { Sight } from '../verbs/standard.ts';

/** A caller limited to listed establishments could not see what it made. */
export function forbidRestricted({ caller }: Sight): void {
  if (caller.establishments !== null) throw new Problem('forbidden', detail('establishmentsRestricted'));
}
