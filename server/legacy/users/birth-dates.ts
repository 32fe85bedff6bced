/**
 * Birth dates are encrypted in the database. Those of a page are decrypted after it is read. A query that filters or
 * sorts by them first decrypts all of the account and evaluates them here; the database gets only ids and their order,
 * never a date. That costs about ten microseconds a person, and only such queries pay it.
 */
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import type { Session } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Condition } from '../../platform/store/condition.ts';
import { openedMember } from '../../platform/store/sealing.ts';
import { nextTurn } from '../../turns.ts';
import type { Sql } from '../members.ts';
import type { Span, Term } from '../query/query.ts';

export const birthDateName = 'birthDate';

/** Midnights in milliseconds since 1970, by employee; unknown ones are missing. */
export type BirthDates = ReadonlyMap<string, number>;

/** Returned by the database as the number of the record and the encrypted value. */
export const sealedBirthDate = `to_json(personal.id || ' ' || btrim(personal.birth_date, E'\\x03'))`;

/** Quotes inside values are escaped, so this matches only the member itself. */
const sealedInText = new RegExp(`"${birthDateName}":"(\\d+) ([\\w-]+)"`, 'g');

/** The texts of rows with decrypted dates. */
export const withBirthDates = (session: Session, items: string): string =>
  items.replace(sealedInText, (_, id: string, sealed: string) => {
    const date = opened(session, id, sealed);
    return `"${birthDateName}":${date === null ? 'null' : `"${date}T00:00:00"`}`;
  });

/** Null: it cannot be decrypted and counts as unknown. */
const opened = (session: Session, id: string, sealed: string): string | null =>
  // The encrypted value is a date.
  openedMember(session, employeePersonalRecords, id, birthDateName, sealed) as string | null;

const sealedDates = statement(`
select employee_id::text as "employeeId", id::text as id, birth_date as sealed
from employee_personal_records where account_id = $1 and birth_date is not null`);

/** Other requests run between batches of this size. */
const openedAtOnce = 200;

export async function readBirthDates(session: Session): Promise<BirthDates> {
  const rows = await session.run<{ employeeId: string; id: string; sealed: string }>(sealedDates);
  const dates = new Map<string, number>();
  for (const [index, { employeeId, id, sealed }] of rows.entries()) {
    const date = opened(session, id, sealed);
    if (date !== null) dates.set(employeeId, Date.parse(date));
    if (index % openedAtOnce === openedAtOnce - 1) await nextTurn();
  }
  return dates;
}

/** The condition of a term on birth dates. */
export function bornAs(term: Term, dates: BirthDates): Condition {
  const isKept = (one: number | null) => meets(term, one);
  // People without a date are not among the ids: if they match, the condition lists those who do not.
  const areOthersKept = isKept(null);
  const ids = [...dates].flatMap(([id, date]) => (isKept(date) === areOthersKept ? [] : [id]));
  return (place) => `${areOthersKept ? 'not ' : ''}employee.id = any(${place(ids)}::bigint[])`;
}

function meets({ operator, values, hasNull }: Term, date: number | null): boolean {
  const isNegative = operator === 'notequal';
  if (date === null) return hasNull !== isNegative;
  return isIn(operator, date, values as readonly Span[]) !== isNegative;
}

function isIn(operator: Term['operator'], date: number, spans: readonly Span[]): boolean {
  const [one, other] = spans;
  if (!one) return false;
  switch (operator) {
    case 'since':
    case 'greaterthanorequal':
      return date >= one.from;
    case 'until':
    case 'lessthanorequal':
      return date < one.until;
    case 'greaterthan':
      return date >= one.until;
    case 'lessthan':
      return date < one.from;
    case 'between':
      return date >= one.from && date < (other?.until ?? one.until);
    default:
      return spans.some(({ from }) => from === date);
  }
}

/** The relation with the dates of people, for sorting. */
export const birthDateRelation = 'born';
export const birthDateOrder = `${birthDateRelation}.place`;

export const joinedInOrder =
  (dates: BirthDates): Sql =>
  (place) => {
    const ranks = new Map(
      [...new Set(dates.values())].sort((one, other) => one - other).map((date, rank) => [date, rank]),
    );
    const places = [...dates.values()].map((date) => ranks.get(date));
    return `left join unnest(${place([...dates.keys()])}::bigint[], ${place(places)}::integer[])
      as ${birthDateRelation} (employee_id, place) on ${birthDateRelation}.employee_id = employee.id`;
  };
