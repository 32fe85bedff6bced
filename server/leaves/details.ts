/** Details of an absence for authorities: which members belong together, and how they are stored. */
import { commonDetails, leaves, type Nature, natures } from '@muster/contract/resources/leaves.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { addressToken } from '../platform/store/address.ts';
import { isNumericId } from '../platform/store/columns.ts';
import { givenText, isObject, type JsonObject, unknownReference } from '../platform/verbs/body.ts';
import { addError, type FieldErrors } from '../problem.ts';
import { type CoveredDay, daysIn } from './counting.ts';

const named = ['extendsSickLeave', 'earlyReturnOf'] as const;

/** Adds errors for members that the nature does not have. */
export function checkDetails(sent: unknown, nature: unknown, errors: FieldErrors): void {
  // The schema refuses an unknown nature.
  if (!isObject(sent) || !isNature(nature)) return;
  const known = membersOf(nature);
  for (const name of Object.keys(sent)) {
    if (!known.includes(name)) {
      addError(errors, `details.${name}`, `Not for ${nature}. Allowed: ${known.join(', ')}.`);
    }
  }
}

const isNature = (nature: unknown): nature is Nature => typeof nature === 'string' && Object.hasOwn(natures, nature);

const membersOf = (nature: Nature): string[] => ['nature', ...commonDetails, ...Object.keys(natures[nature])];

/** Rules between members, and with the days of the leave. */
export function checkDetailsTogether(
  details: unknown,
  days: readonly Pick<CoveredDay, 'range'>[],
  errors: FieldErrors,
): void {
  if (!isObject(details)) return;
  const totalDays = daysIn(days);
  const { paidDaysCount, unpaidDaysCount, subrogationStartsOn, subrogationEndsOn } = details;
  const stated = Number(paidDaysCount ?? 0) + Number(unpaidDaysCount ?? 0);
  // Tolerance for sums of decimals.
  if (stated - totalDays > 1e-9) {
    addError(errors, 'details.paidDaysCount', `Paid and unpaid days together must be at most ${totalDays}.`);
  }
  if (subrogationStartsOn && subrogationEndsOn && subrogationEndsOn < subrogationStartsOn) {
    addError(errors, 'details.subrogationEndsOn', 'Must not be before subrogationStartsOn.');
  }
}

/** Every member of the nature, null if not set; other members are dropped. */
export function keptDetails(details: unknown): JsonObject | null {
  if (!isObject(details)) return null;
  // Checked by the schema.
  return Object.fromEntries(
    membersOf(details.nature as Nature).map((name) => [name, keptMember(name, details[name] ?? null)]),
  );
}

function keptMember(name: string, value: unknown): unknown {
  if (!(named as readonly string[]).includes(name) || !isObject(value)) return value;
  const id = givenText(value.id);
  return { id, type: leaves.type, url: `${addressToken}/svc-api/${leaves.path}/${id}` };
}

const notAnother = `${unknownReference(leaves.type)} It must be another one of the same employee.`;

const ofEmployee = statement(`
select id::text as id from leaves where account_id = $1 and employee_id = $2 and id = any($3::bigint[])`);

/** The leaves that details name. */
function leavesIn(details: unknown): (readonly [name: string, id: string])[] {
  if (!isObject(details)) return [];
  return named.flatMap((name) => {
    const value = details[name];
    return isObject(value) ? [[name, givenText(value.id)] as const] : [];
  });
}

/** Which of the leaves that details name the employee has. */
export async function findNamedLeaves(tx: Tx, details: unknown, employeeId: string): Promise<ReadonlySet<string>> {
  const ids = leavesIn(details).map(([, id]) => id);
  if (ids.length === 0) return new Set();
  const found = await tx.run<{ id: string }>(ofEmployee, [employeeId, ids.filter(isNumericId)]);
  return new Set(found.map(({ id }) => id));
}

/** A referenced leave must be another leave of the same employee. */
export function checkNamedLeaves(
  details: unknown,
  found: ReadonlySet<string>,
  leaveId: string | null,
  errors: FieldErrors,
): void {
  for (const [name, id] of leavesIn(details)) {
    if (!found.has(id) || id === leaveId) addError(errors, `details.${name}.id`, notAnother);
  }
}
