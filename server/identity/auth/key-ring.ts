/**
 * The encryption keys that this process has, by their number in the database. One of them is active: new values are
 * encrypted with it. Every encrypted value begins with the number of its key, so values of both keys can be decrypted
 * while they are exchanged. The database decides which key is active, and every process follows within seconds.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { type DerivedKeys, derivedKeys, keyCheck, open, seal } from './installation-key.ts';

export interface NumberedKeys {
  readonly number: number;
  readonly keys: DerivedKeys;
}

/** What digests and cursors are made with: the same through all exchanges of the encryption key. */
export interface LastingKeys {
  readonly pepper: KeyObject;
  readonly cursor: KeyObject;
}

export interface KeyRing {
  /** What new values are encrypted with. Throws if this process does not have the active key. */
  current(): NumberedKeys;
  /** undefined: this process does not have it. */
  numbered(number: number): DerivedKeys | undefined;
  /** The current one first. */
  all(): readonly NumberedKeys[];
  /** Those of which values may be stored, the current one first. */
  inUse(): readonly NumberedKeys[];
  lasting(): LastingKeys;
}

/** An encryption key as the database knows it. */
export interface RecordedKey {
  readonly number: number;
  readonly check: string;
  readonly state: 'announced' | 'active' | 'retiring' | 'retired';
}

export interface FollowingRing extends KeyRing {
  /** Adds keys that this process got since its start. Keys are never forgotten: links of the last minutes stay valid. */
  hold(masters: readonly Buffer[]): void;
  /** The check values of the keys of this process; the first is that of the key that it was given as the newest. */
  checks(): readonly string[];
  /** Takes over the numbers and the active key. */
  follow(recorded: readonly RecordedKey[]): void;
  /** Takes over the keys that outlive an exchange; null: those of key 1. */
  last(sealed: Buffer | null): void;
}

export class MissingKeyError extends Error {
  constructor(number: number) {
    super(`This process does not have encryption key ${number}, which it needs.`);
  }
}

/** The ring of a process that has one key and does not know its number. It opens whatever this key has encrypted. */
export function ringOfOne(keys: DerivedKeys): KeyRing {
  const one = { number: 1, keys };
  const all = () => [one];
  return {
    current: () => one,
    numbered: () => keys,
    all,
    inUse: all,
    lasting: () => keys,
  };
}

interface Held {
  readonly check: string;
  readonly keys: DerivedKeys;
}

const heldOf = (master: Buffer): Held => ({ check: checkOf(master), keys: derivedKeys(master) });

export const checkOf = (master: Buffer): string => keyCheck(master).toString('base64url');

/** `masters`: the newest first. Until it follows a database, the first has number 1, as in a new installation. */
export function keyRing(masters: readonly [Buffer, ...Buffer[]]): FollowingRing {
  let held: readonly Held[] = masters.map(heldOf);
  let known: ReadonlyMap<number, DerivedKeys> = new Map([[1, (held[0] as Held).keys]]);
  let active = 1;
  let lasting: LastingKeys | null = null;
  const current = (): NumberedKeys => {
    const keys = known.get(active);
    if (keys === undefined) throw new MissingKeyError(active);
    return { number: active, keys };
  };
  let cached: NumberedKeys = current();
  let sorted: readonly NumberedKeys[] = [cached];
  let retired: ReadonlySet<number> = new Set();
  return {
    current: () => (cached.number === active ? cached : current()),
    numbered: (number) => known.get(number),
    all: () => sorted,
    inUse: () => sorted.filter(({ number }) => !retired.has(number)),
    lasting() {
      const found = lasting ?? known.get(1);
      // Other keys instead would make every secret invalid.
      if (found === undefined) throw new MissingKeyError(1);
      return found;
    },
    hold(masters) {
      const added = masters.map((master) => ({ check: checkOf(master), master }));
      const isNew = ({ check }: { check: string }) => !held.some((one) => one.check === check);
      const order = added.map(({ check }) => check);
      const all = [...held, ...added.filter(isNew).map(({ master }) => heldOf(master))];
      const rank = ({ check }: Held) => (order.includes(check) ? order.indexOf(check) : order.length);
      held = all.sort((one, other) => rank(one) - rank(other));
    },
    checks: () => held.map(({ check }) => check),
    follow(recorded) {
      const own = recorded.flatMap(({ number, check }): [number, DerivedKeys][] => {
        const found = held.find((one) => one.check === check);
        return found ? [[number, found.keys]] : [];
      });
      known = new Map(own);
      active = recorded.find(({ state }) => state === 'active')?.number ?? active;
      const keys = known.get(active);
      if (keys !== undefined) cached = { number: active, keys };
      const isActive = ({ number }: NumberedKeys) => Number(number === active);
      sorted = own.map(([number, keys]) => ({ number, keys })).sort((one, other) => isActive(other) - isActive(one));
      retired = new Set(recorded.filter(({ state }) => state === 'retired').map(({ number }) => number));
    },
    last(sealed) {
      lasting = sealed === null ? null : openedLasting(known, sealed);
    },
  };
}

/** For values that are no texts of accounts: the keys that sign tokens, and the keys that last. */
export const sealedBytesOf = ({ number, keys }: NumberedKeys, plaintext: Uint8Array): Buffer =>
  seal(keys.envelope, plaintext, '', number);

/** Throws if this process does not have the key, or it was changed. */
export function openedBytesOf({ numbered }: Pick<KeyRing, 'numbered'>, sealed: Uint8Array): Buffer {
  const keys = numbered(sealed[0] ?? 0);
  if (keys === undefined) throw new Error('This process does not have the key that this was encrypted with.');
  return open(keys.envelope, sealed);
}

const lastingNames = ['pepper', 'cursor'] as const;

/** The keys that last, encrypted with a key that becomes active. */
export function sealedLasting({ lasting }: KeyRing, next: NumberedKeys): Buffer {
  const keys = lasting();
  const texts = lastingNames.map((name) => [name, keys[name].export().toString('base64url')]);
  return sealedBytesOf(next, Buffer.from(JSON.stringify(Object.fromEntries(texts))));
}

function openedLasting(known: ReadonlyMap<number, DerivedKeys>, sealed: Buffer): LastingKeys {
  const text = openedBytesOf({ numbered: (number) => known.get(number) }, sealed).toString();
  const found = JSON.parse(text) as Record<keyof LastingKeys, string>;
  const keyIn = (name: keyof LastingKeys) => createSecretKey(Buffer.from(found[name], 'base64url'));
  return { pepper: keyIn('pepper'), cursor: keyIn('cursor') };
}
