/**
 * How passwords are stored: argon2id in the PHC string format, so that the parameters can change without touching
 * stored hashes.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { argon2id } from './password-threads.ts';

/** OWASP's recommendation for argon2id with 19 MiB; each sign-in costs about 50 ms of one core. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** Argon2 accepts any length; the limit keeps a sign-in form from hashing megabytes. */
export const passwordLength = { least: 12, most: 256 } as const;

/** The error of a new password, if any. */
export function passwordError(password: string): string | undefined {
  const isAllowed = password.length >= passwordLength.least && password.length <= passwordLength.most;
  return isAllowed ? undefined : `A password has ${passwordLength.least} to ${passwordLength.most} characters.`;
}

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return phcOf(nonce, await argon2id({ message: normalized(password), nonce, ...cost }));
}

/** The hash of no password: for comparison if there is none, so that the time does not depend on the person. */
export const nobodysHash = (): string => phcOf(randomBytes(16), randomBytes(cost.tagLength));

function phcOf(nonce: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** Whether the password matches the hash, with the parameters of that time. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, m, t, p, salt, tag] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) throw new Error('The stored password hash is not argon2id.');
  const expected = Buffer.from(tag, 'base64');
  const found = await argon2id({
    message: normalized(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    tagLength: expected.length,
  });
  return timingSafeEqual(found, expected);
}

/** Keyboards compose accents differently; the person types the same password. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
