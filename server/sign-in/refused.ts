/** How a sign-in is refused: whatever was wrong, the answer is the same. */
import { detail } from '@muster/contract/messages.ts';
import type { Throttle } from '../auth/throttle.ts';
import { Problem } from '../problem.ts';

export const refusedSignIn = (): Problem => new Problem('unauthorized', detail('signInRefused'));

/** Refuses who has guessed too often, before anything is looked at. */
export function refuseGuessing(throttle: Throttle, who: string, address: string): void {
  const seconds = throttle.waitSeconds(who, address);
  if (seconds === 0) return;
  throw new Problem('too-many-requests', detail('tooManyAttempts', { seconds }), {
    headers: { 'retry-after': String(seconds) },
  });
}
