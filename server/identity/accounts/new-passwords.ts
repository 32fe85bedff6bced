/**
 * What a new password must be, wherever one is set: long enough, and not one that is guessed soon. As NIST SP 800-63B
 * says, nothing is asked of what it is made of; it is compared with common passwords and with what is known of the
 * person, and patterns count for little.
 */
import { detail } from '@muster/contract/messages.ts';
import type { Database } from '../../platform/database/database.ts';
import { Problem } from '../../problem.ts';
import { guessesLog10 } from './password-threads.ts';
import { passwordLength, wrongPassword } from './passwords.ts';

export interface Owner {
  readonly email: string;
  readonly name?: string | null | undefined;
  /** The name of the account, which is that of the company. */
  readonly account: string;
}

/** A billion guesses: what the wait after failures lets nobody do, and a stolen hash not quickly. */
const guessesLog10Min = 9;

export const easyPassword =
  'This password is easy to guess: it is common, a pattern, or made of your name, your address or the name of the ' +
  'company. Choose another, such as four words that have nothing to do with each other.';

/** What is wrong with a new password, if anything. */
export async function wrongNewPassword(password: string, owner: Owner): Promise<string | undefined> {
  const wrong = wrongPassword(password);
  if (wrong !== undefined) return wrong;
  return (await guessesLog10(password, wordsOf(owner))) < guessesLog10Min ? easyPassword : undefined;
}

/** Refuses a new password that is wrong, by the member that holds it. */
export async function refuseWrongPassword(password: string, owner: Owner, member: string): Promise<void> {
  const wrong = await wrongNewPassword(password, owner);
  if (wrong === undefined) return;
  const sentence = wrong === easyPassword ? detail('passwordEasy') : detail('passwordLength', lengths);
  throw new Problem('validation', sentence, { errors: { [member]: [wrong] } });
}

const lengths = { least: String(passwordLength.least), most: String(passwordLength.most) };

/** For anyone who knows the account by its id alone. */
export async function accountNameOf(database: Database, accountId: string): Promise<string> {
  const [row] = await database.query<{ name: string }>('select name from accounts where id = $1', [accountId]);
  return row?.name ?? '';
}

/** Whole and in parts, since people use either. */
function wordsOf({ email, name, account }: Owner): string[] {
  const given = [email, name ?? '', account, 'muster'];
  const parts = given.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...given, ...parts])].filter((word) => word.length >= 3).map((word) => word.toLowerCase());
}
