/** Probationary periods: one for an employment, starting with it. */
import { employments } from '@muster/contract/resources/employments.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import type { Tx } from '../database/database.ts';
import { invalid, noErrors, throwIfAny } from '../problem.ts';
import type { Shown } from '../store/read.ts';
import { insert } from '../store/write.ts';
import type { Sight, Write } from '../verbs/access.ts';
import { type JsonObject, unknownReference, valuesIn } from '../verbs/body.ts';
import type { Career, Employment, Period } from './career.ts';
import { changeCareer, lockNamed, removeFromCareer } from './careers.ts';
import { type Complain, complainAt } from './rules.ts';

export async function createProbationaryPeriod(tx: Tx, sight: Sight, body: JsonObject): Promise<Shown> {
  const values = valuesIn(probationaryPeriods, body, sight.caller.baseUrl);
  const { id: employmentId } = values.employment as { id: string };
  const recorded = await lockNamed(tx, employments, sight, employmentId);
  if (!recorded) throw invalid({ employment: [unknownReference('employment')] });
  const { career } = recorded;
  // Checked by the declaration; what is not sent yet follows from the employment.
  const period = { extendedEndsOn: null, ...values } as Period;
  const errors = noErrors();
  const fault = complainAt(errors);
  if (career.periods.some(({ employment }) => employment.id === employmentId)) {
    fault('employment', 'This employment has a probationary period already.');
  }
  const employment = employmentOf(career, period);
  checkEnds(period, employment, ['initialEndsOn', 'extendedEndsOn'], fault);
  throwIfAny(errors);
  return insert(tx, probationaryPeriods, {
    ...period,
    startsOn: employment.start.date,
    endsOn: period.extendedEndsOn ?? period.initialEndsOn,
    'employee.id': career.employee.id,
  });
}

const employmentOf = ({ employments: all }: Career, period: Period): Employment =>
  all.find(({ id }) => id === period.employment.id) as Employment;

/** Only what is written now must lie within the employment: one that ended earlier later on leaves the period as it is. */
export function checkEnds(
  period: Period,
  { start, end }: Employment,
  written: readonly ('initialEndsOn' | 'extendedEndsOn')[],
  fault: Complain,
): void {
  const { initialEndsOn, extendedEndsOn } = period;
  if (initialEndsOn < start.date) fault('initialEndsOn', `Must not be before ${start.date}, the first day.`);
  if (extendedEndsOn !== null && extendedEndsOn <= initialEndsOn) {
    fault('extendedEndsOn', `Must be after ${initialEndsOn}, the initial end.`);
  }
  for (const member of written) {
    const date = period[member];
    if (end && date !== null && date > end.date)
      fault(member, `Must not be after ${end.date}, the end of the employment.`);
  }
}

export function updateProbationaryPeriod(tx: Tx, sight: Sight, id: string, write: Write): Promise<Shown> {
  return changeCareer<Period>(tx, probationaryPeriods, sight, id, write, (career, row, changes, fault) => {
    const written = (['initialEndsOn', 'extendedEndsOn'] as const).filter((member) => changes[member] !== undefined);
    checkEnds(row, employmentOf(career, row), written, fault);
    return { ...career, periods: career.periods.map((period) => (period.id === id ? row : period)) };
  });
}

export function removeProbationaryPeriod(tx: Tx, sight: Sight, id: string, write: Write): Promise<void> {
  return removeFromCareer(tx, probationaryPeriods, sight, id, write, (career) => ({
    ...career,
    periods: career.periods.filter((period) => period.id !== id),
  }));
}
