/** Probationary periods: one per employment, starting with it. */
import { employments } from '@muster/contract/resources/employments.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import type { Tx } from '../platform/database/database.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { insert } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { type JsonObject, unknownReference, valuesIn } from '../platform/verbs/body.ts';
import { invalid, noErrors, throwIfAny } from '../problem.ts';
import type { Career, Employment, Period } from './career.ts';
import { changeCareer, lockNamed, removeFromCareer } from './careers.ts';
import { addErrorAt, checkEnds } from './rules.ts';

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const values = valuesIn(probationaryPeriods, body, access.caller.baseUrl);
  const { id: employmentId } = values.employment as { id: string };
  const recorded = await lockNamed(tx, employments, access, employmentId);
  if (!recorded) throw invalid({ employment: [unknownReference('employment')] });
  const { career } = recorded;
  // Checked by the declaration; what is not sent yet follows from the employment.
  const period = { extendedEndsOn: null, ...values } as Period;
  const errors = noErrors();
  const addError = addErrorAt(errors);
  if (career.periods.some(({ employment }) => employment.id === employmentId)) {
    addError('employment', 'This employment has a probationary period already.');
  }
  const employment = employmentOf(career, period);
  checkEnds(period, employment, ['initialEndsOn', 'extendedEndsOn'], addError);
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

export function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  return changeCareer<Period>(tx, probationaryPeriods, access, id, write, (career, row, changes, addError) => {
    const written = (['initialEndsOn', 'extendedEndsOn'] as const).filter((member) => changes[member] !== undefined);
    checkEnds(row, employmentOf(career, row), written, addError);
    return { ...career, periods: career.periods.map((period) => (period.id === id ? row : period)) };
  });
}

export function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  return removeFromCareer(tx, probationaryPeriods, access, id, write, (career) => ({
    ...career,
    periods: career.periods.filter((period) => period.id !== id),
  }));
}
