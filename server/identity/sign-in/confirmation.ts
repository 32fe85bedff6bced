/** Verifies the person again for actions that a session alone does not allow. The session then gets a new token. */
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../../problem.ts';
import { isPassword } from '../accounts/passwords.ts';
import { lifetimes } from '../auth/sessions.ts';
import type { From, SignInParts } from './parts.ts';
import { keepRefusal } from './password.ts';
import { type KnownPerson, personById } from './person.ts';
import { countedThenChecked, refusedSignIn } from './sign-in-errors.ts';
import { newToken } from './tokens.ts';

export interface Confirming {
  readonly accountId: string;
  readonly administratorId: string;
  readonly sessionId: string;
  readonly from: From;
}

/** Refuses a wrong password; attempts count like those of a sign-in. */
export async function checkPassword(
  parts: SignInParts,
  { accountId, administratorId, from }: Confirming,
  password: string,
): Promise<void> {
  let person: KnownPerson | null = null;
  const isRight = await countedThenChecked(parts, `${accountId} confirming ${administratorId}`, from, async () => {
    person = await personById(parts.database.session(accountId), administratorId);
    return person?.passwordHash && (await isPassword(password, person.passwordHash)) ? true : null;
  });
  if (isRight) return;
  await keepRefusal(parts, accountId, person, from);
  throw refusedSignIn();
}

/** Returns the new token; the former one is refused from now on. */
export async function confirmed(parts: SignInParts, { sessionId }: Confirming, oldToken: string): Promise<string> {
  const token = newToken();
  await parts.database.query('update administrator_sessions set digest = $2, confirmed_at = $3 where id = $1', [
    sessionId,
    parts.database.vault.fingerprint(token),
    parts.now(),
  ]);
  parts.liveSessions.forget(oldToken);
  return token;
}

export async function refuseUnconfirmed({ database, now }: SignInParts, sessionId: string): Promise<void> {
  const [row] = await database.query<{ confirmedAt: Date | null }>(
    'select confirmed_at as "confirmedAt" from administrator_sessions where id = $1',
    [sessionId],
  );
  const isRecent = row?.confirmedAt && now().getTime() - row.confirmedAt.getTime() < lifetimes.confirmedMs;
  if (!isRecent) throw new Problem('forbidden', detail('confirmationNeeded'));
}
