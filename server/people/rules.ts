/** The rules of careers for positions, employments and probationary periods. */
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { isBlamed } from '../platform/verbs/other-errors.ts';
import { addError, type FieldErrors } from '../problem.ts';
import { type Career, type Employment, type Period, type Position, positionsOf } from './career.ts';
import type { CareerContext } from './career-context.ts';

/** Reports an error: nested objects prefix the names of their members. */
export type AddError = (member: string, message: string) => void;

export const addErrorAt =
  (errors: FieldErrors, prefix = ''): AddError =>
  (member, message) =>
    addError(errors, prefix + member, message);

/** The same next to other errors: what is wrong with a member already is not judged further. */
export function addErrorUnlessBlamed(errors: FieldErrors): AddError {
  const known = { ...errors };
  return (member, message) => {
    if (!isBlamed(member, known)) addError(errors, member, message);
  };
}

export function checkPosition(
  position: Position,
  employment: Employment,
  career: Career,
  { places, categories }: CareerContext,
  addError: AddError,
): void {
  const { startsOn, manager, occupationCategory, businessEstablishment } = position;
  const [start, end] = [employment.start.date, employment.end?.date ?? null];
  if (startsOn < start || (end !== null && startsOn > end)) {
    addError('startsOn', `Must lie within the employment: from ${start}${end === null ? '' : ` to ${end}`}.`);
  }
  const siblings = positionsOf(employment.id, career.positions).filter(({ id }) => id !== position.id);
  if (siblings.some((other) => other.startsOn === startsOn)) {
    addError('startsOn', `Another ${jobPositions.type} of this employment starts on this day.`);
  }
  if (manager?.id === career.employee.id) addError('manager', 'Must be another employee.');
  const usedIn = occupationCategory && categories.get(occupationCategory.id);
  if (usedIn && !usedIn.includes(businessEstablishment.id)) {
    addError('occupationCategory', 'This occupation-category is not used in the establishment.');
  }
  const owner = places.get(businessEstablishment.id)?.legalEntityId;
  if (siblings.some((other) => places.get(other.businessEstablishment.id)?.legalEntityId !== owner)) {
    addError('businessEstablishment', 'Must belong to the legal entity of the employment.');
  }
}

/** The template must be available to the legal entity of the first position. */
export function checkTemplate(
  { template }: Pick<Employment, 'template'>,
  legalEntityId: string | undefined,
  { templates }: CareerContext,
  addError: AddError,
): void {
  const available = templates.get(template.id) ?? [];
  if (legalEntityId !== undefined && available.length > 0 && !available.includes(legalEntityId)) {
    addError('template', 'This employment-template is not available to the legal entity of the employment.');
  }
}

/** Start before end, and no overlap with another employment of the person. */
export function checkDates(employment: Employment, others: readonly Employment[], addError: AddError): void {
  const [start, end] = [employment.start.date, employment.end?.date ?? null];
  if (end !== null && end < start) {
    addError('end.date', `Must not be before the first day, ${start}.`);
    return;
  }
  const clash = others.find(
    (other) => (end === null || other.start.date <= end) && (other.end === null || start <= other.end.date),
  );
  if (clash) {
    const until = clash.end ? ` to ${clash.end.date}` : ' on';
    addError(
      'start.date',
      `Overlaps with another ${employments.type} of this employee, from ${clash.start.date}${until}.`,
    );
  }
}

/** Only newly written days must lie within the employment: if the employment ends earlier later, the period stays. */
export function checkEnds(
  period: Period,
  { start, end }: Employment,
  written: readonly ('initialEndsOn' | 'extendedEndsOn')[],
  addError: AddError,
): void {
  const { initialEndsOn, extendedEndsOn } = period;
  if (initialEndsOn < start.date) addError('initialEndsOn', `Must not be before ${start.date}, the first day.`);
  if (extendedEndsOn !== null && extendedEndsOn <= initialEndsOn) {
    addError('extendedEndsOn', `Must be after ${initialEndsOn}, the initial end.`);
  }
  for (const member of written) {
    const date = period[member];
    if (end && date !== null && date > end.date)
      addError(member, `Must not be after ${end.date}, the end of the employment.`);
  }
}
