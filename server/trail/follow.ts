/**
 * Follows the audit trail of all accounts, or of one, and sends it in batches. What was sent is saved after it was
 * confirmed, one batch late: a receiver that is killed may have read its last batch without having stored it, so after a
 * failure that batch is sent again. Every message is sent at least once, and in order.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../platform/database/database.ts';
import { type CompleteIds, watchCompleteIds } from './complete-ids.ts';
import { type Message, readBatch } from './messages.ts';
import { beginAgain, beginNow, endLease, findNews, type Position, savePositions, takeLease } from './positions.ts';

export interface TrailFollowing {
  readonly database: Database;
  /** Each has its own positions. */
  readonly follower: string;
  /** Null for all. */
  readonly accountId: string | null;
  /** Everything that is stored is sent again; otherwise it goes on where it was, or begins now. */
  readonly isFromOldest: boolean;
  /** Resolves when the receiver has the messages. */
  readonly send: (messages: readonly Message[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

const lookEveryMs = 400;
/** After a failure, before the next attempt. */
const retryMs = 1000;
/** Messages of one batch, from several accounts if each has few. */
const batchMessages = 1000;
/** What was confirmed so long ago is surely stored. */
const confirmedMs = 10_000;

interface Sent {
  /** After the latest batch, by account. */
  readonly latest: Map<string, Position>;
  readonly atMs: number;
}

export async function followTrail(following: TrailFollowing): Promise<void> {
  const { database, follower, onError, signal } = following;
  const holder = randomUUID();
  const completeIds = watchCompleteIds(database);
  let unsaved: Sent | null = null;
  let isBegun = false;
  while (!signal.aborted) {
    try {
      const complete = await completeIds();
      if (!complete || !(await takeLease(database, follower, holder))) {
        unsaved = null;
        await pause(lookEveryMs, signal);
        continue;
      }
      if (!isBegun) await begin(following, complete);
      isBegun = true;
      if (unsaved && performance.now() - unsaved.atMs > confirmedMs) {
        await save(following, holder, unsaved);
        unsaved = null;
      }
      const batch = await nextBatch(following, complete, unsaved);
      if (batch.messages.length > 0) await following.send(batch.messages);
      if (batch.positions.size === 0) {
        await pause(lookEveryMs, signal);
        continue;
      }
      if (unsaved) await save(following, holder, unsaved);
      unsaved = { latest: batch.positions, atMs: performance.now() };
    } catch (error) {
      // The batch before is sent again too: its positions are not saved.
      unsaved = null;
      onError(error);
      await pause(retryMs, signal);
    }
  }
  await endLease(database, follower, holder).catch(onError);
}

const begin = ({ database, follower, isFromOldest }: TrailFollowing, complete: CompleteIds): Promise<unknown> =>
  isFromOldest ? beginAgain(database, follower) : beginNow(database, follower, complete);

const save = ({ database, follower }: TrailFollowing, holder: string, { latest }: Sent): Promise<unknown> =>
  savePositions(database, follower, holder, [...latest.values()]);

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}

interface NextBatch {
  readonly messages: readonly Message[];
  readonly positions: Map<string, Position>;
}

async function nextBatch(
  { database, follower, accountId }: TrailFollowing,
  complete: CompleteIds,
  unsaved: Sent | null,
): Promise<NextBatch> {
  const messages: Message[] = [];
  const positions = new Map<string, Position>();
  const news = (await findNews(database, follower, complete))
    .filter((one) => accountId === null || one.accountId === accountId)
    .map((one) => unsaved?.latest.get(one.accountId) ?? one);
  for (const position of news) {
    const batch = await readBatch(database, position, complete);
    if (isSame(batch.position, position)) continue;
    messages.push(...batch.messages);
    positions.set(position.accountId, batch.position);
    if (messages.length >= batchMessages) break;
  }
  return { messages, positions };
}

const isSame = (one: Position, other: Position): boolean =>
  one.auditId === other.auditId && one.readId === other.readId && one.eventId === other.eventId;
