/**
 * Hires: each creates three rows or none. Several are checked one by one, each with its own errors, and written together:
 * most of what a hire costs is the cost of its statements, not of its rows (docs/decisions/0133).
 */
import { employees } from '@muster/contract/resources/employees.ts';
import type { Tx } from '../platform/database/database.ts';
import { sentTogether } from '../platform/database/sent-together.ts';
import { findReferenced, type StoredRow } from '../platform/store/read.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { isObject, type JsonObject } from '../platform/verbs/body.ts';
import { addNamedErrors, namedIn } from '../platform/verbs/references.ts';
import { type FieldErrors, invalid, noErrors, Problem } from '../problem.ts';
import { type Career, careerAsOf } from './career.ts';
import { type CareerContext, careerContextOf, nothingNamed } from './career-context.ts';
import { addDraftErrors, namingsOf, withRowIds } from './draft.ts';
import { checkEmail } from './email-domains.ts';
import { begun, type Hiring, hiringIn, placesOfDays } from './employees.ts';
import { recordNewTogether } from './records.ts';
import { addErrorAt } from './rules.ts';
import { type Settings, settingsAndIds, settingsForMany } from './settings.ts';

/** The body of a hire is valid; `errors` are those of what it refers to. */
interface Judged {
  readonly hiring: Hiring;
  readonly errors: FieldErrors;
}

export async function hire(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const [hired] = await hireMany(tx, access, [body]);
  if (hired instanceof Problem) throw hired;
  return hired as StoredRow;
}

/**
 * Three round trips: settings, ids and references; the three rows of each; the end of the transaction. Bodies that leave
 * members to the hiring defaults refer to rows that only the settings name: their references take one more. Returns the
 * person of each body, or the reason why nobody was hired.
 */
export async function hireMany(
  tx: Tx,
  access: AccessContext,
  bodies: readonly JsonObject[],
): Promise<(StoredRow | Problem)[]> {
  const early = bodies.map((body) => (isComplete(body) ? judgedHiring(access, body, noSettings, tx.now) : null));
  const [settings, earlyContext] = await sentTogether([
    settingsOf(tx, bodies),
    lookUp(tx, access, early.filter(isJudged)),
  ]);
  const hires = bodies.map((body, index) => {
    const [own, known] = [settings[index] as Settings, early[index]];
    // A body that is invalid before the settings are known is parsed again, so that all its errors are in one response.
    return isJudged(known) ? withSettings(known, own) : judgedHiring(access, body, own, tx.now);
  });
  const isLate = (hire: Judged | Problem, index: number): hire is Judged => isJudged(hire) && !isJudged(early[index]);
  const lateContext = await lookUp(tx, access, hires.filter(isLate));
  const careers = hires.map((hire, index) =>
    isJudged(hire) ? careerOf(hire, isLate(hire, index) ? lateContext : earlyContext, tx.now) : hire,
  );
  const written = await recordNewTogether(
    tx,
    careers.filter((career): career is Career => !(career instanceof Problem)),
  );
  const people = new Map(written.map((row) => [row.id, row]));
  return careers.map((career) => (career instanceof Problem ? career : (people.get(career.employee.id) as StoredRow)));
}

const isJudged = (hire: Judged | Problem | null | undefined): hire is Judged =>
  hire !== null && hire !== undefined && !(hire instanceof Problem);

/** With the ids of each. One hire has both from one statement. */
async function settingsOf(tx: Tx, bodies: readonly JsonObject[]): Promise<Settings[]> {
  const places = placesOfDays(bodies);
  return bodies.length === 1 ? [await settingsAndIds(tx, places)] : settingsForMany(tx, bodies.length, places);
}

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

function judgedHiring(access: AccessContext, body: JsonObject, settings: Settings, now: Date): Judged | Problem {
  const errors = noErrors();
  try {
    const hiring = hiringIn(body, settings, access.caller.baseUrl, now, errors);
    return hiring ? { hiring, errors } : invalid(errors);
  } catch (error) {
    // More errors than are listed.
    if (error instanceof Problem && error.errors === errors) return error;
    throw error;
  }
}

/** The domain of its address is judged before its references, as any other error of a body. */
function withSettings({ hiring, errors }: Judged, settings: Settings): Judged | Problem {
  const { values, draft, newCareer } = hiring;
  const ofDomain = noErrors();
  checkEmail(values.email, settings.refusedDomains, addErrorAt(ofDomain));
  if (Object.keys(ofDomain).length > 0) return invalid(ofDomain);
  const employee = { ...newCareer.employee, id: settings.employeeId };
  return { hiring: { values, draft: withRowIds(draft, settings), newCareer: { ...newCareer, employee } }, errors };
}

/** Looks up what all of them refer to, and adds the errors of each. */
async function lookUp(tx: Tx, access: AccessContext, hires: readonly Judged[]): Promise<CareerContext> {
  if (hires.length === 0) return nothingNamed;
  const named = hires.map(({ hiring: { draft, values }, errors }) =>
    namedIn(access, [...namingsOf(draft), { resource: employees, values }], errors),
  );
  const drafts = hires.map(({ hiring }) => hiring.draft);
  const [found, context] = await sentTogether([
    findReferenced(tx, named.flat()),
    careerContextOf(
      tx,
      drafts.map(({ employment }) => employment),
      drafts.map(({ position }) => position),
    ),
  ]);
  for (const [index, { errors }] of hires.entries()) addNamedErrors(named[index] ?? [], found, errors);
  return context;
}

function careerOf({ hiring, errors }: Judged, context: CareerContext, now: Date): Career | Problem {
  addDraftErrors(hiring.draft, hiring.newCareer, context, errors);
  return Object.keys(errors).length > 0 ? invalid(errors) : careerAsOf(begun(hiring, context), now);
}
