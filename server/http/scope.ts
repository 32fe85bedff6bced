/** Refuses a caller without a required scope, and names the scopes that would be sufficient. */
import { detail } from '@muster/contract/messages.ts';
import { isOpenTo, type Needed, scopesIn } from '@muster/contract/scopes.ts';
import { Problem } from '../problem.ts';

export function refuseWithout(needed: Needed, held: ReadonlySet<string>): void {
  if (isOpenTo(needed, held)) return;
  throw new Problem('forbidden', detail('scopeMissing', { scopes: scopesIn(needed).join(', ') }));
}
