/** The rules of careers for positions, employments and probationary periods. */
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { isBlamed } from '../platform/verbs/other-errors.ts';
import { addError, type FieldErrors } from '../problem.ts';
import {
  type Career,
  type Employment,
  type Named,
  type Period,
  type Place,
  type Position,
  positionsOf,
} from './career.ts';
import { zoneOf } from './settings.ts';

/** The data of other resources that the rules need. */
export interface CareerContext {
  readonly places: ReadonlyMap<string, Place & { readonly isLegalEntityArchived: boolean }>;
  /** The legal entities that a template is available to; empty: all. */
  readonly templates: ReadonlyMap<string, readonly string[]>;
  /** The establishments that a category is used in; null: all. */
  readonly categories: ReadonlyMap<string, readonly string[] | null>;
}

const lookedUp = statement(`
select 'place' as kind, place.id::text as id,
  ${zoneOf('place')} as zone,
  place.legal_entity_id::text as "legalEntityId", owner.is_archived as "isArchived", null::text[] as among
from business_establishments as place
  join legal_entities as owner on owner.account_id = $1 and owner.id = place.legal_entity_id
where place.account_id = $1 and place.id = any($2::bigint[])
union all
select 'template', id::text, null, null, null, legal_entities_id::text[]
from employment_templates where account_id = $1 and id = any($3::bigint[])
union all
select 'category', id::text, null, null, null, business_establishments_id::text[]
from occupation_categories where account_id = $1 and id = any($4::bigint[])`);

interface LookedUp {
  readonly kind: 'place' | 'template' | 'category';
  readonly id: string;
  readonly zone: string;
  readonly legalEntityId: string;
  readonly isArchived: boolean;
  readonly among: readonly string[] | null;
}

/** Looks up all references of these rows with one statement. */
export async function careerContextOf(
  tx: Tx,
  employed: readonly Pick<Employment, 'template'>[],
  positions: readonly Position[],
): Promise<CareerContext> {
  const ids = (named: readonly (Named | null)[]) => [...new Set(named.flatMap((one) => one?.id ?? []))];
  const rows = await tx.run<LookedUp>(lookedUp, [
    ids(positions.map(({ businessEstablishment }) => businessEstablishment)),
    ids(employed.map(({ template }) => template)),
    ids(positions.map(({ occupationCategory }) => occupationCategory)),
  ]);
  const ofKind = (kind: LookedUp['kind']) => rows.filter((row) => row.kind === kind);
  return {
    places: new Map(
      ofKind('place').map(({ id, zone, legalEntityId, isArchived }) => [
        id,
        { zone, legalEntityId, isLegalEntityArchived: isArchived },
      ]),
    ),
    templates: new Map(ofKind('template').map(({ id, among }) => [id, among ?? []])),
    categories: new Map(ofKind('category').map(({ id, among }) => [id, among])),
  };
}

/** Reports an error: nested objects prefix the names of their members. */
export type AddError = (member: string, message: string) => void;

export const addErrorAt =
  (errors: FieldErrors, prefix = ''): AddError =>
  (member, message) =>
    addError(errors, prefix + member, message);

/** The same next to other errors: what is wrong with a member already is not judged further. */
export function addErrorBeside(errors: FieldErrors): AddError {
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
