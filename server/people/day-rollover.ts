/**
 * Day rollover. Status, applicable employment and applicable position are stored in rows, so that lists can filter by
 * them with indexes. When a new day changes them, the change is recorded once, in the background and in batches. A read
 * waits for a tenth of a second at most: a request about one person is always up to date, and so is a list if few
 * people change. If thousands change, a list shows some of them in their former state until the work is done.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { employees } from '@muster/contract/resources/employees.ts';
import { isOpenAccount } from '../platform/database/closed-accounts.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { isLockTimeout } from '../platform/database/errors.ts';
import { statement } from '../platform/database/statement.ts';
import type { Condition } from '../platform/store/condition.ts';
import { setHiddenColumns } from '../platform/store/write.ts';
import { lockUpToDate, recordAgain, recordDueDays } from './days.ts';
import { ofEmployee } from './row-of-person.ts';

/** The people that a request concerns: one person, several or all in a list, or everybody exactly. */
export type Concerned =
  | { readonly employeeId: string }
  | { readonly table: string; readonly id: string }
  | 'some'
  | 'all';

export interface DayRollover {
  /** Returns a promise only if there may be work to do first. */
  beforeReading(accountId: string, concerned?: Concerned): Promise<void> | undefined;
  /** Call it after a change in an account: the next relevant day may be another. */
  forget(accountId: string): void;
  /** Updates every account that is due. */
  sweep(): Promise<void>;
}

