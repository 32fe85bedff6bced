/**
 * Days that begin. Status and applicable employment and position are kept in rows, so that lists are narrowed by them
 * through indexes; when a day begins on which they change, the change is recorded, once, in the background and in sets.
 * Anyone who reads meanwhile waits for a tenth of a second at most: what is asked about one person is up to date, and a
 * list is where few people change; where thousands do, it shows some of them as they were until the work is done.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { employees } from '@muster/contract/resources/employees.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { Condition } from '../platform/store/condition.ts';
import { setHiddenColumns } from '../platform/store/write.ts';
import { lockUpToDate, recordAgain, recordDueDays } from './days.ts';

/** Whom a request is about: one person, several or all who may be on a list, or everybody for certain. */
export type Concerned =
  | { readonly employeeId: string }
  | { readonly table: string; readonly id: string }
  | 'some'
  | 'all';

export interface DayRollover {
  /** A promise only where something may have to be done first. */
  beforeReading(accountId: string, concerned?: Concerned): Promise<void> | undefined;
  /** To be called after a change in an account: it may have moved the next day that matters. */
  forget(accountId: string): void;
  /** Settles every account whose time has come. */
  sweep(): Promise<void>;
}

export interface DayRolloverOptions {
  /** For requests. */
  readonly database: Database;
  /** For the work in the background, which takes no connection from requests. */
  readonly background: Database;
  /** By the clock of the account. */
  readonly nowOf: (accountId: string) => Date;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** How long the next moment that was read is relied upon: other nodes may have set an earlier one. */
const reliedUponMs = 500;
/** The same where nobody reads. */
const sweptEveryMs = 10_000;
/** How long a list waits for the work in the background: with what it costs to find out, less than a tenth of a second. */
const readerMs = 80;
/** So many are done in that time. Where there are no more, a busy machine is given some time longer. */
const fewPeople = 100;
const fewPeopleMs = 1000;
/** Where there are more, waiting would not make a list right. */
const manyPeople = 300;
/** Somebody else is at it, or holds the rows. */
const retryMs = 20;
const retriesMax = 100;
const accountsAtOnce = 2;

interface Known {
  readonly askedMs: number;
  readonly dueMs: number;
}

export function dayRollover(options: DayRolloverOptions): DayRollover {
  const { database, background, nowOf, onChange, onError } = options;
  const known = new Map<string, Known>();
  const working = new Map<string, Promise<void>>();
  /** Changed since the look at them began: what it has read is not to be relied upon. */
  const changed = new Set<string>();

  const isUpToDate = (accountId: string, patienceMs: number): boolean => {
    const nowMs = nowOf(accountId).getTime();
    const { askedMs, dueMs } = known.get(accountId) ?? { askedMs: Number.NEGATIVE_INFINITY, dueMs: 0 };
    return Math.abs(nowMs - askedMs) < patienceMs && dueMs > nowMs;
  };

  /** Whether anything is due, and remembers when that will be. */
  async function look(accountId: string, by: Database): Promise<Due | null> {
    changed.delete(accountId);
    const { at, isMovedBack } = await nextDue(by, accountId);
    // Taken afterwards: what was made due while this was asked must not look as if it lay ahead.
    const asked = nowOf(accountId);
    if (isMovedBack || (at !== null && at <= asked)) return { isMovedBack };
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

  /** One at a time per account. Who waits for it is answered whatever becomes of it. */
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
      isUpToDate(accountId, reliedUponMs) ? undefined : rollOverForReader(accountId, concerned),
    forget(accountId) {
      known.delete(accountId);
      changed.add(accountId);
    },
    async sweep() {
      const accounts = await background.query<{ id: string }>('select id::text as id from accounts');
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
select (select min(stale_at) from employees where account_id = $1) as at, is_clock_moved_back as "isMovedBack"
from accounts where id = $1`);

async function nextDue(database: Database, accountId: string): Promise<Due & { at: Date | null }> {
  const [row] = await database.session(accountId).run<Due & { at: Date | null }>(next);
  return row ?? { at: null, isMovedBack: false };
}

const counted = statement(`
select count(*) as count from (
  select 1 from employees where account_id = $1 and (stale_at <= $2 or $3::boolean) limit ${manyPeople + 1}) as due`);

/** Counted no further than it matters. */
async function dueCount(database: Database, accountId: string, now: Date, { isMovedBack }: Due): Promise<number> {
  const [row] = await database.session(accountId).run<{ count: string }>(counted, [now, isMovedBack]);
  return Number(row?.count);
}

/** Nobody waits longer for anyone who has the person locked: they record the same days. */
const patience = statement(`select set_config('lock_timeout', $2, true) where $1::bigint is not null`);

const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03';

/** The same for one person alone; who is not due costs one statement. Returns whether the person is known. */
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
      await (isMovedBack ? recordAgain(tx, row.id) : lockUpToDate(tx, row.id));
    });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
  return true;
}

const movedBack = statement('update accounts set is_clock_moved_back = false where id = $1 and is_clock_moved_back');

/** A clock that was moved back leaves days settled that have not begun any more. */
async function makeEverybodyDue(tx: Tx): Promise<void> {
  await tx.run(movedBack);
  await setHiddenColumns(tx, employees, [], { staleAt: tx.now });
}

/** Where an establishment changes its timezone, days begin at other moments for everybody who ever worked there. */
export async function markStale(tx: Tx, establishmentId: string): Promise<void> {
  const whoWorkedThere: Condition = (place) => `id in (
  select employee_id from job_positions where account_id = $1 and business_establishment_id = ${place(establishmentId)})`;
  await makeDue(tx, whoWorkedThere);
}

/** At this moment, and not for those who have earlier days to catch up with. */
export async function makeDue(tx: Tx, who: Condition): Promise<void> {
  const isNotDue: Condition = (place) => `(stale_at is null or stale_at > ${place(tx.now)}::timestamptz)`;
  await setHiddenColumns(tx, employees, [who, isNotDue], { staleAt: tx.now });
}
