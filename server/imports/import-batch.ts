/**
 * Checks many lines with the rules of single requests, and writes them with few statements: references are looked up
 * once for all, and rows of one kind are written together. No line of a batch depends on another.
 */

import { importables } from '@muster/contract/importables.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { type Career, careerAsOf } from '../people/career.ts';
import { careerContextOf } from '../people/career-context.ts';
import { addDraftErrors, namingsOf } from '../people/draft.ts';
import { checkEmail } from '../people/email-domains.ts';
import { begun, type Hiring, hiringIn, placesOfDays } from '../people/employees.ts';
import { recordNew } from '../people/records.ts';
import { addErrorAt } from '../people/rules.ts';
import { type Settings, settingsForDryRun, settingsForMany } from '../people/settings.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { binder } from '../platform/store/condition.ts';
import { findReferenced, type StoredRow } from '../platform/store/read.ts';
import { opened } from '../platform/store/sealing.ts';
import { lockedText } from '../platform/store/stored-text.ts';
import { update } from '../platform/store/write.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { checkedChanges, type JsonObject } from '../platform/verbs/body.ts';
import { isBlamed, namedWithoutError, withoutFormErrors } from '../platform/verbs/other-errors.ts';
import { addNamedErrors, type NamedOne, namedIn } from '../platform/verbs/references.ts';
import { parsed } from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, noErrors, Problem } from '../problem.ts';
import { nextTurn } from '../turns.ts';
import { type LineOutcome, type ReadLine, remoteIdOf } from './line.ts';
import { withIds } from './names.ts';

/** A line in progress: its parsed content and its errors. */
interface Judged {
  readonly number: number;
  readonly body: JsonObject;
  readonly errors: FieldErrors;
  /** The existing person, if known. */
  readonly current: StoredRow | undefined;
  readonly hiring: Hiring | null;
  /** The hire is that of the line without its errors of form: only its other rules are checked. */
  readonly isWithoutFormErrors: boolean;
  readonly changes: JsonObject;
  readonly named: readonly NamedOne[];
}

export interface ImportBatchOptions {
  readonly isDryRun: boolean;
  /** For a dry run: people that an earlier line would have hired. */
  readonly isHiredBefore: (body: JsonObject) => boolean;
}

export async function runImportBatch(
  tx: Tx,
  access: AccessContext,
  lines: readonly ReadLine[],
  options: ImportBatchOptions,
): Promise<LineOutcome[]> {
  const judged = await judge(tx, access, lines, options);
  const isHiring = ({ hiring }: Judged) => hiring !== null;
  const hirings = judged.filter(isHiring);
  const careers = await careersOf(tx, hirings);
  const failed = judged.filter((line) => !isSound(line)).map(failure);
  const good = judged.filter(isSound);
  const changed = good.filter((line) => !isHiring(line) && Object.keys(line.changes).length > 0);
  const fates = new Map<Judged, LineOutcome['fate']>(changed.map((line) => [line, 'updated']));
  const outcome = (line: Judged): LineOutcome => ({ number: line.number, fate: fates.get(line) ?? 'unchanged' });
  if (options.isDryRun) {
    for (const line of good.filter(isHiring)) fates.set(line, 'created');
    return [...failed, ...good.map(outcome)];
  }
  const written = await writeHirings(
    tx,
    hirings.map((line, index) => ({ line, career: careers[index] as Career })),
  );
  for (const { current, changes } of changed) await update(tx, employees, current as StoredRow, changes);
  return [...failed, ...written, ...good.filter((line) => !isHiring(line)).map(outcome)];
}

const isSound = ({ errors }: Judged): boolean => Object.keys(errors).length === 0;

const failure = ({ number, errors }: Judged): LineOutcome => ({ number, fate: 'failed', errors });

