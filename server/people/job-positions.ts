/** Positions: inserting, changing and deleting one adjusts its neighbours. */
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import type { Tx } from '../platform/database/database.ts';
import type { StoredRow } from '../platform/store/read.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { type JsonObject, unknownReference, valuesIn } from '../platform/verbs/body.ts';
import { addReferenceErrors } from '../platform/verbs/references.ts';
import { invalid, noErrors, throwIfAny } from '../problem.ts';
import { type Career, careerAsOf, type Employment, type Position, positionsOf } from './career.ts';
import { changeCareer, lockNamed, removeFromCareer } from './careers.ts';
import { newPosition } from './draft.ts';
import { record, writtenAs } from './records.ts';
import { type AddError, addErrorBeside, careerContextOf, checkPosition, checkTemplate } from './rules.ts';
import { settingsAndIds } from './settings.ts';

export { positionsInTime as inTime } from './in-time.ts';

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const values = valuesIn(jobPositions, body, access.caller.baseUrl);
  const { id: employmentId } = values.employment as { id: string };
  const recorded = await lockNamed(tx, employments, access, employmentId);
  if (!recorded) throw invalid({ employment: [unknownReference('employment')] });
  const { employment: _, ...named } = values;
  const errors = noErrors();
  await addReferenceErrors(tx, access, [{ resource: jobPositions, values: named }], errors);
  const { positionId: id } = await settingsAndIds(tx);
  const { career } = recorded;
  const employee = { id: career.employee.id };
  const position = newPosition(values, employee, id);
  const after = await judged(
    tx,
    { ...career, positions: [...career.positions, position] },
    position,
    values,
    addErrorBeside(errors),
  );
  throwIfAny(errors);
  const written = await record(tx, recorded, careerAsOf(after, recorded.now));
  return written.get(writtenAs(jobPositions, id)) as StoredRow;
}

export function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  return changeCareer<Position>(tx, jobPositions, access, id, write, (career, row, changes, addError) => {
    const [first] = positionsOf(row.employment.id, career.positions);
    if (changes.startsOn && first?.id === id) {
      addError('startsOn', 'The first position starts with the employment, and moves with it.');
      return judged(tx, career, { ...row, startsOn: first.startsOn }, changes, addError);
    }
    const positions = career.positions.map((position) => (position.id === id ? row : position));
    return judged(tx, { ...career, positions }, row, changes, addError);
  });
}

/**
 * The career with the establishments of its positions, after all rules for this position. If a template or category was
 * narrowed later, that matters only to a write that newly refers to it or to the establishment.
 */
async function judged(
  tx: Tx,
  career: Career,
  position: Position,
  named: JsonObject,
  addError: AddError,
): Promise<Career> {
  const employment = career.employments.find(({ id }) => id === position.employment.id) as Employment;
  const own = positionsOf(employment.id, career.positions);
  const context = await careerContextOf(tx, [employment], own);
  const places = new Map([...career.places, ...context.places]);
  if (position.startsOn <= employment.start.date && own[0]?.id !== position.id) {
    addError('startsOn', `Must be after ${employment.start.date}, on which the first position starts.`);
  }
  const isPlaced = named.businessEstablishment !== undefined;
  const { occupationCategory } = position;
  const isNamed = isPlaced || named.occupationCategory !== undefined;
  checkPosition(
    { ...position, occupationCategory: isNamed ? occupationCategory : null },
    employment,
    career,
    context,
    addError,
  );
  // The first position determines the legal entity, which the template must allow.
  if (isPlaced && own[0]?.id === position.id) {
    const owner = context.places.get(position.businessEstablishment.id)?.legalEntityId;
    checkTemplate(employment, owner, context, (_, message) => addError('businessEstablishment', message));
  }
  return { ...career, places };
}

export function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  return removeFromCareer(tx, jobPositions, access, id, write, (career, addError) => {
    const gone = career.positions.find((position) => position.id === id);
    if (gone && positionsOf(gone.employment.id, career.positions)[0] === gone) {
      addError('id', 'The first position of an employment cannot be deleted.');
      return career;
    }
    return { ...career, positions: career.positions.filter((position) => position.id !== id) };
  });
}
