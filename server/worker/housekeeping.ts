/**
 * Removes expired data: events with their deliveries, stored responses of idempotent creations, revocations of expired
 * tokens, old signing keys, sessions of people. Every node may do it; doing it twice is harmless.
 */
import { settingsMax } from '@muster/contract/administration/account-settings.ts';
import { within } from '@muster/contract/administration/installation-bounds.ts';
import { isExpiredEntry, requestsKeptFrom } from '../admin/activity/retention.ts';
import { forgetEnded } from '../identity/accounts/rotating-secrets.ts';
import { applicationSecrets, keySecrets } from '../identity/accounts/secret-rotations.ts';
import { throttling } from '../identity/auth/throttle.ts';
import { signInsKeptFrom } from '../identity/sign-in/sign-ins.ts';
import { removeExpiredImports } from '../imports/import-verbs.ts';
import type { Database, Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { binder } from '../platform/store/condition.ts';
import { readTables } from '../reads/read-log.ts';
import { readLogDaysOf, removeExpiredReads, standardReadLogDays } from '../reads/retention.ts';
import { repeat } from '../repeat.ts';
import { dropMonths, dropPartitions, eventTables, logTables, makeMonths, makePartitions } from './partitions.ts';

export interface Housekeeping {
  /** Removes everything that is due now. */
  clean(): Promise<void>;
  stop(): Promise<void>;
}

export interface HousekeepingOptions {
  readonly database: Database;
  /** By default; the account may set its own. */
  readonly eventDays: number;
  readonly now: () => Date;
  /** By the clock of an account. */
  readonly nowOf: (accountId: string) => Date;
  /** Whether the machine's clock is trusted; otherwise nothing is removed. */
  readonly isClockTrusted: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

const everyMs = 3_600_000;
/** After a start: requests come first, and a process that soon ends need not have cleaned. */
const firstMs = 5000;
/** Small enough to stay far below the time limit of a statement. */
const batchRows = 5000;

const dayMs = 86_400_000;

export function startHousekeeping(options: HousekeepingOptions): Housekeeping {
  const { database, eventDays, now, nowOf, isClockTrusted, onError } = options;

  async function partition(): Promise<void> {
    await makePartitions(database, now());
    await makeMonths(database, readTables, now());
  }

  async function clean(): Promise<void> {
    await partition();
    if (!(await isClockTrusted())) return;
    await database.query('delete from revoked_tokens where expires_at < $1', [now()]);
    await database.query('delete from signing_keys where verifies_until < $1', [now()]);
    await database.query('delete from administrator_sessions where expires_at < $1', [now()]);
    await database.query('delete from pending_sign_ins where expires_at < $1', [now()]);
    await database.query('delete from administrator_sign_ins where signed_in_at < $1', [signInsKeptFrom(now())]);
    await database.query('delete from guesses where last_at <= $1', [new Date(now().getTime() - throttling.forgetMs)]);
    const accounts = await database.query<{ id: string; event_days: number | null }>(
      'select id, event_days from accounts',
    );
    const daysIn = ({ event_days }: { event_days: number | null }) =>
      event_days === null ? eventDays : within(database.bounds, 'eventDays', event_days);
    const longestDays = accounts.reduce((longest, account) => Math.max(longest, daysIn(account)), eventDays);
    await dropPartitions(database, eventTables, new Date(now().getTime() - longestDays * dayMs));
    await dropPartitions(database, logTables, new Date(now().getTime() - settingsMax.requestLogDays * dayMs));
    let longestReadDays = standardReadLogDays;
    let isAnythingHeld = false;
    for (const account of accounts) {
      const { id } = account;
      await inBatches(database, id, expiredEvents, new Date(nowOf(id).getTime() - daysIn(account) * dayMs));
      await inBatches(database, id, eventlessDeliveries);
      await inBatches(database, id, expiredKeys, now());
      const session = database.session(id);
      // Batch by batch.
      while (await removeExpiredRequests(session));
      while (await removeExpiredEntries(session));
      while (await removeExpiredReads(session));
      longestReadDays = Math.max(longestReadDays, await readLogDaysOf(session));
      isAnythingHeld ||= (await session.run(activeHold)).length > 0;
      while (await removeExpiredImports(session));
      await forgetEnded(session, applicationSecrets);
      await forgetEnded(session, keySecrets);
    }
    // A month may hold entries about somebody whom a legal hold protects.
    if (!isAnythingHeld) await dropMonths(database, readTables, new Date(now().getTime() - longestReadDays * dayMs));
  }
  const repeated = repeat(everyMs, clean, onError);
  const partitioned = partition().catch(onError);
  const first = setTimeout(repeated.run, firstMs).unref();
  return {
    clean,
    async stop() {
      clearTimeout(first);
      await Promise.all([partitioned, repeated.stop()]);
    },
  };
}

const activeHold = statement(`select 1 from legal_holds where account_id = $1 and status = 'active' limit 1`);

/** By the clock of the account. For an event recorded late, retention starts at the recording. */
const expiredEvents = statement(`
delete from events where account_id = $1 and occurred_at < $2 and id = any(array(
  select id from events where account_id = $1 and occurred_at < $2 and coalesce(recorded_at, occurred_at) < $2
  order by occurred_at limit ${batchRows}
)) returning 1`);

/** Deliveries, and their attempts, whose event is gone. Later events have a higher number. */
const eventlessDeliveries = statement(`
with eventless as (
  select id from deliveries where account_id = $1 and event_id < coalesce(
    (select min(id) from events where account_id = $1),
    (select last_id + 1 from published where account_id = $1))
  limit ${batchRows}
), gone as (
  delete from deliveries where account_id = $1 and id = any(array(select id from eventless))
), attempts_gone as (
  delete from delivery_attempts where account_id = $1 and delivery_id = any(array(select id from eventless))
)
select 1 from eventless`);

/** Checked again when it is deleted: a key may be reused in between. */
const expiredKeys = statement(`
delete from idempotency_keys where account_id = $1 and expires_at <= $2 and (client_application_id, key) in (
  select client_application_id, key from idempotency_keys where account_id = $1 and expires_at <= $2 limit ${batchRows}
) returning 1`);

async function removeExpiredRequests(session: Session): Promise<boolean> {
  const { values, place } = binder();
  const text = `
delete from request_log where account_id = $1 and id = any(array(
  select id from request_log where account_id = $1 and occurred_at < ${requestsKeptFrom(session, place)}
  order by id limit ${batchRows}
)) returning 1`;
  return (await session.run(statement(text), values)).length === batchRows;
}

async function removeExpiredEntries(session: Session): Promise<boolean> {
  const { values, place } = binder();
  const text = `
delete from audit_entries where account_id = $1 and id = any(array(
  select id from audit_entries as entry where account_id = $1 and ${isExpiredEntry('entry', session, place)}
  order by created_at limit ${batchRows}
)) returning 1`;
  return (await session.run(statement(text), values)).length === batchRows;
}

async function inBatches(
  database: Database,
  accountId: string,
  deletion: typeof expiredEvents,
  ...values: readonly Date[]
): Promise<void> {
  const session = database.session(accountId);
  while ((await session.run(deletion, values)).length === batchRows);
}
