/**
 * Records new days in batches: a few statements write what one day changes for many people. Day by day and oldest
 * first, also after downtime or when the clock of a sandbox jumps: each person advances from one relevant time to the
 * next, and every event has the start of its day.
 */
import { byService } from '@muster/contract/author.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordMoves } from '../platform/store/recorded.ts';
import { type ChangedRow, setHiddenColumnsOfMany, updateMany } from '../platform/store/write-many.ts';
import { type Career, careerAsOf, type Members } from './career.ts';
import { changedNames, lockCareer, lockDueCareers, movesOf, type Recorded } from './records.ts';
import { ofEmployee, type RowOfPerson } from './row-of-person.ts';

/** Small enough that a concurrent change of one of these people waits for some hundred milliseconds at most. */
const batchPeople = 250;

/**
 * Records days for some of the people who are due; returns their number. 0: nobody is left, or another node is working.
 */
export async function recordDueDays(tx: Tx, until: Date): Promise<number> {
  const due = await lockDueCareers(tx, until, batchPeople);
  const last = due.at(-1);
  if (!last) return 0;
  // Later days may not be the next ones for people outside the batch.
  const isAll = due.length < batchPeople;
  await bringForward(tx, due, isAll ? until : (dueAt(last.career) ?? until));
  return due.length;
}

/** The career behind a row with all past days recorded; null if there is no such row. */
export async function lockUpToDate(tx: Tx, row: RowOfPerson): Promise<Recorded | null> {
  const recorded = await lockCareer(tx, row);
  if (!recorded) return null;
  const { career, now } = recorded;
  if (!isDue(career, now)) return recorded;
  await bringForward(tx, [recorded], now);
  return lockCareer(tx, row);
}

/** Computes a person again for this time, whatever days were recorded: the clock of the account was moved back. */
export async function recordAgain(tx: Tx, employeeId: string): Promise<void> {
  const recorded = await lockCareer(tx, ofEmployee(employeeId));
  if (recorded) await recordDay(tx, tx.now, [[recorded.career, careerAsOf(recorded.career, tx.now)]]);
}

function dueAt({ employee }: Career): Date | null {
  return typeof employee.staleAt === 'string' ? new Date(employee.staleAt) : null;
}

function isDue(career: Career, until: Date): boolean {
  const at = dueAt(career);
  return at !== null && at <= until;
}

async function bringForward(tx: Tx, recorded: readonly Recorded[], until: Date): Promise<void> {
  let careers = recorded.map(({ career }) => career).filter((career) => isDue(career, until));
  while (careers.length > 0) {
    const moment = new Date(Math.min(...careers.map((career) => dueAt(career)?.getTime() ?? Number.POSITIVE_INFINITY)));
    const steps = careers.map((career): Step => [career, isDue(career, moment) ? careerAsOf(career, moment) : career]);
    const taken = steps.filter(([before, after]) => before !== after);
    await recordDay(tx, moment, taken);
    careers = steps.map(([, after]) => after).filter((career) => isDue(career, until));
  }
}

type Step = readonly [before: Career, after: Career];

const kinds: readonly (readonly [Resource, (career: Career) => readonly Members[]])[] = [
  // First, so that the events of the other rows name the establishment after the change.
  [employees, ({ employee }) => [employee]],
  [employments, (career) => career.employments],
  [jobPositions, ({ positions }) => positions],
  [probationaryPeriods, ({ periods }) => periods],
];

async function recordDay(within: Tx, moment: Date, steps: readonly Step[]): Promise<void> {
  // Also where a request finds that a day is not recorded yet: its caller has changed nothing.
  const tx = { ...within, author: byService('day-rollover') };
  for (const [resource, rowsOf] of kinds) {
    const changes = steps.flatMap(([before, after]) => changesIn(resource, rowsOf(before), rowsOf(after)));
    const isShown = ({ names }: Change) => names.some((name) => !(name in resource.hidden));
    const shown = changes.filter(isShown);
    const hidden = changes.filter((change) => !isShown(change));
    await updateMany(tx, resource, moment, namesIn(shown), shown);
    await setHiddenColumnsOfMany(tx, resource, namesIn(hidden), hidden);
  }
  const moves = steps.flatMap(([before, after]) => movesOf(before, after, belongings(before)));
  await recordMoves(tx, moment, moves);
}

/** Those without an event at this time are not found. */
const belongings = (career: Career) =>
  kinds
    .filter(([resource]) => resource !== employees)
    .flatMap(([{ type }, rowsOf]) => rowsOf(career).map(({ id }) => ({ type, id })));

interface Change extends ChangedRow {
  readonly names: readonly string[];
}

/** A new day neither adds nor removes rows. */
function changesIn(resource: Resource, before: readonly Members[], after: readonly Members[]): Change[] {
  return after.flatMap((row) => {
    const was = before.find(({ id }) => id === row.id);
    const names = was ? changedNames(resource, was, row) : [];
    return names.length === 0 ? [] : [{ id: row.id, values: row, names }];
  });
}

const namesIn = (changes: readonly Change[]): string[] => [...new Set(changes.flatMap(({ names }) => names))].sort();
