/** The limits of credential attempts, and what counts as one address. guesses.ts does the counting. */
import { isIPv6 } from 'node:net';

/**
 * The wait doubles with each failure, per address and per name from one address. Nobody can lock out a name from
 * elsewhere: an address without failures never waits.
 */
export const throttling = {
  /** Free failures: typing errors, and a deployment with an old secret. */
  freePerPair: 5,
  freePerAddress: 20,
  /** A client that is attacked from many addresses allows each of them only one failure. */
  guessedClientFailures: 50,
  freePerPairOfGuessedClient: 1,
  waitMsMax: 300_000,
  /** Failures are reset after this time without failures. */
  forgetMs: 900_000,
  /** Rows in the database; beyond this, those with the fewest failures are removed first. */
  entriesMax: 100_000,
} as const;

/** An IPv6 customer has a whole /64, so that counts as one address. */
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
