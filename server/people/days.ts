/**
 * Days that have begun are recorded in sets: what one day changes for many people is a few statements, all the same.
 * Day by day and oldest first, also after an interruption or when the clock of a sandbox jumps: each person is brought
 * from one moment that matters to the next, and every event says when its day began.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import type { Tx } from '../platform/database/database.ts';
import { type ChangedRow, setHiddenColumnsOfMany, updateMany } from '../platform/store/write-many.ts';
import { type Career, careerAsOf, type Members } from './career.ts';
import { changedNames, lockCareer, lockDueCareers, type Recorded } from './records.ts';

/** Few enough that those who want to change one of these people wait for some hundred milliseconds at most. */
const batchPeople = 250;

/** Records days for some of those who are due; returns for how many. None are left, or somebody else is at it, at 0. */
export async function recordDueDays(tx: Tx, until: Date): Promise<number> {
  const due = await lockDueCareers(tx, until, batchPeople);
  const last = due.at(-1);
  if (!last) return 0;
  // Days after the last one found may not be the next for everybody else.
  const isAll = due.length < batchPeople;
  await bringForward(tx, due, isAll ? until : (dueAt(last.career) ?? until));
  return due.length;
}

/** The career of a person with every day recorded that has begun; null when there is no such person. */
export async function lockUpToDate(tx: Tx, employeeId: string): Promise<Recorded | null> {
  const recorded = await lockCareer(tx, employeeId);
  if (!recorded) return null;
  const { career, now } = recorded;
  if (!isDue(career, now)) return recorded;
  await bringForward(tx, [recorded], now);
  return lockCareer(tx, employeeId);
}

/** Works out a person again for this moment, whatever days were recorded: the clock of the account was moved back. */
export async function recordAgain(tx: Tx, employeeId: string): Promise<void> {
  const recorded = await lockCareer(tx, employeeId);
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
  // First, so that the events of all others name the establishment that follows from the day.
  [employees, ({ employee }) => [employee]],
  [employments, (career) => career.employments],
  [jobPositions, ({ positions }) => positions],
  [probationaryPeriods, ({ periods }) => periods],
];

async function recordDay(tx: Tx, moment: Date, steps: readonly Step[]): Promise<void> {
  for (const [resource, rowsOf] of kinds) {
    const changes = steps.flatMap(([before, after]) => changesIn(resource, rowsOf(before), rowsOf(after)));
    const isShown = ({ names }: Change) => names.some((name) => !(name in resource.hidden));
    const shown = changes.filter(isShown);
    const hidden = changes.filter((change) => !isShown(change));
    await updateMany(tx, resource, moment, namesIn(shown), shown);
    await setHiddenColumnsOfMany(tx, resource, namesIn(hidden), hidden);
  }
}

interface Change extends ChangedRow {
  readonly names: readonly string[];
}

/** Rows are neither added nor removed by a day. */
function changesIn(resource: Resource, before: readonly Members[], after: readonly Members[]): Change[] {
  return after.flatMap((row) => {
    const was = before.find(({ id }) => id === row.id);
    const names = was ? changedNames(resource, was, row) : [];
    return names.length === 0 ? [] : [{ id: row.id, values: row, names }];
  });
}

const namesIn = (changes: readonly Change[]): string[] => [...new Set(changes.flatMap(({ names }) => names))].sort();
