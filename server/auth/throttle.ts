// Owns how guessing of secrets is slowed down, in memory and bounded. Waiting doubles with each failure, per address
// and per client seen from one address. Nobody can lock out a client from elsewhere: an address that has not failed
// is never made to wait.
import { isIPv6 } from 'node:net';

export interface Throttle {
  /** How long this address has to wait before it may try this client again; 0 when it may try now. */
  waitSeconds(clientId: string, address: string): number;
  failed(clientId: string, address: string): void;
  succeeded(clientId: string, address: string): void;
}

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

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
  entriesMax: 10_000,
} as const;

export function guessThrottle(now: () => Date): Throttle {
  const pairs = new Map<string, Failures>();
  const addresses = new Map<string, Failures>();
  const clients = new Map<string, Failures>();

  function failuresIn(map: Map<string, Failures>, key: string, momentMs: number): Failures | undefined {
    const found = map.get(key);
    return found !== undefined && momentMs - found.lastMs < throttling.forgetMs ? found : undefined;
  }

  function count(map: Map<string, Failures>, key: string, momentMs: number): void {
    const before = failuresIn(map, key, momentMs)?.count ?? 0;
    map.delete(key);
    map.set(key, { count: before + 1, lastMs: momentMs });
    if (map.size <= throttling.entriesMax) return;
    const [oldest] = map.keys();
    if (oldest !== undefined) map.delete(oldest);
  }

  return {
    waitSeconds(clientId, address) {
      const momentMs = now().getTime();
      const network = networkOf(address);
      const isGuessed = (failuresIn(clients, clientId, momentMs)?.count ?? 0) >= throttling.guessedClientFailures;
      const free = isGuessed ? throttling.freePerPairOfGuessedClient : throttling.freePerPair;
      const waitMs = Math.max(
        waitAfter(failuresIn(pairs, pairKey(clientId, network), momentMs), free, momentMs),
        waitAfter(failuresIn(addresses, network, momentMs), throttling.freePerAddress, momentMs),
      );
      return Math.ceil(waitMs / 1000);
    },
    failed(clientId, address) {
      const momentMs = now().getTime();
      const network = networkOf(address);
      count(pairs, pairKey(clientId, network), momentMs);
      count(addresses, network, momentMs);
      count(clients, clientId, momentMs);
    },
    // The address stays suspect: a guesser with one secret of its own could otherwise start over at will.
    succeeded(clientId, address) {
      pairs.delete(pairKey(clientId, networkOf(address)));
    },
  };
}

/** One second after the last free failure, then twice as long with each further one. */
function waitAfter(failures: Failures | undefined, free: number, momentMs: number): number {
  if (failures === undefined || failures.count < free) return 0;
  const waitMs = Math.min(throttling.waitMsMax, 1000 * 2 ** (failures.count - free));
  return Math.max(0, failures.lastMs + waitMs - momentMs);
}

/** No network holds a space, so that two different pairs never share a key. */
function pairKey(clientId: string, network: string): string {
  return `${network} ${clientId}`;
}

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
