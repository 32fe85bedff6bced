/** Positions: inserting, changing and deleting one adjusts its neighbours. */
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import type { Tx } from '../platform/database/database.ts';
import { sentTogether } from '../platform/database/sent-together.ts';
import type { StoredRow } from '../platform/store/read.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { type JsonObject, unknownReference, valuesIn } from '../platform/verbs/body.ts';
import { addReferenceErrors } from '../platform/verbs/references.ts';
import { invalid, noErrors, throwIfAny } from '../problem.ts';
import { type Career, careerAsOf, type Employment, type Position, positionsOf } from './career.ts';
import { type CareerContext, careerContextAround, type NamedInCareer } from './career-context.ts';
import { changeCareer, lockNamed, removeFromCareer } from './careers.ts';
import { newPosition } from './draft.ts';
import { record, writtenAs } from './records.ts';
import { type AddError, addErrorUnlessBlamed, checkPosition, checkTemplate } from './rules.ts';
import { settingsAndIds } from './settings.ts';

export { positionsInTime as inTime } from './in-time.ts';

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const values = valuesIn(jobPositions, body, access.caller.baseUrl);
  const { employment, ...named } = values;
  const { id: employmentId } = employment as { id: string };
  const errors = noErrors();
  const [recorded, , context, { positionId: id }] = await sentTogether([
    lockNamed(tx, employments, access, employmentId),
    addReferenceErrors(tx, access, [{ resource: jobPositions, values: named }], errors),
    // Checked by the declaration.
    careerContextAround(tx, { resource: employments, id: employmentId, conditions: [] }, named as NamedInCareer),
    settingsAndIds(tx),
  ]);
  if (!recorded) throw invalid({ employment: [unknownReference('employment')] });
  const { career } = recorded;
  const employee = { id: career.employee.id };
  const position = newPosition(values, employee, id);
  const longer = { ...career, positions: [...career.positions, position] };
  const after = judged(longer, position, values, addErrorUnlessBlamed(errors), context);
  throwIfAny(errors);
  const written = await record(tx, recorded, careerAsOf(after, recorded.now));
  return written.get(writtenAs(jobPositions, id)) as StoredRow;
}

export function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  return changeCareer<Position>(tx, jobPositions, access, id, write, (career, row, changes, addError, context) => {
    const [first] = positionsOf(row.employment.id, career.positions);
    if (changes.startsOn && first?.id === id) {
      addError('startsOn', 'The first position starts with the employment, and moves with it.');
      return judged(career, { ...row, startsOn: first.startsOn }, changes, addError, context);
    }
    const positions = career.positions.map((position) => (position.id === id ? row : position));
    return judged({ ...career, positions }, row, changes, addError, context);
  });
}

/**
 * The career with the establishments of its positions, after all rules for this position. If a template or category was
 * narrowed later, that matters only to a write that newly refers to it or to the establishment.
 */
function judged(
  career: Career,
  position: Position,
  named: JsonObject,
  addError: AddError,
  context: CareerContext,
): Career {
  const employment = career.employments.find(({ id }) => id === position.employment.id) as Employment;
  const own = positionsOf(employment.id, career.positions);
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
