/** The refusal of a sign-in: the response is the same, whatever was wrong. */
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../../problem.ts';
import { isWait, type Wait } from '../auth/guesses.ts';
import type { From, SignInParts } from './parts.ts';

export const refusedSignIn = (): Problem => new Problem('unauthorized', detail('signInRefused'));

/** Counts the attempt, then checks it; refuses without a check if there were too many. Null: it was wrong. */
export async function countedThenChecked<T>(
  { guesses }: SignInParts,
  name: string,
  { address }: From,
  judge: () => Promise<T | null>,
): Promise<T | null> {
  const answer = await guesses.countThenCheck({ kind: 'person', name, address }, judge);
  if (isWait(answer)) throw tooManyAttempts(answer);
  return answer.result;
}

/** For cheap checks: right credentials count nothing. */
export async function checkedThenCounted<T>(
  { guesses }: SignInParts,
  name: string,
  { address }: From,
  find: () => Promise<T | null>,
): Promise<T | null> {
  const answer = await guesses.checkThenCount({ kind: 'person', name, address }, find);
  if (isWait(answer)) throw tooManyAttempts(answer);
  return answer.result;
}

const tooManyAttempts = ({ waitSeconds: seconds }: Wait): Problem =>
  new Problem('too-many-requests', detail('tooManyAttempts', { seconds }), {
    isAfterGuesses: true,
    headers: { 'retry-after': String(seconds) },
  });
