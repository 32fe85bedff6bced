/**
 * Clients that write continuously while things are killed, and record the responses in the ledger. The seed determines
 * their changes, but not the time of the responses.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { NotFoundError, PreconditionFailedError, TokenError, type Versioned } from '@muster/client';
import { type Dice, dice } from '../../demo/dice.ts';
import { isInternal, isRefusal } from './failures.ts';
import type { Kind } from './kind.ts';
import { bare, type Change, type Ledger, nameOf, type Verb } from './ledger.ts';

export interface WriterOptions {
  readonly seed: number;
  readonly number: number;
  readonly kinds: readonly Kind[];
  readonly shared: SharedRow;
  readonly ledger: Ledger;
  readonly isOver: () => boolean;
  /** The longest pause between two changes. */
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

/** A writer with so many rows deletes or forgets one before it makes another: late changes cost what early ones do. */
const rowsMax = 100;
/** The share of clients that give up after a missing response. */
const givingUp = 0.2;
const beforeAgainMs = 100;
/** Nothing stays down this long: a client without a response by then has found a bug. */
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
  const [oldest] = rows;
  if (oldest && rows.length >= rowsMax) {
    if (oldest.kind.remove) return remove(options, luck, oldest, rows);
    rows.shift();
  }
  const kind = kindOf(options, marker);
  const change = entered(options.ledger, kind, 'created', marker, null);
  const made = await sendUntilAnswered(options.ledger, luck, change, () => kind.create(marker, `key-${marker}`));
  if (made) rows.push({ kind, id: made.id, marker: change.marker, etag: made.etag });
}

/** In turn, so that a few changes are of many kinds: writers begin with different ones. */
function kindOf({ kinds, number }: WriterOptions, marker: string): Kind {
  return kinds[(number + Number(marker.split('-').at(-1))) % kinds.length] as Kind;
}

/** Half of the changes use If-Match, as careful clients do if nobody else writes. */
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
      // Nobody else writes this row, so the version changed through an attempt whose response was lost.
      if (!(error instanceof PreconditionFailedError) || change.attempts === 1) throw error;
      return kind.read(id);
    }
  });
  if (changed) Object.assign(row, { marker: change.marker, etag: changed.etag });
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
  const change = entered(ledger, { ...kind, shown: (marker) => marker }, 'deleted', row.marker, id);
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
  { type, member, ownership, shown = (marker) => marker }: Kind,
  verb: Verb,
  marker: string,
  id: string | null,
): Change {
  const change: Change = {
    ...{ verb, type, member, ownership, marker: shown(marker), id, etag: null },
    ...{ state: 'unknown', attempts: 0, lastSentAtMs: 0, shown: null },
  };
  ledger.changes.push(change);
  return change;
}

/**
 * Sends a change until there is a response, or gives up. Null: it was removed, refused or given up. A change of a
 * shared row is sent once: a second time could undo later changes of others.
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
      if (isInternal(error)) ledger.errors.push(`${nameOf(change)} was answered by an internal error: ${error}`);
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
