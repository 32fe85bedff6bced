/** A page of a list as it was known at a moment, or as it is on a day. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { isRecorded } from '@muster/contract/versions.ts';
import type { Session } from '../database/database.ts';
import { attributeCondition } from './attribute-filter.ts';
import { attributeConditionAt, heldInOrder, isOfFormerValues } from './attribute-moment.ts';
import { heldOnDay, inOrderOfTime } from './attribute-order.ts';
import { columnAt } from './columns.ts';
import type { Condition } from './condition.ts';
import { digestConditionsAt, isDigested } from './digest-moment.ts';
import { type ComparedRows, conditionOf, type FilterTerm } from './filter.ts';
import { formerColumns } from './former-columns.ts';
import type { Page, PageQuery, Source } from './list-page.ts';
import { tableOrder } from './order.ts';
import { pageAmong, pageInTurn } from './page.ts';
import type { CallerPointInTime } from './point-in-time.ts';
import { findFitting, findSome, type StoredRow, type Unread } from './read.ts';
import { kindsIn, momentFor, momentIn, rowsInTime, statesBy, togetherInTime } from './rows-in-time.ts';
import { digestedTerms } from './sealing.ts';
import { containingMembers } from './search-inside.ts';

export async function findPageInTime(
  session: Session,
  resource: Resource,
  pointInTime: CallerPointInTime,
  query: PageQuery,
): Promise<Page> {
  const { filters } = query;
  const isDecrypted = momentFor(resource, pointInTime) !== null && filters.some((term) => isDigested(resource, term));
  const more = isDecrypted ? await digestConditionsAt(session, resource, pointInTime, filters) : [];
  const compared = isDecrypted
    ? filters.filter((term) => !isDigested(resource, term))
    : digestedTerms(session, resource, filters);
  const sources = sourcesInTime(resource, pointInTime, { ...query, filters: compared }, more);
  const request = { ...query, conditions: [] };
  const part = query.sort[0]?.part;
  if (!part) return pageAmong(session, resource, sources, request);
  const held = isOfFormerValues(pointInTime) ? heldInOrder(resource, pointInTime, part) : heldOnDay(resource, part);
  return pageInTurn(session, resource, inOrderOfTime(resource, sources, part, held), sources, request);
}

/** The rows of a list, by filters; `more` holds for each row too. */
export function sourcesInTime(
  resource: Resource,
  pointInTime: CallerPointInTime,
  { filters, sort }: Pick<PageQuery, 'filters' | 'sort'>,
  more: readonly Condition[] = [],
): Source[] {
  const isPast = momentFor(resource, pointInTime) !== null;
  const conditions = [...filters.map((term) => conditionInTime(resource, pointInTime, term, isPast)), ...more];
  const order = tableOrder(resource);
  const used = columnsIn([
    ...conditions.map((condition) => condition(() => 'null')),
    // An attribute has no column.
    ...sort.filter(({ part }) => !part).map(({ path }) => order(path).shown),
  ]);
  return kindsIn(resource, pointInTime).map((kind) => ({
    from: (place) => `(${rowsInTime(resource, pointInTime, kind, place, used)}) as shown_row`,
    conditions,
    order,
  }));
}

/** The columns of rows that conditions and orders refer to. */
const columnsIn = (parts: readonly string[]): ReadonlySet<string> =>
  new Set(parts.flatMap((sql) => [...sql.matchAll(/\bshown_row\.(\w+)/g)].map(([, column = '']) => column)));

function conditionInTime(
  resource: Resource,
  pointInTime: CallerPointInTime,
  term: FilterTerm,
  isPast: boolean,
): Condition {
  if (term.how !== 'search') {
    const { part } = term;
    if (!part) return conditionOf(resource, term, comparedInTime(resource, pointInTime));
    return isOfFormerValues(pointInTime)
      ? attributeConditionAt(resource, pointInTime, { ...term, part })
      : attributeCondition(resource, { ...term, part }, 'row-by-row');
  }
  if (term.isInside) return containingMembers(resource, term.text);
  return isPast && resource.searchedBy === 'kept-words' ? byOwnWords(resource, term.text) : conditionOf(resource, term);
}

/**
 * A person has left on the day that is asked about, whatever became of them since; and what people refer to is compared as it
 * was known at the moment.
 */
const comparedInTime = (resource: Resource, pointInTime: CallerPointInTime): ComparedRows => ({
  visible: [],
  from: (type, place, column) => {
    const used = new Set([column]);
    if (type === resource.type) {
      const kinds = kindsIn(resource, pointInTime).map((kind) => rowsInTime(resource, pointInTime, kind, place, used));
      return `(${kinds.join('\nunion all\n')}) as shown_row`;
    }
    const other = resourceOf(type);
    // What no earlier text has is known as it is now.
    if (!other || !isRecorded(other) || !formerColumns(other).some((former) => former.column === column))
      return undefined;
    const at = momentIn(momentFor(other, pointInTime), pointInTime, place);
    return at ? `(${statesBy(other, at, everyRow, used)}) as shown_row` : undefined;
  },
});

const everyRow = { present: [], deleted: [] };

/** The same as the search by kept words: every word begins a word of the row, or the whole text begins another member. */
const byOwnWords =
  ({ searchedFromStart }: Resource, text: string): Condition =>
  (place) => {
    const given = place(text);
    const begun = searchedFromStart.map(
      (name) => ` or starts_with(shown_row.${columnAt(name)}_ordering, ordering(btrim(${given})))`,
    );
    return `(shown_row.searched @@ beginnings(${given})${begun.join('')})`;
  };

export const findSomeInTime = (
  session: Session,
  resource: Resource,
  pointInTime: CallerPointInTime,
  ids: readonly string[],
): Promise<StoredRow[]> => findSome(session, resource, ids, [], null, togetherInTime(resource, pointInTime, ids));

export async function findOneInTime(
  session: Session,
  resource: Resource,
  pointInTime: CallerPointInTime,
  id: string,
): Promise<StoredRow | null> {
  const [row] = await findSomeInTime(session, resource, pointInTime, [id]);
  return row ?? null;
}

/** For large rows: as many as fit. */
export const findFittingInTime = (
  session: Session,
  resource: Resource,
  pointInTime: CallerPointInTime,
  ids: readonly string[],
  bounds: { readonly always: number; readonly bytesMax: number },
): Promise<(StoredRow | Unread)[]> =>
  findFitting(session, resource, ids, [], {
    ...bounds,
    shownAs: null,
    from: togetherInTime(resource, pointInTime, ids),
  });
