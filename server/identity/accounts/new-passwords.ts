/**
 * Rules for a new password, wherever one is set: long enough, and not easy to guess. As NIST SP 800-63B recommends,
 * there are no composition rules; it is compared with common passwords and with what is known of the person, and
 * patterns count for little.
 */
import { detail } from '@muster/contract/messages.ts';
import type { Database } from '../../platform/database/database.ts';
import { Problem } from '../../problem.ts';
import { guessesLog10 } from './password-threads.ts';
import { passwordError, passwordLength } from './passwords.ts';

export interface Owner {
  readonly email: string;
  readonly name?: string | null | undefined;
  /** The name of the account, usually that of the company. */
  readonly account: string;
}

/** A billion guesses: throttling prevents that many, and with a stolen hash they take long. */
const guessesLog10Min = 9;

export const easyPassword =
  'This password is easy to guess: it is common, a pattern, or made of your name, your address or the name of the ' +
  'company. Choose another, such as four words that have nothing to do with each other.';

/** The error of a new password, if any. */
export async function newPasswordError(password: string, owner: Owner): Promise<string | undefined> {
  const wrong = passwordError(password);
  if (wrong !== undefined) return wrong;
  return (await guessesLog10(password, wordsOf(owner))) < guessesLog10Min ? easyPassword : undefined;
}

/** Refuses a weak new password, under the name of its member. */
export async function refuseWrongPassword(password: string, owner: Owner, member: string): Promise<void> {
  const wrong = await newPasswordError(password, owner);
  if (wrong === undefined) return;
  const sentence = wrong === easyPassword ? detail('passwordEasy') : detail('passwordLength', lengths);
  throw new Problem('validation', sentence, { errors: { [member]: [wrong] } });
}

const lengths = { least: String(passwordLength.least), most: String(passwordLength.most) };

/** For callers that know only the id of the account. */
export async function accountNameOf(database: Database, accountId: string): Promise<string> {
  const [row] = await database.query<{ name: string }>('select name from accounts where id = $1', [accountId]);
  return row?.name ?? '';
}

/** Whole and in parts, because people use both. */
function wordsOf({ email, name, account }: Owner): string[] {
  const given = [email, name ?? '', account, 'muster'];
  const parts = given.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...given, ...parts])].filter((word) => word.length >= 3).map((word) => word.toLowerCase());
}