function judgedHiring(access: AccessContext, now: Date, line: Judged, own: Settings): Judged {
  const hiring = hiringIn(line.body, own, access.caller.baseUrl, now, line.errors);
  if (!hiring) {
    return withLineReferenceErrors(access, {
      ...line,
      hiring: hiringWithoutFormErrors(access, now, line, own),
      isWithoutFormErrors: true,
    });
  }
  const namings = [...namingsOf(hiring.draft), { resource: employees, values: hiring.values }];
  return { ...line, hiring, named: namedIn(access, namings, line.errors) };
}

/** Null if too little is left of the line. */
function hiringWithoutFormErrors(
  access: AccessContext,
  now: Date,
  { body, errors }: Judged,
  own: Settings,
): Hiring | null {
  const neutral = withoutFormErrors(employees, body, 'create', errors);
  try {
    return neutral && hiringIn(neutral, own, access.caller.baseUrl, now, noErrors());
  } catch (error) {
    // More errors than are listed.
    if (error instanceof Problem) return null;
    throw error;
  }
}

function judgedChange(access: AccessContext, line: Judged, own: Settings): Judged {
  const changes = changesOf(line, own, access.caller.baseUrl);
  if (!isSound(line)) return withLineReferenceErrors(access, line);
  return { ...line, changes, named: namedIn(access, [{ resource: employees, values: changes }], line.errors) };
}

/** Unknown references are reported together with the errors of form, as for a request. */
function withLineReferenceErrors(access: AccessContext, line: Judged): Judged {
  const current = line.current ? parsed(line.current, access.caller.baseUrl) : null;
  return { ...line, named: namedWithoutError({ resource: employees, access, body: line.body, current }, line.errors) };
}

const nothingYet = { hiring: null, isWithoutFormErrors: false, changes: {}, named: [] };

/** Other requests of the process run in between. */
const linesPerTurn = 25;

async function judge(
  tx: Tx,
  access: AccessContext,
  lines: readonly ReadLine[],
  { isDryRun, isHiredBefore }: ImportBatchOptions,
): Promise<Judged[]> {
  const read = lines.map(({ body }) => ({ body, errors: noErrors() }));
  const people = await knownPeople(tx, access, lines);
  const currents = lines.map(({ body }) => people.get(remoteIdOf(body) ?? ''));
  const isNew = (index: number) => !currents[index] && !(isDryRun && isHiredBefore(read[index]?.body ?? {}));
  // Existing people keep their career: the first employment of the line is ignored.
  const bodies = await withIds(
    tx,
    access,
    importables.employees.nameables,
    read.map((line, index) => (isNew(index) ? line : { ...line, body: withoutEmployment(line.body) })),
  );
  const hirings = lines.filter((_, index) => isNew(index)).length;
  const places = placesOfDays(bodies.filter((_, index) => isNew(index)));
  const settings = isDryRun
    ? await settingsForDryRun(tx, places)
    : await settingsForMany(tx, Math.max(1, hirings), places);
  let drawn = 0;
  const judgeLine = ({ number }: ReadLine, index: number): Judged => {
    const { errors } = read[index] as { errors: FieldErrors };
    const body = bodies[index] as JsonObject;
    const own = settings[isDryRun ? 0 : Math.min(drawn, settings.length - 1)] as Settings;
    const line = { number, body, errors, current: currents[index], ...nothingYet };
    if (isNew(index)) drawn += 1;
    try {
      return isNew(index) ? judgedHiring(access, tx.now, line, own) : judgedChange(access, line, own);
    } catch (error) {
      // A line with more errors than are listed counts as a line with errors.
      if (error instanceof Problem && error.errors === errors) return line;
      throw error;
    }
  };
  const judged: Judged[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % linesPerTurn === linesPerTurn - 1) await nextTurn();
    judged.push(judgeLine(line, index));
  }
  const found = await findReferenced(
    tx,
    judged.flatMap(({ named }) => named),
  );
  for (const { named, errors } of judged) addNamedErrors(named, found, errors);
  return judged;
}

