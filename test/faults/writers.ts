/**
 * Clients that write without pause while things are killed, and enter into the ledger what they were reported. Which
 * changes they make follows from the seed; when each is answered does not.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  NotFoundError,
  PreconditionFailedError,
  ProblemError,
  RateLimitedError,
  TokenError,
  type Versioned,
} from '@muster/client';
import { type Dice, dice } from '../../demo/dice.ts';
import type { Kind } from './kinds.ts';
import { bare, type Change, type Ledger, nameOf, type Verb } from './ledger.ts';

export interface WriterOptions {
  readonly seed: number;
  readonly number: number;
  readonly kinds: readonly Kind[];
  readonly shared: SharedRow;
  readonly ledger: Ledger;
  readonly isOver: () => boolean;
  /** Between two changes, at most. */
  readonly pauseMs: number;
}

/** A row that all writers change. */
export interface SharedRow {
  readonly kind: Kind;
  readonly id: string;
}

interface OwnRow {
  readonly kind: Kind;
  readonly id: string;
  marker: string;
  etag: string;
}

/** How many clients leave it at that when they get no answer. */
const givingUp = 0.2;
const beforeAgainMs = 100;
/** Nothing stays killed for so long: who is not answered by then has found a defect. */
const patienceMs = 120_000;

export async function write(options: WriterOptions): Promise<void> {
  const luck = dice(options.seed * 1000 + options.number);
  const rows: OwnRow[] = [];
  for (let count = 0; !options.isOver(); count += 1) {
    await step(options, luck, rows, `${options.number}-${count}`);
    await pause(luck.below(options.pauseMs));
  }
}

async function step(options: WriterOptions, luck: Dice, rows: OwnRow[], marker: string): Promise<void> {
  const row = rows.length > 0 ? luck.pick(rows) : undefined;
  const wish = luck.below(100);
  if (wish < 8) return overwrite(options, luck, marker);
  if (row === undefined || wish < 40) return create(options, luck, rows, marker);
  if (wish < 88 || !row.kind.remove) return rename(options, luck, row, rows, marker);
  return remove(options, luck, row, rows);
}

async function create(options: WriterOptions, luck: Dice, rows: OwnRow[], marker: string): Promise<void> {
  const kind = luck.pick(options.kinds);
  const change = entered(options.ledger, kind, 'created', marker, null);
  const made = await sendUntilAnswered(options.ledger, luck, change, () => kind.create(marker, `key-${marker}`));
  if (made) rows.push({ kind, id: made.id, marker, etag: made.etag });
}

/** Half of the changes name the version they are made for, as careful clients do where nobody else writes. */
async function rename(
  { ledger }: WriterOptions,
  luck: Dice,
  row: OwnRow,
  rows: OwnRow[],
  marker: string,
): Promise<void> {
  const { kind, id } = row;
  const change = entered(ledger, kind, 'updated', marker, id);
  const condition = kind.ownership === 'own' && luck.chance(0.5) ? { ifMatch: row.etag } : {};
  const changed = await sendUntilAnswered(ledger, luck, change, async () => {
    try {
      return await kind.update(id, marker, condition);
    } catch (error) {
      // Nobody else writes this row, so the version is gone because of an attempt whose answer was lost.
      if (!(error instanceof PreconditionFailedError) || change.attempts === 1) throw error;
      return kind.read(id);
    }
  });
  if (changed) Object.assign(row, { marker, etag: changed.etag });
  else rows.splice(rows.indexOf(row), 1);
}

async function overwrite({ ledger, shared }: WriterOptions, luck: Dice, marker: string): Promise<void> {
  const { kind, id } = shared;
  const change = entered(ledger, { ...kind, ownership: 'shared' }, 'updated', marker, id);
  await sendUntilAnswered(ledger, luck, change, () => kind.update(id, marker, {}));
}

async function remove({ ledger }: WriterOptions, luck: Dice, row: OwnRow, rows: OwnRow[]): Promise<void> {
  const { kind, id } = row;
  rows.splice(rows.indexOf(row), 1);
  const change = entered(ledger, kind, 'deleted', row.marker, id);
  await sendUntilAnswered(ledger, luck, change, async () => {
    try {
      await kind.remove?.(id);
    } catch (error) {
      if (!(error instanceof NotFoundError) || change.attempts === 1) throw error;
    }
    return null;
  });
}

function entered(
  ledger: Ledger,
  { type, member, ownership }: Kind,
  verb: Verb,
  marker: string,
  id: string | null,
): Change {
  const change: Change = {
    ...{ verb, type, member, ownership, marker, id, etag: null },
    ...{ state: 'unknown', attempts: 0, lastSentAtMs: 0, shown: null },
  };
  ledger.changes.push(change);
  return change;
}

/**
 * Sends a change until it is answered, or gives up on it for good. Null: it was removed, refused or given up. One of a
 * shared row is sent once: the second time could bring back what others have overwritten since.
 */
async function sendUntilAnswered<T extends Versioned<{ readonly id: string }>>(
  ledger: Ledger,
  luck: Dice,
  change: Change,
  send: () => Promise<T | null>,
): Promise<T | null> {
  const startedMs = performance.now();
  const givesUp = luck.chance(givingUp) || change.ownership === 'shared';
  for (;;) {
    change.attempts += 1;
    change.lastSentAtMs = Date.now();
    try {
      const shown = await send();
      change.state = 'acknowledged';
      ledger.acknowledgedCount += 1;
      ledger.longestMs = Math.max(ledger.longestMs, performance.now() - startedMs);
      if (shown) Object.assign(change, { id: shown.id, etag: shown.etag, shown: bare(shown) });
      return shown;
    } catch (error) {
      if (isRefusal(error)) {
        change.state = 'refused';
        ledger.errors.push(`${nameOf(change)} was refused in attempt ${change.attempts}: ${error}`);
        return null;
      }
      if (error instanceof TokenError) change.attempts -= 1;
      else ledger.unansweredCount += 1;
    }
    if (givesUp && change.attempts > 0) return null;
    if (performance.now() - startedMs > patienceMs) {
      ledger.errors.push(`${nameOf(change)} was not answered within ${patienceMs / 1000} s.`);
      return null;
    }
    await pause(beforeAgainMs);
  }
}

/** Who is asked to come back later, because everything is slow, was not refused. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ProblemError && error.status < 500 && !(error instanceof RateLimitedError);
