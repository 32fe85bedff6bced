/** Refuses whoever does not hold a scope that an operation needs, and says which would do. */
import { detail } from '@muster/contract/messages.ts';
import { isOpenTo, type Needed, scopesIn } from '@muster/contract/scopes.ts';
import { Problem } from '../problem.ts';

export function refuseWithout(needed: Needed, held: ReadonlySet<string>): void {
  if (isOpenTo(needed, held)) return;
  throw new Problem('forbidden', detail('scopeMissing', { scopes: scopesIn(needed).join(', ') }));
}
