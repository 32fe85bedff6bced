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
import { statement } from '../database/statement.ts';
import { representation } from '../store/representation.ts';

export interface Publisher {
  /** Says that an account may have news; returns at once. */
  wake(): void;
  /** Publishes everything committed so far. */
  publishAll(): Promise<number>;
  stop(): Promise<void>;
}

/** Batches keep publication cheap under load; a reader waits this much longer for an event. */
const gatherMs = 50;
/** For events of other nodes, and of a process that died before it published. */
const sweepMs = 1000;

export function startPublisher(database: Database, onError: (error: unknown) => void): Publisher {
  let running: Promise<unknown> | null = null;
  let isAwaited = false;
  let timer: NodeJS.Timeout | undefined;

  const publishAll = async () => {
    const accounts = await database.query<{ account_id: string }>('select distinct account_id from outbox');
    let count = 0;
    for (const { account_id } of accounts) count += await database.transaction(account_id, publish);
    return count;
  };
  const run = () => {
    isAwaited = false;
    running = publishAll()
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
    if (isAwaited) return;
    isAwaited = true;
    if (!running) schedule();
  };
  const sweep = setInterval(wake, sweepMs);
  return {
    wake,
    publishAll,
    async stop() {
      clearInterval(sweep);
      clearTimeout(timer);
      isAwaited = false;
      await running;
    },
  };
}

async function publish(tx: Tx): Promise<number> {
  await tx.run(statement('insert into published (account_id, last_id) values ($1, 0) on conflict do nothing'));
  await tx.run(statement('select last_id from published where account_id = $1 for update'));
  const [moved] = await tx.run<{ count: string }>(
    statement(`
with taken as (
  delete from outbox where account_id = $1 returning *
), ordered as (
  select taken.*, max(seq) over (partition by transaction_id) as last_seq from taken
), numbered as (
  select ordered.*, $2::date as api_version, last_id + row_number() over (order by last_seq, seq) as id
  from ordered, published where published.account_id = $1
), logged as (
  insert into events (account_id, id, topic, data_type, data_id, occurred_at, business_establishment_id, representation)
  select $1, id, topic, data_type, data_id, occurred_at, business_establishment_id, ${representation(events, 'numbered')}
  from numbered
), counted as (
  update published set last_id = last_id + (select count(*) from numbered) where account_id = $1
)
select count(*) from numbered`),
    [apiVersion],
  );
  return Number(moved?.count);
}
