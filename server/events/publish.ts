/**
 * Gives committed events their number in the log of their account. The statement of a change writes the event to the
 * outbox; this module numbers it after the commit. After a reader has seen number n, no smaller number ever appears,
 * whatever transactions were open when it read.
 *
 * Publication is serial within an account, by the lock on its row in `published`. A crash leaves events in the outbox;
 * the next run publishes them. Events of one transaction stay together, and transactions are ordered by the last number
 * they drew: if one changed a row after another, its last number is higher.
 */

import { events } from '@muster/contract/resources/events.ts';
import { apiVersion } from '@muster/contract/version.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { isLockTimeout, isPartitionMissing } from '../platform/database/errors.ts';
import { sentTogether } from '../platform/database/sent-together.ts';
import { type Statement, statement } from '../platform/database/statement.ts';
import { representation } from '../platform/store/representation.ts';
import { repeat } from '../repeat.ts';
import { plannedDeliveries } from './fan-out.ts';
import { outboxVacuum } from './outbox-vacuum.ts';
import { ensureWeek } from './weeks.ts';

export interface Publisher {
  /** Signals that an account may have new events; returns at once. */
  wake(): void;
  /** Publishes everything committed so far. */
  publishAll(): Promise<number>;
  /** The listener is called with each account that has newly published events, and with their number. */
  onPublished(listener: (accountId: string, count: number) => void): void;
  stop(): Promise<void>;
}

/**
 * How long events gather before the next batch. Publication takes at most a fifth of the time: where a batch takes long,
 * because there is much to do, the next one waits for more events. An event that comes alone waits for nothing.
 */
export const gatherMs = (batchMs: number): number => Math.min(4 * batchMs, gatherMsMax);
/** A reader notices no more than this. A publication costs PostgreSQL 1.5 ms, and each event in it 0.06 ms. */
const gatherMsMax = 50;
/** Finds events of other nodes and of crashed processes. */
const sweepMs = 1000;
/** The approximate batch size: other accounts wait no longer than one batch takes. */
const partEvents = 5000;
/** While one waits for its commit or a lock, others go on. A connection is left for those who send. */
const accountsAtOnce = 3;
/** The delay before retrying an account that another node is publishing. */
const busyMs = 200;

export function startPublisher(database: Database, onError: (error: unknown) => void): Publisher {
  const listeners: ((accountId: string, count: number) => void)[] = [];
  let running: Promise<unknown> | null = null;
  let isAwaited = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  let again: NodeJS.Timeout | undefined;
  const againAfterBusy = () => {
    clearTimeout(again);
    again = setTimeout(wake, busyMs);
  };
  const vacuumIfDue = outboxVacuum(database, onError);
  const publishOne = publicationOf(database);
  const publishEach = async (publish: (tx: Tx) => Promise<number>) => {
    let count = 0;
    const failures: unknown[] = [];
    const publishNext = async (accounts: { account_id: string }[]): Promise<boolean> => {
      let isMore = false;
      for (let next = accounts.shift(); next; next = accounts.shift()) {
        const { account_id } = next;
        const published = await publishOne(account_id, publish).catch((error: unknown) => {
          if (!isLockTimeout(error)) failures.push(error);
          else againAfterBusy();
          return 0;
        });
        count += published;
        isMore ||= published >= partEvents;
        if (published > 0) for (const listener of listeners) listener(account_id, published);
        await vacuumIfDue(published);
      }
      return isMore;
    };
    // An account with many events waits for the others after each batch; a failing one delays nobody.
    for (let isMore = true; isMore; ) {
      const accounts = await database.query<{ account_id: string }>('select distinct account_id from outbox');
      const ended = await Promise.all(Array.from({ length: accountsAtOnce }, () => publishNext(accounts)));
      isMore = ended.includes(true);
    }
    if (failures.length > 0) throw failures[0];
    return count;
  };
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  const run = () => {
    isAwaited = false;
    const startedAtMs = performance.now();
    running = publishEach(publishIfFree)
      .catch(onError)
      .finally(() => {
        restsUntilMs = performance.now() + gatherMs(performance.now() - startedAtMs);
        running = null;
        if (isAwaited) schedule();
      });
  };
  const schedule = () => {
    const waitMs = restsUntilMs - performance.now();
    if (waitMs > 0) timer = setTimeout(run, waitMs);
    else run();
  };
  const wake = () => {
    if (isAwaited || isStopped) return;
    isAwaited = true;
    if (!running) schedule();
  };
  const sweep = repeat(sweepMs, async () => wake(), onError);
  return {
    wake,
    publishAll: () => publishEach(publish),
    onPublished: (listener) => {
      listeners.push(listener);
    },
    async stop() {
      isStopped = true;
      await sweep.stop();
      clearTimeout(timer);
      isAwaited = false;
      await running;
      clearTimeout(again);
    },
  };
}

