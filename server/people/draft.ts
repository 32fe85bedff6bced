/** A new employment with its first position, parsed from a body or from a nested object. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import type { Tx } from '../platform/database/database.ts';
import { sentTogether } from '../platform/database/sent-together.ts';
import { validatorOf } from '../platform/validation/validator.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { checkedValues, isObject, type JsonObject } from '../platform/verbs/body.ts';
import { isBlamed } from '../platform/verbs/other-errors.ts';
import { addReferenceErrors, type Naming } from '../platform/verbs/references.ts';
import { addError, type FieldErrors, judgedWithin } from '../problem.ts';
import type { Career, Employment, Named, Position } from './career.ts';
import { type CareerContext, careerContextOf } from './career-context.ts';
import { addErrorAt, checkDates, checkPosition, checkTemplate } from './rules.ts';

export interface Ids {
  readonly employeeId: string;
  readonly employmentId: string;
  readonly positionId: string;
}

export interface Draft {
  readonly employment: Employment;
  readonly position: Position;
  /** The legal entity in the body; it is derived from the first position. */
  readonly legalEntityId: string | undefined;
  /** The prefix of member names in errors. */
  readonly prefix: string;
}

/** Null if the body is invalid; `errors` then has the reasons. */
export function draftOf(body: JsonObject, ids: Ids, baseUrl: string, errors: FieldErrors, prefix = ''): Draft | null {
  return judgedWithin(errors, prefix, (own) => judgedDraft(body, ids, baseUrl, own, prefix));
}

function judgedDraft(body: JsonObject, ids: Ids, baseUrl: string, own: FieldErrors, prefix: string): Draft | null {
  const { legalEntity, firstJobPosition, ...rest } = body;
  // In a nested object, the employee is the new one.
  const employee = { id: ids.employeeId };
  const values = checkedValues(employments, prefix ? { ...rest, employee } : rest, baseUrl, own);
  if (legalEntity !== undefined) validatorOf(employments.fields.legalEntity.write)(legalEntity, 'legalEntity', own);
  const isDated = !own.start && !own['start.date'];
  const start = isDated ? (values.start as Employment['start']).date : null;
  const stage = stageOf(firstJobPosition, start, ids, baseUrl, own);
  if (Object.keys(own).length > 0) {
    // Dates are judged without the rest.
    if (isDated && !isBlamed('end', own))
      checkDates({ ...values, end: values.end ?? null } as Employment, [], addErrorAt(own));
    return null;
  }
  return {
    employment: {
      ...values,
      end: values.end ?? null,
      remoteId: values.remoteId ?? null,
      id: ids.employmentId,
    } as Employment,
    position: newPosition(stage, employee, ids.positionId),
    legalEntityId: legalEntity === undefined ? undefined : (legalEntity as { id: string }).id,
    prefix,
  };
}

/** `start` is null if the first day is invalid, which is already reported. */
function stageOf(body: unknown, start: string | null, ids: Ids, baseUrl: string, errors: FieldErrors): JsonObject {
  if (!isObject(body)) {
    addError(errors, 'firstJobPosition', body === undefined ? 'This member is required.' : 'Must be an object.');
    return {};
  }
  return judgedWithin(errors, 'firstJobPosition.', (own) => judgedStage(body, start, ids, baseUrl, own));
}

function judgedStage(body: JsonObject, start: string | null, ids: Ids, baseUrl: string, own: FieldErrors): JsonObject {
  if (Object.hasOwn(body, 'employment')) addError(own, 'employment', 'This member is not known.');
  const implied = { startsOn: start ?? '2000-01-01', ...body, employment: { id: ids.employmentId } };
  const values = checkedValues(jobPositions, implied, baseUrl, own);
  if (start !== null && !own.startsOn && values.startsOn !== start) {
    addError(own, 'startsOn', `Must be ${start}, the first day.`);
  }
  return values;
}

/** The same draft with the ids of its rows, which are drawn while its references are looked up. */
export function withRowIds(draft: Draft, { employeeId, employmentId, positionId }: Ids): Draft {
  const [employee, employment] = [{ id: employeeId }, { id: employmentId }];
  return {
    ...draft,
    employment: { ...draft.employment, ...employment, employee },
    position: { ...draft.position, id: positionId, employment, employee },
  };
}

/** Validated values form a position: the compiler does not know what was checked at run time. */
export const newPosition = (values: JsonObject, employee: Named, id: string): Position =>
  ({ ...withNulls(jobPositions, values), employee, id }) as unknown as Position;

/** Omitted members get their default, otherwise null. */
export const withNulls = (resource: Resource, values: JsonObject): JsonObject => ({ ...omitted(resource), ...values });

const known = new WeakMap<Resource, JsonObject>();

function omitted(resource: Resource): JsonObject {
  const found = known.get(resource);
  if (found) return found;
  const fallbacks = Object.entries(resource.fields)
    .filter(([, { create }]) => create !== 'absent')
    .map(([name, { fallback }]) => [name, fallback ?? null]);
  const made: JsonObject = Object.fromEntries(fallbacks);
  known.set(resource, made);
  return made;
}

/** Looks up the references of a draft, and what its rules need of them. The two statements travel together. */
export async function lookUpDraft(
  tx: Tx,
  access: AccessContext,
  draft: Draft,
  more: readonly Naming[],
  errors: FieldErrors,
): Promise<CareerContext> {
  const [, context] = await sentTogether([
    addReferenceErrors(tx, access, [...namingsOf(draft), ...more], errors),
    careerContextOf(tx, [draft.employment], [draft.position]),
  ]);
  return context;
}

/** The references of a draft, next to the employee. */
export function namingsOf({ employment, position, prefix }: Draft): Naming[] {
  const { employee: _, ...named } = employment;
  const { employment: __, employee: ___, ...placed } = position;
  return [
    { resource: employments, values: named, ...(prefix && { prefix }) },
    { resource: jobPositions, values: placed, prefix: `${prefix}firstJobPosition.` },
  ];
}

/** The rules of careers for a draft, after its references are looked up. */
export function addDraftErrors(
  { employment, position, legalEntityId, prefix }: Draft,
  career: Career,
  context: CareerContext,
  errors: FieldErrors,
): void {
  const at = `${prefix}firstJobPosition.`;
  const addError = addErrorAt(errors, prefix);
  checkDates(employment, career.employments, addError);
  const place = context.places.get(position.businessEstablishment.id);
  // It starts with the employment: an end before that day is reported only for the end.
  checkPosition(position, { ...employment, end: null }, { ...career, positions: [] }, context, addErrorAt(errors, at));
  if (!place) return;
  checkTemplate(employment, place.legalEntityId, context, addError);
  if (legalEntityId !== undefined && legalEntityId !== place.legalEntityId) {
    addError('legalEntity', 'Must be the legal entity of the establishment of the first position, or left out.');
  }
  if (place.isLegalEntityArchived) {
    addErrorAt(errors, at)('businessEstablishment', 'Its legal entity is archived and takes no new employments.');
  }
}
