/** The filters of a list as conditions, each in the cheapest form; filters on attributes have three. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import {
  type AttributeTerm,
  attributeCondition,
  countUpTo,
  type InIdOrder,
  isInOrderOfIds,
  isPositive,
  type Way,
} from './attribute-filter.ts';
import { binder, type Condition } from './condition.ts';
import type { IsMetSoon, PageAndList } from './few-ids.ts';
import { conditionOf, type FilterTerm } from './filter.ts';
import { containingConditions } from './search-inside.ts';
import { bearingWordsConditions } from './search-words.ts';

/** So many rows can be found by their keys and sorted in the time that it takes to look up some rows of a list. */
const fewMax = 5000;

export interface Narrowed {
  /** For a page: rows before its position are excluded. */
  readonly ofPage: readonly Condition[];
  readonly ofList: readonly Condition[];
}

export async function conditionsOf(
  session: Session,
  resource: Resource,
  terms: readonly FilterTerm[],
  /** The direction of ids; null if rows are in another order. */
  inIdOrder: InIdOrder | null,
  /** The rows that the caller may see. */
  visible: readonly Condition[],
  isMetSoon: IsMetSoon,
): Promise<Narrowed> {
  const wanted = terms.filter(isOfAttribute);
  const [only] = wanted;
  const isAlone = terms.length === 1 && only !== undefined && isInOrderOfIds(only);
  const ordered = isAlone ? inIdOrder : null;
  const first = ordered || wanted.length === 0 ? only : await fewest(session, resource, wanted.filter(isPositive));
  const searched = await searchConditions(session, resource, terms, isMetSoon);
  const startingFrom = (part: keyof PageAndList, start: AttributeTerm | undefined, way: Way) =>
    terms.map((term) =>
      isOfAttribute(term)
        ? attributeCondition(resource, term, term === start ? way : 'row-by-row')
        : (searched.get(term)?.[part] ?? conditionOf(resource, term, { visible })),
    );
  return {
    ofPage: startingFrom('ofPage', first, ordered ?? 'together'),
    // A count reads all matching rows in any case.
    ofList: startingFrom('ofList', first ?? wanted.find(isPositive), 'together'),
  };
}

/** Searches whose form depends on the number of matches. */
async function searchConditions(
  session: Session,
  resource: Resource,
  terms: readonly FilterTerm[],
  isMetSoon: IsMetSoon,
): Promise<ReadonlyMap<FilterTerm, PageAndList>> {
  const found = new Map<FilterTerm, PageAndList>();
  for (const term of terms) {
    if (term.how !== 'search') continue;
    const { text } = term;
    if (term.isInside) found.set(term, await containingConditions(session, resource, text, isMetSoon));
    else if (resource.searchedBy === 'kept-words')
      found.set(term, await bearingWordsConditions(session, resource, text, isMetSoon));
  }
  return found;
}

const isOfAttribute = (term: FilterTerm): term is FilterTerm & AttributeTerm =>
  term.how !== 'search' && term.part !== undefined;

/** The term that the fewest rows match: a list that starts from it reads few rows in vain. */
async function fewest(
  session: Session,
  resource: Resource,
  positive: readonly AttributeTerm[],
): Promise<AttributeTerm | undefined> {
  if (positive.length === 0) return undefined;
  const { values, place } = binder();
  const counts = positive.map(
    (term, index) => `${countUpTo(resource, term, fewMax + 1, place)}::text as count_${index}`,
  );
  const [row] = await session.run<Record<`count_${number}`, string>>(
    statement(`select ${counts.join(', ')} where $1::bigint is not null`),
    values,
  );
  const found = positive.map((term, index) => ({ term, count: Number(row?.[`count_${index}`]) }));
  const least = found.reduce((one, other) => (other.count < one.count ? other : one));
  return least.count <= fewMax ? least.term : undefined;
}
