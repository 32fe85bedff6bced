/**
 * Gives committed events their place in the log of their account. An event is written to the outbox by the statement
 * of its change and numbered here, after the commit: a reader who has seen number n will never find a smaller one
 * appear, whatever was still open when it read.
 *
 * Serial within an account, by the lock on its row in `published`. A crash leaves events in the outbox; the next run
 * takes them. Events of one transaction stay together, and transactions follow the order in which they could have
 * seen each other: one that changed a row after another has drawn its last number later.
 */

import { events } from '@muster/contract/resources/events.ts';
import { apiVersion } from '@muster/contract/version.ts';
import type { Database, Tx } from '../database/database.ts';
import { type Statement, statement } from '../database/statement.ts';
import { representation } from '../store/representation.ts';
import { plannedDeliveries } from './fan-out.ts';

export interface Publisher {
  /** Says that an account may have news; returns at once. */
  wake(): void;
  /** Publishes everything committed so far. */
  publishAll(): Promise<number>;
  /** The listener is called with each account of which something was published from now on. */
  onPublished(listener: (accountId: string) => void): void;
  stop(): Promise<void>;
}

/** Batches keep publication cheap under load; a reader waits this much longer for an event. */
const gatherMs = 50;
/** For events of other nodes, and of a process that died before it published. */
const sweepMs = 1000;
/** About so many events are published together: other accounts wait no longer than these take. */
const partEvents = 5000;
/** An account that another node is publishing is looked at again after this time. */
const busyMs = 200;

export function startPublisher(database: Database, onError: (error: unknown) => void): Publisher {
  const listeners: ((accountId: string) => void)[] = [];
  let running: Promise<unknown> | null = null;
  let isAwaited = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  let again: NodeJS.Timeout | undefined;
  const againAfterBusy = () => {
    clearTimeout(again);
    again = setTimeout(wake, busyMs);
  };
  const publishEach = async (publish: (tx: Tx) => Promise<number>) => {
    let count = 0;
    const failures: unknown[] = [];
    // An account with very much to publish waits for the others after each part; one that fails keeps nobody waiting.
    for (let isMore = true; isMore; ) {
      isMore = false;
      const accounts = await database.query<{ account_id: string }>('select distinct account_id from outbox');
      for (const { account_id } of accounts) {
        const published = await database.transaction(account_id, publish).catch((error: unknown) => {
          if (!isLockTimeout(error)) failures.push(error);
          else againAfterBusy();
          return 0;
        });
        count += published;
        isMore ||= published >= partEvents;
        if (published > 0) for (const listener of listeners) listener(account_id);
      }
    }
    if (failures.length > 0) throw failures[0];
    return count;
  };
  const run = () => {
    isAwaited = false;
    running = publishEach(publishIfFree)
      .catch(onError)
      .finally(() => {
        running = null;
        if (isAwaited) schedule();
      });
  };
  const schedule = () => {
    timer = setTimeout(run, gatherMs);
  };
  const wake = () => {
    if (isAwaited || isStopped) return;
    isAwaited = true;
    if (!running) schedule();
  };
  const sweep = setInterval(wake, sweepMs);
  return {
    wake,
    publishAll: () => publishEach(publish),
    onPublished: (listener) => {
      listeners.push(listener);
    },
    async stop() {
      isStopped = true;
      clearInterval(sweep);
      clearTimeout(timer);
      isAwaited = false;
      await running;
      clearTimeout(again);
    },
  };
}

/** The account's turn comes again in a moment. */
const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03';

/**
 * Normally there already; a node that slept finds them missing. By the time of the machine, whatever time it is in the
 * account: no tenant can make a partition.
 */
const partitionsNeeded = statement(`
select ensure_partition('events', $2), ensure_partition('deliveries', $2) where $1::bigint is not null`);

/** Whole transactions, those first that could not have seen the others. */
const publication = statement(`
with waiting as (
  select transaction_id, max(seq) as last_seq, count(*) as size from outbox where account_id = $1 group by transaction_id
), due as (
  select transaction_id, last_seq, sum(size) over (order by last_seq) - size as events_before from waiting
), taken as (
  delete from outbox using due
  where account_id = $1 and outbox.transaction_id = due.transaction_id and events_before < ${partEvents}
  returning outbox.*, due.last_seq
), numbered as (
  select taken.*, $3::date as api_version, last_id + row_number() over (order by last_seq, seq) as id
  from taken, published where published.account_id = $1
), logged as (
  insert into events (account_id, id, topic, data_type, data_id, occurred_at, recorded_at, published_at,
    business_establishment_id, client_application_id, representation)
  select $1, id, topic, data_type, data_id, occurred_at, recorded_at, $2::timestamptz,
    business_establishment_id, client_application_id, ${representation(events, 'numbered')}
  from numbered
), counted as (
  update published set last_id = last_id + (select count(*) from numbered), last_at = $2 where account_id = $1
), ${plannedDeliveries}
select count(*) from numbered`);

/** From here on nobody is waited for: who changes an endpoint may have a million deliveries to change with it. */
const lockText = `select set_config('lock_timeout', '1000', true) from published where account_id = $1 for update`;
const locked = statement(lockText);
/** Fails where another node publishes: it may be frozen, and the other accounts must not wait for it. */
const lockedIfFree = statement(`${lockText} nowait`);
/** Numbers that a state of the database may have given out which is gone are not given out again. */
const begun = statement(`
insert into published (account_id, last_id) select $1, events_from from installation_state on conflict do nothing`);

const publish = (tx: Tx): Promise<number> => publishUnder(tx, locked);
const publishIfFree = (tx: Tx): Promise<number> => publishUnder(tx, lockedIfFree);

async function publishUnder(tx: Tx, lock: Statement): Promise<number> {
  if ((await tx.run(lock)).length === 0) {
    await tx.run(begun);
    await tx.run(lock);
  }
  await tx.run(partitionsNeeded, [tx.machineNow]);
  const [moved] = await tx.run<{ count: string }>(publication, [tx.machineNow, apiVersion]);
  return Number(moved?.count);
}
