/** Employees: hiring, which creates three rows or none, and changes of a person's own members. */
import { employees } from '@muster/contract/resources/employees.ts';
import type { Tx } from '../platform/database/database.ts';
import { isNumericId } from '../platform/store/columns.ts';
import type { StoredRow } from '../platform/store/read.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn, checkedValues, isObject, type JsonObject } from '../platform/verbs/body.ts';
import { addReferenceErrors, checkReferences } from '../platform/verbs/references.ts';
import { change } from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, noErrors, throwIfAny } from '../problem.ts';
import { todayIn } from './calendar.ts';
import { type Career, careerAsOf } from './career.ts';
import { checkDraft, type Draft, draftOf, withNulls } from './draft.ts';
import { checkEmail, refusedDomains } from './email-domains.ts';
import { record, unrecorded, writtenAs } from './records.ts';
import { addErrorAt, type CareerContext } from './rules.ts';
import { type Settings, settingsAndIds } from './settings.ts';

export async function hire(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const settings = await settingsAndIds(tx, placesOfDays([body]));
  const errors = noErrors();
  const hiring = hiringIn(body, settings, access.caller.baseUrl, tx.now, errors);
  throwIfAny(errors);
  if (!hiring) throw new Error('A hiring without errors is missing.');
  const { values, draft, beginning } = hiring;
  const context = await checkDraft(tx, access, draft, beginning, errors);
  await addReferenceErrors(tx, access, [{ resource: employees, values }], errors);
  throwIfAny(errors);
  const written = await record(tx, unrecorded, careerAsOf(begun(hiring, context), tx.now));
  return written.get(writtenAs(employees, settings.employeeId)) as StoredRow;
}

/** A hire as parsed from its body, before references are looked up. */
export interface Hiring {
  readonly values: JsonObject;
  readonly draft: Draft;
  /** The person, without an employment yet. */
  readonly beginning: Career;
}

/** Null if the body is invalid; `errors` then has the reasons. */
export function hiringIn(
  body: JsonObject,
  settings: Settings,
  baseUrl: string,
  now: Date,
  errors: FieldErrors,
): Hiring | null {
  const { firstEmployment = {}, ...values } = checkedValues(employees, body, baseUrl, errors);
  checkEmail(values.email, settings.refusedDomains, addErrorAt(errors));
  const isNested = isObject(firstEmployment);
  if (!isNested) addError(errors, 'firstEmployment', 'Must be an object.');
  const prefix = 'firstEmployment.';
  const completed = isNested ? withHiringDefaults(firstEmployment, settings, now) : {};
  if (Object.hasOwn(completed, 'employee')) addError(errors, `${prefix}employee`, 'This member is not known.');
  const draft = isNested ? draftOf(completed, settings, baseUrl, errors, prefix) : null;
  if (!draft || Object.keys(errors).length > 0) return null;
  const employee = { ...withNulls(employees, values), birthDay: null, id: settings.employeeId };
  return { values, draft, beginning: { ...unrecorded.career, employee } };
}

/** The new career, before derived members are computed. */
export const begun = ({ draft, beginning }: Hiring, { places }: CareerContext): Career => ({
  ...beginning,
  employments: [draft.employment],
  positions: [draft.position],
  places,
});

/**
 * The establishments of hires that do not say when they start: today is the day there, and a hire must not begin
 * tomorrow by its own clock.
 */
export const placesOfDays = (bodies: readonly JsonObject[]): string[] =>
  bodies.flatMap(({ firstEmployment }) => {
    if (!isObject(firstEmployment) || firstEmployment.start !== undefined) return [];
    return placeIn(firstEmployment) ?? [];
  });

/** The id in a body that is not checked yet. */
function placeIn({ firstJobPosition }: JsonObject): string | undefined {
  const place = isObject(firstJobPosition) ? firstJobPosition.businessEstablishment : undefined;
  const id = isObject(place) ? place.id : undefined;
  return typeof id === 'string' && isNumericId(id) ? id : undefined;
}

/** Omitted members get the hiring defaults of the account; a member without a default stays missing and is an error. */
function withHiringDefaults(given: JsonObject, settings: Settings, now: Date): JsonObject {
  const { templateId, businessEstablishmentId, departmentId, timezoneId, zones } = settings;
  const { firstJobPosition = {}, ...employment } = given;
  const named = (id: string | null) => (id === null ? undefined : { id });
  const zone = zones?.[placeIn(given) ?? businessEstablishmentId ?? ''] ?? timezoneId;
  const defaults = { start: { date: todayIn(zone, now) }, template: named(templateId) };
  const place = { businessEstablishment: named(businessEstablishmentId), department: named(departmentId) };
  return {
    ...defined({ ...defaults, ...employment }),
    firstJobPosition: isObject(firstJobPosition) ? defined({ ...place, ...firstJobPosition }) : firstJobPosition,
  };
}

const defined = (values: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

export async function updateEmployee(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  return change(tx, employees, access, id, write, async (current, body) => {
    const changes = changesIn(employees, current, body, access.caller.baseUrl);
    await checkReferences(tx, employees, access, changes);
    if (changes.email) {
      const errors = noErrors();
      checkEmail(changes.email, await refusedDomains(tx), addErrorAt(errors));
      throwIfAny(errors);
    }
    return changes;
  });
}