const withoutEmployment = ({ firstEmployment: _, ...body }: JsonObject): JsonObject => body;

/** Like a PATCH with the same members. */
function changesOf({ body, current, errors }: Judged, settings: Settings, baseUrl: string): JsonObject {
  const before = current ? parsed(current, baseUrl) : {};
  const changes = checkedChanges(employees, before, body, baseUrl, errors);
  const { email } = changes;
  const isOther = email !== before.email && !isBlamed('email', errors);
  if (email && isOther) checkEmail(email, settings.refusedDomains, addErrorAt(errors));
  return changes;
}

/** The member errors of a problem; any other error is not an error of the line. */
function addErrors(errors: FieldErrors, error: unknown): void {
  if (!(error instanceof Problem) || !error.errors) throw error;
  for (const [member, messages] of Object.entries(error.errors)) {
    for (const message of messages) addError(errors, member, message);
  }
}

/** The people of the lines that the caller sees, by remote id, locked. */
async function knownPeople(
  tx: Tx,
  { conditions }: AccessContext,
  lines: readonly ReadLine[],
): Promise<Map<string, StoredRow>> {
  const remoteIds = lines.flatMap(({ body }) => remoteIdOf(body) ?? []);
  if (remoteIds.length === 0) return new Map();
  const { values, place } = binder([remoteIds]);
  const where = ['account_id = $1 and remote_id = any($2::text[])', ...conditions.map((condition) => condition(place))];
  const rows = await tx.run<StoredRow & { remoteId: string }>(
    statement(`
select id::text as id, revision::text as revision, ${lockedText(employees, 'shown_row')} as representation, remote_id as "remoteId"
from employees as shown_row where ${where.join(' and ')} order by id for no key update of shown_row`),
    values,
  );
  return new Map(rows.map((row) => [row.remoteId, opened(tx, row)]));
}

/** Checks hires with the rules of careers, also next to other errors; errors are added to their lines. */
async function careersOf(tx: Tx, lines: readonly Judged[]): Promise<(Career | null)[]> {
  if (lines.length === 0) return [];
  const drafts = lines.map(({ hiring }) => (hiring as Hiring).draft);
  const context = await careerContextOf(
    tx,
    drafts.map(({ employment }) => employment),
    drafts.map(({ position }) => position),
  );
  return lines.map(({ hiring, isWithoutFormErrors, errors }) => {
    const { draft, newCareer } = hiring as Hiring;
    const found = noErrors();
    addDraftErrors(draft, newCareer, context, found);
    for (const [member, messages] of Object.entries(found)) {
      // A member that was left out or replaced there has its error already.
      if (!isWithoutFormErrors || !isBlamed(member, errors))
        for (const message of messages) addError(errors, member, message);
    }
    return Object.keys(errors).length > 0 ? null : careerAsOf(begun(hiring as Hiring, context), tx.now);
  });
}

interface Due {
  readonly line: Judged;
  readonly career: Career | null;
}

/** All at once; if the database refuses one, then one by one, so that only that one fails. */
async function writeHirings(tx: Tx, all: readonly Due[]): Promise<LineOutcome[]> {
  const due = all.flatMap(({ line, career }) => (career ? [{ line, career }] : []));
  if (due.length === 0) return [];
  const created = ({ line }: Due): LineOutcome => ({ number: line.number, fate: 'created' });
  try {
    await tx.attempt(() =>
      recordNew(
        tx,
        due.map(({ career }) => career),
      ),
    );
    return due.map(created);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (due.length === 1) return due.map(({ line }) => refused(line, error));
  }
  const outcomes: LineOutcome[] = [];
  for (const one of due) outcomes.push(...(await writeHirings(tx, [one])));
  return outcomes;
}

function refused(line: Judged, error: Problem): LineOutcome {
  addErrors(line.errors, error);
  return failure(line);
}
