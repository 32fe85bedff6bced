/**
 * Values of attributes. Members of people are read as values too, but are changed on their own resource. The definition
 * is locked while one of its values is written, so that nobody archives, deletes or narrows it meanwhile. The database
 * decides which value is first if only one is allowed.
 */
import { isDeepStrictEqual } from 'node:util';
import { detail } from '@muster/contract/messages.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { files } from '@muster/contract/resources/files.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { isNumericId } from '../platform/store/columns.ts';
import type { Page, PageQuery } from '../platform/store/list-page.ts';
import { pageAmong } from '../platform/store/page.ts';
import { lockOne, type StoredRow } from '../platform/store/read.ts';
import { releaseFiles } from '../platform/store/released-files.ts';
import type { Values } from '../platform/store/values.ts';
import { insert } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { checkedChanges, checkedValues, isObject, type JsonObject } from '../platform/verbs/body.ts';
import { onVisible } from '../platform/verbs/references.ts';
import * as standard from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, invalid, noErrors, noSuchResource, Problem, throwIfAny } from '../problem.ts';
import { addArchivalErrors, holdDefinition, holdForCreation, valueSchemaFor } from './definitions.ts';
import { type Holding, keysOf, writeKeys } from './keys.ts';
import { addNamedErrors } from './references.ts';
import { systemValueAt } from './system-values.ts';
import {
  checkedParts,
  joined,
  namedBy,
  type Plain,
  partsOf,
  singlePart,
  storedValue,
  type ValueSchema,
} from './value-schema.ts';
import { findValue, valueSources } from './value-sources.ts';
import { valueInTime, valuesInTime } from './values-in-time.ts';

export { inTime } from './values-in-time.ts';

/** Of one definition, for one employee, if several are allowed. */
const valuesMax = 100;

interface Days {
  readonly start: string | null;
  readonly end: string | null;
}

export async function list(session: Session, access: AccessContext, query: PageQuery): Promise<Page> {
  const filters = await onVisible(session, employeeAttributes, access, query.filters);
  if (access.pointInTime) return valuesInTime(session, access.pointInTime, { ...query, filters });
  const asked = { ...query, filters, conditions: access.conditions };
  return pageAmong(session, employeeAttributes, valueSources(filters), asked);
}

export async function read(session: Session, access: AccessContext, id: string): Promise<StoredRow> {
  const found = access.pointInTime
    ? await valueInTime(session, access.pointInTime, id)
    : await findValue(session, access, id);
  if (!found) throw noSuchResource(employeeAttributes.type, id);
  return found;
}

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const { baseUrl } = access.caller;
  const errors = noErrors();
  const values = checkedValues(employeeAttributes, withoutNulls(body), baseUrl, errors);
  const days = daysIn(values.applicability, errors);
  if (isUnclear(errors, 'definition') || isUnclear(errors, 'employee')) throw invalid(errors);
  const [definitionId, employeeId] = [idOf(values.definition), idOf(values.employee)];
  const definition = await holdForCreation(tx, access, definitionId, employeeId, errors);
  if (!definition) throw invalid(errors);
  addArchivalErrors(definition, errors);
  const schema = await valueSchemaFor(tx, definition);
  const parts = Object.hasOwn(values, 'value') ? checkedParts(schema, values.value, baseUrl, errors) : null;
  if (parts && Object.keys(errors).length === 0) await addNamedErrors(tx, access, namedBy(schema, parts), errors);
  if (!parts || Object.keys(errors).length > 0) {
    if (definition.isSingle) await addDuplicateError(tx, definitionId, employeeId, errors);
    throw invalid(errors);
  }
  const created = await oneAlone(
    insert(tx, employeeAttributes, {
      ...values,
      ...storedColumns(schema, parts, days),
      isSingle: definition.isSingle,
    }),
  );
  const keys = keysOf(schema, parts);
  if (keys.length === 0 && definition.isSingle) return created;
  const count = await writeKeys(tx, { id: created.id, definitionId, employeeId, ...periodOf(days) }, keys);
  if (count > valuesMax) {
    throw invalid({ 'definition.id': [`The employee has ${valuesMax} values of this definition, which is the most.`] });
  }
  return created;
}

/** These members are null before a value exists, so sending null is allowed. */
const withoutNulls = ({ employment, jobPosition, ...body }: JsonObject): JsonObject => ({
  ...body,
  ...((employment ?? null) !== null && { employment }),
  ...((jobPosition ?? null) !== null && { jobPosition }),
});

const isUnclear = (errors: FieldErrors, member: string): boolean =>
  Object.keys(errors).some((key) => key === member || key.startsWith(`${member}.`));

const idOf = (reference: unknown): string => (reference as { id: string }).id;

/** The unique index of single values has no column to name in an error. */
async function oneAlone<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (constraint !== 'employee_attributes_are_single') throw error;
    throw invalid({ 'definition.id': [isTaken] });
  }
}

const isTaken = 'The employee has a value of this definition already, and it allows one.';

const taken = statement(`
select 1 from employee_attributes where account_id = $1 and definition_id = $2 and employee_id = $3 and is_single`);

/** A value with other errors never reaches the index. */
async function addDuplicateError(tx: Tx, definitionId: string, employeeId: string, errors: FieldErrors): Promise<void> {
  const found = await tx.run(taken, [definitionId, employeeId]);
  if (found.length > 0) addError(errors, 'definition.id', isTaken);
}

