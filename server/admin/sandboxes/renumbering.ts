/**
 * Other ids for people and what belongs to them, so that an id of the account does not identify anybody in the copy. A
 * keyed permutation of the existing numbers: each has one number in all tables, nothing is stored, and no later row
 * gets a used number. The key is stored encrypted, for erasures alone.
 */
import { hash } from 'node:crypto';
import { leastRecentlyUsed } from '../../identity/auth/least-recently-used.ts';
import type { Session } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';

export type Renumber = (type: string, id: string) => string;

export interface Sequence {
  readonly type: string;
  readonly table: string;
  /** Ids are multiples of this. */
  readonly step: number;
}

const last = statement(`
select coalesce(last_value, 1)::text as last from pg_sequences
where $1::bigint is not null and format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence($2, 'id')`);

/** A Feistel network of so few rounds is not a cipher, but nobody sees enough pairs of numbers to break it. */
const rounds = 6;
/** A cache, because people are referred to many times. */
const rememberedMax = 200_000;

interface NumberRange {
  readonly count: bigint;
  readonly step: bigint;
}

/** The numbers in use, by type. */
export type NumberRanges = ReadonlyMap<string, NumberRange>;

export async function rangesOf(session: Session, sequences: readonly Sequence[]): Promise<NumberRanges> {
  const ranges = new Map<string, NumberRange>();
  for (const { type, table, step } of sequences) {
    const [row] = await session.run<{ last: string }>(last, [table]);
    ranges.set(type, { count: BigInt(row?.last ?? 1) / BigInt(step), step: BigInt(step) });
  }
  return ranges;
}

export function renumbering(secret: string, ranges: NumberRanges): Renumber {
  const known = leastRecentlyUsed<string>(rememberedMax);
  return (type, id) => {
    const range = ranges.get(type);
    if (!range) throw new Error(`Ids of ${type} are not renumbered.`);
    const name = `${type}/${id}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    const at = BigInt(id) / range.step;
    if (at < 1n || at > range.count) throw new Error(`No row of ${type} can have the id ${id}.`);
    const other = renumbered(type, BigInt(id), range, secret);
    known.set(name, other);
    return other;
  };
}

/** The other number of an id in the range. */
export const renumbered = (type: string, id: bigint, { count, step }: NumberRange, secret: string): string =>
  String((permuted(id / step - 1n, count, `${secret}/${type}`) + 1n) * step);

/** A permutation of 0 … count - 1: one of the next power of four, repeated until the result is in the range. */
export function permuted(value: bigint, count: bigint, secret: string): bigint {
  const half = BigInt(Math.max(1, Math.ceil((count - 1n).toString(2).length / 2)));
  let next = value;
  do next = shuffled(next, half, secret);
  while (next >= count);
  return next;
}

function shuffled(value: bigint, half: bigint, secret: string): bigint {
  const mask = (1n << half) - 1n;
  let [left, right] = [value >> half, value & mask];
  for (let round = 0; round < rounds; round += 1) {
    const mixed = BigInt(`0x${hash('sha256', `${secret}/${round}/${right}`).slice(0, 16)}`) & mask;
    [left, right] = [right, left ^ mixed];
  }
  return (left << half) | right;
}
