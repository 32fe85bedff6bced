/** Employees: hiring, which creates three rows or none, and changes of a person's own members. */
import { employees } from '@muster/contract/resources/employees.ts';
import type { Tx } from '../platform/database/database.ts';
import { sentTogether } from '../platform/database/sent-together.ts';
import { isNumericId } from '../platform/store/columns.ts';
import type { StoredRow } from '../platform/store/read.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn, checkedValues, isObject, type JsonObject } from '../platform/verbs/body.ts';
import { addNamedErrors, findAhead, namedIn } from '../platform/verbs/references.ts';
import { change } from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, noErrors, throwIfAny } from '../problem.ts';
import { todayIn } from './calendar.ts';
import { type Career, careerAsOf } from './career.ts';
import type { CareerContext } from './career-context.ts';
import { addDraftErrors, type Draft, draftOf, lookUpDraft, withNulls, withRowIds } from './draft.ts';
import { checkEmail, refusedDomains } from './email-domains.ts';
import { record, unrecorded, writtenAs } from './records.ts';
import { addErrorAt } from './rules.ts';
import { type Settings, settingsAndIds } from './settings.ts';

/**
 * Three round trips: settings, ids and references; the three rows; the end of the transaction. A body that leaves members
 * to the hiring defaults refers to rows that only the settings name: its references take one more.
 */
export async function hire(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const errors = noErrors();
  const early = isComplete(body) ? earlyHiring(tx, access, body) : null;
  const [settings, known] = await sentTogether([
    settingsAndIds(tx, placesOfDays([body])),
    early && lookUpHiring(tx, access, early, errors),
  ]);
  const hiring = early
    ? withIds(checkedDomain(early, settings), settings)
    : checkedHiring(body, settings, access.caller.baseUrl, tx.now);
  const context = known ?? (await lookUpHiring(tx, access, hiring, errors));
  addDraftErrors(hiring.draft, hiring.newCareer, context, errors);
  throwIfAny(errors);
  const written = await record(tx, unrecorded, careerAsOf(begun(hiring, context), tx.now));
  return written.get(writtenAs(employees, settings.employeeId)) as StoredRow;
}

const lookUpHiring = (tx: Tx, access: AccessContext, { draft, values }: Hiring, errors: FieldErrors) =>
  lookUpDraft(tx, access, draft, [{ resource: employees, values }], errors);

/** Whether a body needs no hiring default. */
function isComplete({ firstEmployment }: JsonObject): boolean {
  if (!isObject(firstEmployment) || !isObject(firstEmployment.firstJobPosition)) return false;
  const { start, template, firstJobPosition } = firstEmployment;
  const { businessEstablishment, department } = firstJobPosition as JsonObject;
  return [start, template, businessEstablishment, department].every((member) => member !== undefined);
}

/** What a complete body is parsed with before the settings are known. */
const noSettings: Settings = {
  timezoneId: 'UTC',
  zones: null,
  templateId: null,
  businessEstablishmentId: null,
  departmentId: null,
  refusedDomains: [],
  employeeId: '0',
  employmentId: '0',
  positionId: '0',
};

/** Null if the body is invalid: then it is parsed again with the settings, so that all its errors are in one response. */
function earlyHiring(tx: Tx, access: AccessContext, body: JsonObject): Hiring | null {
  const errors = noErrors();
  const hiring = hiringIn(body, noSettings, access.caller.baseUrl, tx.now, errors);
  return Object.keys(errors).length > 0 ? null : hiring;
}

function checkedHiring(body: JsonObject, settings: Settings, baseUrl: string, now: Date): Hiring {
  const errors = noErrors();
  const hiring = hiringIn(body, settings, baseUrl, now, errors);
  throwIfAny(errors);
  if (!hiring) throw new Error('A hiring without errors is missing.');
  return hiring;
}

/** Before its references are checked, as for any other error of a body. */
function checkedDomain(hiring: Hiring, settings: Settings): Hiring {
  const errors = noErrors();
  checkEmail(hiring.values.email, settings.refusedDomains, addErrorAt(errors));
  throwIfAny(errors);
  return hiring;
}

const withIds = ({ values, draft, newCareer }: Hiring, settings: Settings): Hiring => ({
  values,
  draft: withRowIds(draft, settings),
  newCareer: { ...newCareer, employee: { ...newCareer.employee, id: settings.employeeId } },
});

/** A hire as parsed from its body, before references are looked up. */
export interface Hiring {
  readonly values: JsonObject;
  readonly draft: Draft;
  /** The person, without an employment yet. */
  readonly newCareer: Career;
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
  return { values, draft, newCareer: { ...unrecorded.career, employee } };
}

/** The new career, before derived members are computed. */
export const begun = ({ draft, newCareer }: Hiring, { places }: CareerContext): Career => ({
  ...newCareer,
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
  Object.values(values).includes(undefined)
    ? Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    : values;

export async function updateEmployee(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  // Looked up with the row. A body that cannot be read is refused when its turn comes.
  const ahead = await write.body().catch((): JsonObject => ({}));
  const known = sentTogether([findAhead(tx, access, employees, ahead), ahead.email ? refusedDomains(tx) : []]);
  const changing = change(tx, employees, access, id, write, async (current, body) => {
    const changes = changesIn(employees, current, body, access.caller.baseUrl);
    const errors = noErrors();
    const [found, domains] = await known;
    addNamedErrors(namedIn(access, [{ resource: employees, values: changes }], errors), found, errors);
    if (changes.email) checkEmail(changes.email, domains, addErrorAt(errors));
    throwIfAny(errors);
    return changes;
  });
  const [, changed] = await sentTogether([known, changing]);
  return changed;
}
