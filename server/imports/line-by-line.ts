/**
 * Imports lines one by one, each as the single request that it stands for: an update if it names a known row, otherwise
 * a creation. A line that fails leaves nothing behind, and the others of its batch stay.
 */

import type { Importable } from '@muster/contract/importables.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { verbsOf } from '../behaviours.ts';
import { explainedCreation, explainedUpdate, isInvalid } from '../explained-errors.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { canName, isNumericId } from '../platform/store/columns.ts';
import { findOne } from '../platform/store/read.ts';
import { type AccessContext, unconditionalWrite } from '../platform/verbs/access.ts';
import { isObject, type JsonObject } from '../platform/verbs/body.ts';
import { forbidUnseenCreation } from '../platform/verbs/restricted.ts';
import { parsed } from '../platform/verbs/standard.ts';
import { type FieldErrors, invalid, noErrors, Problem } from '../problem.ts';
import { type Fate, type LineOutcome, type ReadLine, remoteIdOf } from './line.ts';
import { idsOf, severalBear, withIds } from './names.ts';

export async function runLineByLine(
  tx: Tx,
  access: AccessContext,
  importable: Importable,
  lines: readonly ReadLine[],
): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = [];
  for (const line of lines) outcomes.push(await outcomeOf(tx, access, importable, line));
  return outcomes;
}

/** A cell of an open member may be a number or a text: where one is refused, the other is tried. */
async function outcomeOf(
  tx: Tx,
  access: AccessContext,
  importable: Importable,
  { number, body, textBody }: ReadLine,
): Promise<LineOutcome> {
  const first = await triedLine(tx, access, importable, number, body);
  if (!textBody || !first.errors || !Object.keys(first.errors).some(isOpenMember(importable))) return first;
  const second = await triedLine(tx, access, importable, number, textBody);
  return second.errors ? first : second;
}

const isOpenMember =
  ({ openMembers }: Importable) =>
  (path: string): boolean =>
    openMembers.some((member) => path === member || path.startsWith(`${member}.`));

async function triedLine(
  tx: Tx,
  access: AccessContext,
  importable: Importable,
  number: number,
  body: JsonObject,
): Promise<LineOutcome> {
  try {
    return { number, fate: await runLine(tx, access, importable, body) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { number, fate: 'failed', errors: errorsOf(error) };
  }
}

/** A problem that names no member, such as a missing right, concerns the whole line. */
const errorsOf = ({ errors, message }: Problem): FieldErrors => errors ?? { $: [message] };

async function runLine(tx: Tx, access: AccessContext, importable: Importable, given: JsonObject): Promise<Fate> {
  const { resource, nameables } = importable;
  const errors = noErrors();
  const [body = {}] = await withIds(tx, access, nameables, [{ body: given, errors }]);
  const id = await knownId(tx, access, resource, body);
  const run = () => (id === null ? createRow(tx, access, resource, body) : updateRow(tx, access, resource, id, body));
  if (Object.keys(errors).length === 0) return run();
  // Names that nothing bears are reported together with the other errors of the line.
  const others = await errorsOfUndone(tx, run);
  const paths = Object.keys(errors).map((key) => key.slice(0, key.lastIndexOf('.')));
  const isNamed = (key: string) => paths.some((path) => key === path || key === `${path}.id`);
  throw invalid({ ...Object.fromEntries(Object.entries(others).filter(([key]) => !isNamed(key))), ...errors });
}

/** The errors of work that leaves no trace. */
async function errorsOfUndone(tx: Tx, work: () => Promise<unknown>): Promise<FieldErrors> {
  const undone = new Error('undone');
  try {
    return await tx.attempt(async () => {
      await work();
      throw undone;
    });
  } catch (error) {
    if (error !== undone && !(error instanceof Problem)) throw error;
    return error instanceof Problem ? (error.errors ?? {}) : {};
  }
}

/** The row that a line is about; null: a new one. */
async function knownId(tx: Tx, access: AccessContext, resource: Resource, body: JsonObject): Promise<string | null> {
  if (body.id !== undefined) {
    const id = String(body.id);
    const found = canName(resource, id) && (await findOne(tx, resource, id, access.conditions));
    if (!found) throw invalid({ id: [`There is no ${resource.type} with this id.`] });
    return id;
  }
  if (resource === employeeAttributes) return singleValueId(tx, body);
  const remoteId = remoteIdOf(body);
  if (remoteId === null || !('remoteId' in resource.fields)) return null;
  const [id, ...others] = await bearersOf(tx, access, resource, remoteId);
  if (others.length > 0) throw invalid({ remoteId: [severalBear('remoteId')] });
  return id ?? null;
}

async function bearersOf(tx: Tx, access: AccessContext, resource: Resource, remoteId: string): Promise<string[]> {
  const ids = await idsOf(tx, access, resource, 'remoteId', [remoteId]);
  return ids.get(remoteId) ?? [];
}

const singleValue = statement(`
select id::text as id from employee_attributes
where account_id = $1 and definition_id = $2 and employee_id = $3 and is_single`);

/** Where a definition allows one value, the line is about that one. */
async function singleValueId(tx: Tx, { definition, employee }: JsonObject): Promise<string | null> {
  const definitionId = isObject(definition) ? definition.id : undefined;
  const employeeId = isObject(employee) ? employee.id : undefined;
  if (typeof definitionId !== 'string' || typeof employeeId !== 'string' || !isNumericId(employeeId)) return null;
  const [found] = await tx.run<{ id: string }>(singleValue, [definitionId, employeeId]);
  return found?.id ?? null;
}

async function createRow(tx: Tx, access: AccessContext, resource: Resource, body: JsonObject): Promise<Fate> {
  forbidUnseenCreation(resource, access.caller);
  try {
    await tx.attempt(() => verbsOf(resource).create(tx, access, body));
    return 'created';
  } catch (error) {
    if (!isInvalid(error)) throw error;
    throw await explainedCreation(tx, (work) => work(tx), { resource, access, body, current: null }, error);
  }
}

/** What is created together with a new row is not looked at for a known one. */
const withoutSeeds = ({ seeds }: Resource, body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(seeds, name)));

async function updateRow(
  tx: Tx,
  access: AccessContext,
  resource: Resource,
  id: string,
  given: JsonObject,
): Promise<Fate> {
  const verbs = verbsOf(resource);
  const before = await verbs.read(tx, access, id);
  const current = parsed(before, access.caller.baseUrl);
  const body = withoutSeeds(resource, given);
  try {
    const after = await tx.attempt(() => verbs.update(tx, access, id, unconditionalWrite(body)));
    return after.revision === before.revision ? 'unchanged' : 'updated';
  } catch (error) {
    if (!isInvalid(error)) throw error;
    const refused = { resource, access, body, current };
    throw await explainedUpdate(tx, (work) => work(tx), refused, id, unconditionalWrite(body), error);
  }
}
