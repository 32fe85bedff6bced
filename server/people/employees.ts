/** Employees: the bodies of hires, and changes of a person's own members. */
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
import type { Career } from './career.ts';
import type { CareerContext } from './career-context.ts';
import { type Draft, draftOf, withNulls } from './draft.ts';
import { checkEmail, refusedDomains } from './email-domains.ts';
import { unrecorded } from './records.ts';
import { addErrorAt } from './rules.ts';
import type { Settings } from './settings.ts';

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