export interface DayRolloverOptions {
  /** For requests. */
  readonly database: Database;
  /** For background work, which takes no connection from requests. */
  readonly background: Database;
  /** By the clock of the account. */
  readonly nowOf: (accountId: string) => Date;
  /** Whether the clock of the account can be moved, on any node: what was known a moment ago may be wrong. */
  readonly isMovable: (accountId: string) => boolean;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** How long the next due time is cached: other nodes may have set an earlier one. */
const reliedUponMs = 500;
/** The same if nobody reads. */
const sweptEveryMs = 10_000;
/** How long the list of accounts is good for: a day of a new one also begins when somebody reads. */
const accountsMs = 2000;
/** How long a list waits for the background work: together with the check, less than a tenth of a second. */
const readerMs = 80;
/** So many people are done in that time. With no more than these, a busy machine gets some more time. */
const fewPeople = 100;
const fewPeopleMs = 1000;
/** With more than these, waiting would not make a list right. */
const manyPeople = 300;
/** Another node is working, or holds the rows. */
const retryMs = 20;
const retriesMax = 100;
const accountsAtOnce = 2;

interface Known {
  readonly askedMs: number;
  readonly dueMs: number;
}

export function dayRollover(options: DayRolloverOptions): DayRollover {
  const { database, background, nowOf, isMovable, onChange, onError } = options;
  const known = new Map<string, Known>();
  const working = new Map<string, Promise<void>>();
  /** Changed since the check began: its result must not be cached. */
  const changed = new Set<string>();
  let accounts: readonly { readonly id: string }[] = [];
  let listedAtMs = Number.NEGATIVE_INFINITY;

  const isUpToDate = (accountId: string, patienceMs: number): boolean => {
    const nowMs = nowOf(accountId).getTime();
    const { askedMs, dueMs } = known.get(accountId) ?? { askedMs: Number.NEGATIVE_INFINITY, dueMs: 0 };
    return Math.abs(nowMs - askedMs) < patienceMs && dueMs > nowMs;
  };

  /** Whether anything is due; caches when that will be. */
  async function look(accountId: string, by: Database): Promise<Due | null> {
    changed.delete(accountId);
    const { at, isMovedBack, isClosed } = await nextDue(by, accountId);
    // Not cached: somebody may keep the account.
    if (isClosed) return null;
    // Read afterwards, so that people who became due during the query do not appear to be due later.
    const asked = nowOf(accountId);
    if (isMovedBack || (at !== null && at <= asked)) {
      known.delete(accountId);
      return { isMovedBack };
    }
    if (!changed.has(accountId))
      known.set(accountId, { askedMs: asked.getTime(), dueMs: at?.getTime() ?? Number.POSITIVE_INFINITY });
    return null;
  }

  async function work(accountId: string): Promise<void> {
    for (let retries = 0; retries < retriesMax; retries += 1) {
      const due = await look(accountId, background);
      if (!due) return;
      if (due.isMovedBack) await background.transaction(accountId, makeEverybodyDue);
      const until = nowOf(accountId);
      while ((await background.transaction(accountId, (tx) => recordDueDays(tx, until))) > 0) {
        retries = 0;
        onChange();
      }
      if (retries > 0) await pause(retryMs);
    }
  }

  /** One run at a time per account. Waiting requests continue even if it fails. */
  function rollOver(accountId: string): Promise<void> {
    const running =
      working.get(accountId) ??
      work(accountId)
        .catch(onError)
        .finally(() => working.delete(accountId));
    working.set(accountId, running);
    return running;
  }

  async function rollOverForReader(accountId: string, concerned: Concerned): Promise<void> {
    const startedMs = performance.now();
    const due = await look(accountId, database);
    if (!due) return;
    const isWaiting = () => !isUpToDate(accountId, reliedUponMs);
    if (concerned === 'all') {
      await rollOver(accountId);
      return isWaiting() ? rollOver(accountId) : undefined;
    }
    const count = await dueCount(database, accountId, nowOf(accountId), due);
    const patienceMs = count <= fewPeople ? fewPeopleMs : readerMs;
    const isKnown =
      typeof concerned === 'object' && (await rollOverPerson(database, accountId, concerned, due, patienceMs));
    if (isKnown) onChange();
    if (isKnown || count > manyPeople) return void rollOver(accountId);
    while (isWaiting()) {
      const leftMs = startedMs + patienceMs - performance.now();
      if (leftMs <= 0) return;
      await Promise.race([rollOver(accountId), pause(leftMs)]);
    }
  }

  return {
    beforeReading: (accountId, concerned = 'some') =>
      isUpToDate(accountId, reliedUponMs) && !isMovable(accountId)
        ? undefined
        : rollOverForReader(accountId, concerned),
    forget(accountId) {
      known.delete(accountId);
      changed.add(accountId);
    },
    async sweep() {
      if (performance.now() - listedAtMs >= accountsMs) {
        accounts = await background.query(`select id::text as id from accounts where ${isOpenAccount('id')}`);
        listedAtMs = performance.now();
      }
      const due = accounts.filter(({ id }) => !isUpToDate(id, sweptEveryMs)).values();
      const inTurn = async () => {
        for (const { id } of due) await rollOver(id);
      };
      await Promise.all(Array.from({ length: accountsAtOnce }, inTurn));
    },
  };
}

interface Due {
  readonly isMovedBack: boolean;
}

const next = statement(`
select (select min(stale_at) from employees where account_id = $1) as at, is_clock_moved_back as "isMovedBack",
  state = 'closed' as "isClosed"
from accounts where id = $1`);

interface Next extends Due {
  readonly at: Date | null;
  /** Since the list of accounts was read. */
  readonly isClosed: boolean;
}

async function nextDue(database: Database, accountId: string): Promise<Next> {
  const [row] = await database.session(accountId).run<Next>(next);
  return row ?? { at: null, isMovedBack: false, isClosed: true };
}

const counted = statement(`
select count(*) as count from (
  select 1 from employees where account_id = $1 and (stale_at <= $2 or $3::boolean) limit ${manyPeople + 1}) as due`);

/** Counts only as far as it matters. */
async function dueCount(database: Database, accountId: string, now: Date, { isMovedBack }: Due): Promise<number> {
  const [row] = await database.session(accountId).run<{ count: string }>(counted, [now, isMovedBack]);
  return Number(row?.count);
}

/** Nobody waits longer for a lock on the person: the lock holder records the same days. */
const patience = statement(`select set_config('lock_timeout', $2, true) where $1::bigint is not null`);

/** The same for one person; a person who is not due costs one statement. Returns whether the person exists. */
async function rollOverPerson(
  database: Database,
  accountId: string,
  concerned: Exclude<Concerned, string>,
  { isMovedBack }: Due,
  patienceMs: number,
): Promise<boolean> {
  const [of, id] =
    'employeeId' in concerned
      ? ['$2::bigint', concerned.employeeId]
      : [`(select employee_id from ${concerned.table} where account_id = $1 and id = $2)`, concerned.id];
  const person = statement(`
select id::text as id, coalesce(stale_at <= $3, false) or $4::boolean as "isDue"
from employees where account_id = $1 and id = ${of}`);
  const session = database.session(accountId);
  const [row] = await session.run<{ id: string; isDue: boolean }>(person, [id, session.now, isMovedBack]);
  if (!row?.isDue) return row !== undefined;
  try {
    await database.transaction(accountId, async (tx) => {
      await tx.run(patience, [String(patienceMs)]);
      await (isMovedBack ? recordAgain(tx, row.id) : lockUpToDate(tx, ofEmployee(row.id)));
    });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
  return true;
}

const movedBack = statement(`
update accounts set is_clock_moved_back = false where id = $1 and is_clock_moved_back and clock_offset_ms = $2
returning id`);

/**
 * After a clock was moved back, some recorded days have not begun yet. A node that still has the former clock does
 * nothing: it would record the days of the former clock again.
 */
async function makeEverybodyDue(tx: Tx): Promise<void> {
  const [isCurrent] = await tx.run(movedBack, [tx.now.getTime() - tx.machineNow.getTime()]);
  if (isCurrent) await setHiddenColumns(tx, employees, [], { staleAt: tx.now });
}

/** If an establishment changes its timezone, days begin at other times for everybody who ever worked there. */
export async function markStale(tx: Tx, establishmentId: string): Promise<void> {
  const whoWorkedThere: Condition = (place) => `id in (
  select employee_id from job_positions where account_id = $1 and business_establishment_id = ${place(establishmentId)})`;
  await makeDue(tx, whoWorkedThere);
}

/** At this time, but not for people with earlier pending days. */
export async function makeDue(tx: Tx, who: Condition): Promise<void> {
  const isNotDue: Condition = (place) => `(stale_at is null or stale_at > ${place(tx.now)}::timestamptz)`;
  await setHiddenColumns(tx, employees, [who, isNotDue], { staleAt: tx.now });
}
