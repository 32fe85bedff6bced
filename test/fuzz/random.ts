/** Repeatable random numbers: the same seed and index give the same numbers, independent of earlier ones. */

export interface Random {
  /** From 0 to below `count`. */
  below(count: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

export function randomOf(seed: number, index: number): Random {
  let state = mixed(mixed(seed) ^ Math.imul(index + 1, 0x9e3779b1));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    return mixed(state) / 2 ** 32;
  };
  return {
    below: (count) => Math.floor(next() * count),
    chance: (probability) => next() < probability,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('There is nothing to pick from.');
      return from[Math.floor(next() * from.length)] as T;
    },
  };
}

/** The final mix of MurmurHash3: close numbers give distant results. */
function mixed(number: number): number {
  let value = number | 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
