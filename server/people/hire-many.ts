/**
 * Creates many careers together, such as those of a whole company. Every rule is checked as for single hires, but
 * references are looked up once, and rows of a family are written together. The new people may be each other's
 * managers.
 */
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import type { Tx } from '../platform/database/database.ts';
import { drawIds } from '../platform/store/draw-ids.ts';
import { insertMany } from '../platform/store/write.ts';
import { checkedValues, type JsonObject } from '../platform/verbs/body.ts';
import { noErrors, throwIfAny } from '../problem.ts';
import { dayAndMonth } from './calendar.ts';
import { type Career, careerAsOf, positionsOf } from './career.ts';
import { type CareerContext, careerContextOf } from './career-context.ts';
import { checkPersonalRecord } from './personal-record-rules.ts';
import { recordNew } from './records.ts';
import { addErrorAt, checkDates, checkEnds, checkPosition, checkTemplate } from './rules.ts';

/** For the rows of new people. */
export { drawIds };

export interface NewCareer extends Omit<Career, 'places'> {
  /** The body of the personal record without the employee; null: none. */
  readonly personalRecord: JsonObject | null;
}

export async function recordHires(tx: Tx, hires: readonly NewCareer[]): Promise<void> {
  const context = await careerContextOf(
    tx,
    hires.flatMap(({ employments }) => employments),
    hires.flatMap(({ positions }) => positions),
  );
  const careers = hires.map(({ personalRecord, ...hire }) => {
    const { birthDate } = personalRecord ?? {};
    const birthDay = typeof birthDate === 'string' ? dayAndMonth(birthDate) : null;
    const career = { ...hire, employee: { ...hire.employee, birthDay }, places: context.places };
    refuseBrokenRules(career, context);
    return careerAsOf(career, tx.now);
  });
  await recordNew(tx, careers);
  await insertMany(tx, employeePersonalRecords, await personalRecords(tx, hires));
}

async function personalRecords(tx: Tx, hires: readonly NewCareer[]): Promise<JsonObject[]> {
  const kept = hires.flatMap(({ employee: { id }, personalRecord }) =>
    personalRecord === null ? [] : [{ employee: { id }, ...personalRecord }],
  );
  const ids = await drawIds(tx, employeePersonalRecords, kept.length);
  return kept.map((body, index) => {
    const errors = noErrors();
    const values = checkedValues(employeePersonalRecords, body, '', errors);
    checkPersonalRecord(values, addErrorAt(errors));
    throwIfAny(errors);
    return { ...values, id: ids[index] };
  });
}

function refuseBrokenRules(career: Career, context: CareerContext): void {
  const errors = noErrors();
  const addError = addErrorAt(errors);
  for (const employment of career.employments) {
    const others = career.employments.filter((other) => other !== employment);
    checkDates(employment, others, addError);
    const own = positionsOf(employment.id, career.positions);
    for (const position of own) checkPosition(position, employment, career, context, addError);
    const [first] = own;
    if (first?.startsOn !== employment.start.date)
      addError('startsOn', 'The first position starts with the employment.');
    const trials = career.periods.filter((period) => period.employment.id === employment.id);
    for (const period of trials) checkEnds(period, employment, ['initialEndsOn', 'extendedEndsOn'], addError);
    checkTemplate(
      employment,
      context.places.get(first?.businessEstablishment.id ?? '')?.legalEntityId,
      context,
      addError,
    );
  }
  throwIfAny(errors);
}
