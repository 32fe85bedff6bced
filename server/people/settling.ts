/**
 * Days that begin. Status and applicable employment and position are kept in rows, so that lists are narrowed by them
 * through indexes; when a day begins on which they change, they are worked out anew and the change is recorded as an
 * event, once: before anybody reads, and by a clock of our own where nobody does.
 */
import { employees } from '@muster/contract/resources/employees.ts';
import type { Database, Session, Tx } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Condition } from '../store/read.ts';
import { tend } from '../store/write.ts';
import { settled } from './career.ts';
import { lockCareer, record } from './records.ts';

export interface Settling {
  /** A promise only where something may have to be done first. */
  beforeReading(accountId: string): Promise<void> | undefined;
  /** To be called after a change in an account: it may have moved the next day that matters. */
  forget(accountId: string): void;
  /** Settles every account whose time has come. */
  sweep(): Promise<void>;
}

/** How long the next moment that was read is relied upon: other nodes may have set an earlier one. */
const reliedUponMs = 500;
/** The same where nobody reads. */
const sweptEveryMs = 10_000;

interface Known {
  readonly askedMs: number;
  readonly dueMs: number;
}

/** `nowOf`: by the clock of the account. */
export function settling(database: Database, nowOf: (accountId: string) => Date, onChange: () => void): Settling {
  const known = new Map<string, Known>();
  const working = new Map<string, Promise<void>>();
  /** Changed since the work on them began: what that work has read is not to be relied upon. */
  const changed = new Set<string>();

  const isSettled = (accountId: string, patienceMs: number): boolean => {
    const nowMs = nowOf(accountId).getTime();
    const { askedMs, dueMs } = known.get(accountId) ?? { askedMs: Number.NEGATIVE_INFINITY, dueMs: 0 };
    return Math.abs(nowMs - askedMs) < patienceMs && dueMs > nowMs;
  };

  async function work(accountId: string): Promise<void> {
    const asked = nowOf(accountId);
    changed.delete(accountId);
    let due = await nextDue(database, accountId);
    if (due !== null && due <= asked) {
      while (await settleSome(database, accountId, asked));
      onChange();
      due = await nextDue(database, accountId);
    }
    if (!changed.has(accountId))
      known.set(accountId, { askedMs: asked.getTime(), dueMs: due?.getTime() ?? Number.POSITIVE_INFINITY });
  }

  /** One at a time per account: who comes meanwhile waits for the same. */
  function settle(accountId: string): Promise<void> {
    const running = working.get(accountId) ?? work(accountId).finally(() => working.delete(accountId));
    working.set(accountId, running);
    return running;
  }

  /** Work that began earlier may not have seen the day begin, or a change, that this caller must see. */
  async function settleForReader(accountId: string): Promise<void> {
    await working.get(accountId);
    if (!isSettled(accountId, reliedUponMs)) await settle(accountId);
  }

  return {
    beforeReading: (accountId) => (isSettled(accountId, reliedUponMs) ? undefined : settleForReader(accountId)),
    forget(accountId) {
      known.delete(accountId);
      changed.add(accountId);
    },
    async sweep() {
      for (const { id } of await database.query<{ id: string }>('select id::text as id from accounts')) {
        if (!isSettled(id, sweptEveryMs)) await settle(id);
      }
    },
  };
}

const next = statement(`
select (select min(stale_at) from employees where account_id = $1) as due, is_clock_moved_back as "isMovedBack"
from accounts where id = $1`);

async function nextDue(database: Database, accountId: string): Promise<Date | null> {
  const session = database.session(accountId);
  const [row] = await session.run<{ due: Date | null; isMovedBack: boolean }>(next);
  return row?.isMovedBack ? settledAnew(session) : (row?.due ?? null);
}

const movedBack = statement('update accounts set is_clock_moved_back = false where id = $1 and is_clock_moved_back');

/** A clock that was moved back leaves days settled that have not begun any more: everybody is due. */
async function settledAnew(session: Session): Promise<Date> {
  const longAgo = new Date(0);
  await tend(session, employees, [], { staleAt: longAgo });
  await session.run(movedBack);
  return longAgo;
}

const dueIds = statement(`
select id::text as id from employees
where account_id = $1 and stale_at <= $2 order by stale_at, employees.id limit 200`);

/** Returns whether there may be more. */
async function settleSome(database: Database, accountId: string, now: Date): Promise<boolean> {
  const due = await database.session(accountId).run<{ id: string }>(dueIds, [now]);
  for (const { id } of due) await database.transaction(accountId, (tx) => settleEmployee(tx, id, now));
  return due.length > 0;
}

/**
 * Another node may have been faster: then nothing is due any more. The moment is never before the one that was asked
 * about, whatever became of the clock since, so whoever was due then is not due again.
 */
async function settleEmployee(tx: Tx, employeeId: string, asked: Date): Promise<void> {
  const recorded = await lockCareer(tx, employeeId);
  const staleAt = recorded?.career.employee.staleAt;
  const now = tx.now > asked ? tx.now : asked;
  if (recorded && typeof staleAt === 'string' && new Date(staleAt) <= now) {
    await record(tx, recorded, settled(recorded.career, now));
  }
}

/** Where an establishment changes its timezone, days begin at other moments for everybody who ever worked there. */
export async function unsettle(tx: Tx, establishmentId: string): Promise<void> {
  const whoWorkedThere: Condition = (place) => `id in (
  select employee_id from job_positions where account_id = $1 and business_establishment_id = ${place(establishmentId)})`;
  await tend(tx, employees, [whoWorkedThere], { staleAt: tx.now });
}