/** The stored period: null if neither end is set. */
function daysIn(applicability: unknown, errors: FieldErrors): Days | null {
  if (!isObject(applicability)) return null;
  // The declaration has checked both: a day each, or null.
  const { start, end } = applicability as unknown as Days;
  if (typeof start === 'string' && typeof end === 'string' && end < start) {
    addError(errors, 'applicability.end', 'Must not be before the start.');
  }
  return (start ?? null) === null && (end ?? null) === null ? null : { start, end };
}

const periodOf = (days: Days | null) => ({
  appliesFrom: days?.start ?? '-infinity',
  appliesTo: days?.end ?? 'infinity',
});

const storedColumns = (schema: ValueSchema, parts: ReadonlyMap<string, Plain>, days: Days | null): Values => ({
  applicability: days,
  value: storedValue(schema, parts),
  'value.id': namedBy(schema, parts).find(({ part }) => part === singlePart)?.id ?? null,
  ...periodOf(days),
});

export async function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  await refuseSystem(tx, access, id);
  let next: Next | undefined;
  const changed = await standard.change(tx, employeeAttributes, access, id, write, async (current, body) => {
    next = await nextOf(tx, access, current, body);
    return next.changes;
  });
  if (!next || Object.keys(next.changes).length === 0) return changed;
  await writeKeys(tx, next.held, keysOf(next.schema, next.parts));
  await releaseFiles(tx, next.released);
  return changed;
}

/** The new state of a value. */
interface Next {
  readonly schema: ValueSchema;
  readonly parts: ReadonlyMap<string, Plain>;
  readonly held: Holding;
  readonly changes: JsonObject;
  /** Files that it no longer refers to. */
  readonly released: readonly string[];
}

async function nextOf(tx: Tx, access: AccessContext, current: JsonObject, body: JsonObject): Promise<Next> {
  const { baseUrl } = access.caller;
  const errors = noErrors();
  const { value, ...rest } = body;
  const { applicability = current.applicability } = checkedChanges(employeeAttributes, current, rest, baseUrl, errors);
  const days = daysIn(applicability, errors);
  const definition = await holdDefinition(tx, idOf(current.definition));
  if (!definition) throw noSuchResource(employeeAttributes.type, String(current.id));
  const schema = await valueSchemaFor(tx, definition);
  const before = partsOf(schema, current.value);
  const given = Object.hasOwn(body, 'value') ? checkedParts(schema, value, baseUrl, errors) : new Map();
  if (!given || Object.keys(errors).length > 0) {
    addArchivalErrors(definition, errors);
    throw invalid(errors);
  }
  const known = namedBy(schema, before);
  const stays = (one: { part: string; id: string }) => known.some(({ part, id }) => part === one.part && id === one.id);
  // Unchanged references are not new, whatever their state.
  await addNamedErrors(
    tx,
    access,
    namedBy(schema, given).filter((one) => !stays(one)),
    errors,
  );
  const parts = new Map([...before, ...given]);
  const changes = changesTo(current, schema, parts, days);
  // What changes nothing is allowed under an archived definition too.
  if (Object.keys(changes).length > 0) addArchivalErrors(definition, errors);
  throwIfAny(errors);
  const held = {
    id: String(current.id),
    definitionId: definition.id,
    employeeId: idOf(current.employee),
    ...periodOf(days),
  };
  return {
    schema,
    parts,
    held,
    changes,
    released: released(schema, before, parts),
  };
}

function changesTo(
  current: JsonObject,
  schema: ValueSchema,
  parts: ReadonlyMap<string, Plain>,
  days: Days | null,
): JsonObject {
  const before = joined(schema, partsOf(schema, current.value));
  const isSameValue = isDeepStrictEqual(before, joined(schema, parts));
  const { value, 'value.id': valueId, applicability, ...period } = storedColumns(schema, parts, days);
  return {
    ...(!isSameValue && { value, 'value.id': valueId }),
    ...(!isDeepStrictEqual(applicability, current.applicability) && { applicability, ...period }),
  };
}

const filesIn = (schema: ValueSchema, parts: ReadonlyMap<string, Plain>): string[] =>
  namedBy(schema, parts).flatMap(({ target, id }) => (target === files ? [id] : []));

function released(
  schema: ValueSchema,
  before: ReadonlyMap<string, Plain>,
  after: ReadonlyMap<string, Plain>,
): string[] {
  const kept = filesIn(schema, after);
  return filesIn(schema, before).filter((id) => !kept.includes(id));
}

export async function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  await refuseSystem(tx, access, id);
  const current = await lockOne(tx, employeeAttributes, id);
  await standard.remove(tx, employeeAttributes, access, id, write);
  if (current) await releaseFiles(tx, namedFiles(standard.parsed(current, '').value));
}

/** From a value as it is read, where references have their types. */
const namedFiles = (value: unknown): string[] =>
  (isObject(value) ? [value, ...Object.values(value)] : []).flatMap((one) =>
    isObject(one) && one.type === files.type ? [String(one.id)] : [],
  );

/** Members of people are changed on their own resource. */
async function refuseSystem(tx: Tx, access: AccessContext, id: string): Promise<void> {
  if (!isNumericId(id) || !systemValueAt(id)) return;
  await read(tx, access, id);
  throw new Problem('forbidden', detail('valueReadOnly'));
}