/** Asks for the week of each day once, and again where it was missing nevertheless. */
function publicationOf(database: Database) {
  let dayWithWeek = '';
  return async (accountId: string, publish: (tx: Tx) => Promise<number>): Promise<number> => {
    // Outside the transaction: it must not wait for a week while it holds the row that the maker of the week may need.
    const session = database.session(accountId);
    const day = session.machineNow.toISOString().slice(0, 10);
    if (day !== dayWithWeek) await ensureWeek(session);
    dayWithWeek = day;
    return database.transaction(accountId, publish).catch(async (error: unknown) => {
      dayWithWeek = '';
      if (!isPartitionMissing(error)) throw error;
      await ensureWeek(database.session(accountId));
      return database.transaction(accountId, publish);
    });
  };
}

/**
 * Whole transactions, in the order in which they could have seen each other. What is taken are the events up to the last one
 * of the last transaction, without those of transactions that go on behind it: no join, because the planner knows nothing of
 * a table that is emptied all the time, and would look for each event among all transactions. Authors are read once each: an
 * import has thousands of events of one.
 */
const publication = statement(`
with waiting as (
  select transaction_id, min(seq) as first_seq, max(seq) as last_seq, count(*) as size from outbox
  where account_id = $1 and exists (select from published where account_id = $1) group by transaction_id
), part as (
  select max(last_seq) as last_seq
  from (select last_seq, sum(size) over (order by last_seq) - size as events_before from waiting) as due
  where events_before < ${partEvents}
), taken as (
  delete from outbox
  where account_id = $1 and seq <= (select last_seq from part)
    and transaction_id <> all (array(
      select transaction_id from waiting, part where first_seq < part.last_seq and waiting.last_seq > part.last_seq))
  returning outbox.*
), numbered as (
  select ordered.*, $3::date as api_version,
    (select last_id from published where account_id = $1) + row_number() over (order by last_seq, seq) as id
  from (select taken.*, max(seq) over (partition by transaction_id) as last_seq from taken) as ordered
), authors as materialized (
  select author, author::json ->> 'type' as type, author::json ->> 'id' as id from taken group by author
), logged as (
  insert into events (account_id, id, topic, data_type, data_id, occurred_at, recorded_at, published_at,
    business_establishment_id, read_in_establishment_id, left_establishment_id, client_application_id,
    author, author_type, author_id, traceparent, representation)
  select $1, numbered.id, topic, data_type, data_id, occurred_at, recorded_at, $2::timestamptz,
    business_establishment_id, read_in_establishment_id, left_establishment_id, client_application_id,
    numbered.author, authors.type, authors.id, traceparent, ${representation(events, 'numbered')}
  from numbered left join authors on authors.author = numbered.author
  returning 1
), counted as (
  update published set last_id = last_id + (select count(*) from numbered), last_at = $2 where account_id = $1
), ${plannedDeliveries}
select count(*) from numbered`);

/** From here on, no waiting: a transaction that changes an endpoint may change a million deliveries with it. */
const lockText = `select set_config('lock_timeout', '1000', true) from published where account_id = $1 for update`;
const locked = statement(lockText);
/** Fails if another node publishes: that node may be frozen, and other accounts must not wait for it. */
const lockedIfFree = statement(`${lockText} nowait`);
/** Does not reuse numbers of a database state that a restore replaced. */
const begun = statement(`
insert into published (account_id, last_id) select $1, events_from from installation_state on conflict do nothing`);

const publish = (tx: Tx): Promise<number> => publishUnder(tx, locked);
const publishIfFree = (tx: Tx): Promise<number> => publishUnder(tx, lockedIfFree);

/** The publication is sent with its lock, and finds nothing in an account that has no row to be locked. */
async function publishUnder(tx: Tx, lock: Statement): Promise<number> {
  const publishLocked = () =>
    sentTogether([tx.run(lock), tx.run<{ count: string }>(publication, [tx.machineNow, apiVersion])]);
  let [held, [moved]] = await publishLocked();
  if (held.length === 0) {
    await tx.run(begun);
    [held, [moved]] = await publishLocked();
  }
  return Number(moved?.count);
}
