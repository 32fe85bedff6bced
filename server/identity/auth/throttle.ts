/** How guessing of credentials is slowed down: the numbers, and what counts as one address. The counts: guesses.ts. */
import { isIPv6 } from 'node:net';

/**
 * Waiting doubles with each failure, per address and per name seen from one address. Nobody can lock out a name from
 * elsewhere: an address that has not failed is never made to wait.
 */
export const throttling = {
  /** Failures that cost nothing: typing errors, and a deployment with an old secret. */
  freePerPair: 5,
  freePerAddress: 20,
  /** A client guessed from many addresses grants each of them one failure only. */
  guessedClientFailures: 50,
  freePerPairOfGuessedClient: 1,
  waitMsMax: 300_000,
  /** Failures are forgotten after this much quiet. */
  forgetMs: 900_000,
  /** Rows in the database, over which those with the fewest failures go first. */
  entriesMax: 100_000,
} as const;

/** An IPv6 customer has a whole /64 to guess from, so that is what counts as one address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
