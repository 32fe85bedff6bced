/**
 * The list of read entries. A query about one person starts from the rows of that person, in the order of entries, so
 * that it costs as much as the page it answers, however many entries there are.
 */
import { readEntries } from '@muster/contract/administration/read-entries.ts';
import type { Session } from '../platform/database/database.ts';
import { isNumericId } from '../platform/store/columns.ts';
import type { Condition } from '../platform/store/condition.ts';
import { conditionOf, type FilterTerm } from '../platform/store/filter.ts';
import type { Page, PageQuery, VisiblePageQuery } from '../platform/store/list-page.ts';
import { tableOrder } from '../platform/store/order.ts';
import { pageAmong } from '../platform/store/page.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { list } from '../platform/verbs/standard.ts';

type Among = Extract<FilterTerm, { how: 'among' }>;

const isAboutPeople = (term: FilterTerm): term is Among => term.how === 'among' && term.name === 'employees.id';

export function listReadEntries(session: Session, access: AccessContext, query: PageQuery): Promise<Page> {
  const people = query.filters.filter(isAboutPeople);
  const others = query.filters.filter((term) => !isAboutPeople(term));
  const [only] = people;
  if (!only) return list(session, readEntries, access, query);
  const ids = only.values.filter(isNumericId);
  if (people.length > 1 || only.isNegative || ids.length !== 1) {
    const conditions = [...access.conditions, ...people.map(aboutOneOf)];
    return list(session, readEntries, { ...access, conditions }, { ...query, filters: others });
  }
  return pageAboutPerson(session, ids[0] as string, { ...query, filters: others, conditions: access.conditions });
}

/** The entries about one person, by id. */
export function pageAboutPerson(session: Session, employeeId: string, request: VisiblePageQuery): Promise<Page> {
  const ofPerson: Condition = (place) =>
    `reading.account_id = $1 and reading.employee_id = ${place(employeeId)}::bigint`;
  const order = tableOrder(readEntries);
  const source = {
    // Without `offset` the planner may read all entries of the account and sort those of the person.
    from: `read_people as reading cross join lateral (
      select * from read_entries as entry
      where entry.account_id = $1 and entry.id = reading.entry_id and entry.occurred_at = reading.occurred_at offset 0
    ) as shown_row`,
    conditions: [ofPerson, ...request.filters.map((term) => conditionOf(readEntries, term))],
    // The index of people is in the order of entries.
    order: (path: string) => (path === 'id' ? byEntry : order(path)),
  };
  return pageAmong(session, readEntries, [source], request);
}

const byEntry = { shown: 'reading.entry_id', columns: [{ sql: 'reading.entry_id', sqlType: 'bigint' }] };

/** Several people, or all but some: checked entry by entry. */
const aboutOneOf =
  ({ values, isNegative }: Among): Condition =>
  (place) => {
    const ids = `${place(values.filter(isNumericId))}::bigint[]`;
    const isNamed = `exists (select 1 from read_people as reading where reading.account_id = $1
    and reading.employee_id = any(${ids}) and reading.entry_id = shown_row.id and reading.occurred_at = shown_row.occurred_at)`;
    return isNegative ? `not ${isNamed}` : isNamed;
  };
