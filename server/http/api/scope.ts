/** Refuses a caller without a required scope, and names the scopes that would be sufficient. */
import { detail } from '@muster/contract/messages.ts';
import { scopesOfRole } from '@muster/contract/roles.ts';
import { isOpenTo, type Needed, scopesIn } from '@muster/contract/scopes.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import { Problem } from '../../problem.ts';

export function refuseWithout(needed: Needed, held: ReadonlySet<string>): void {
  if (isOpenTo(needed, held)) return;
  const scopes = scopesIn(needed);
  throw new Problem('forbidden', detail('scopeMissing', { scopes: scopes.join(', ') }), { neededScopes: scopes });
}

/** The same for an operation. An operator who lacks only a second factor gets a problem that says so. */
export function refuseCallerWithout(needed: Needed, { scopes, person }: Caller): void {
  if (person?.isSecondFactorMissing && !isOpenTo(needed, scopes)) {
    const isOpenToOperators = isOpenTo(needed, new Set(scopesOfRole(person.role, true)));
    if (isOpenToOperators) throw new Problem('forbidden', detail('operatorFactorMissing'));
  }
  refuseWithout(needed, scopes);
}
