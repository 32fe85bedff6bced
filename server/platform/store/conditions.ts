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
import type { PageAndList } from './few-ids.ts';
import { conditionOf, type FilterTerm } from './filter.ts';
import { containingConditions } from './search-inside.ts';
import { bearingWordsConditions } from './search-words.ts';

/** So many rows can be found by their keys and sorted in the time that it takes to look up some rows of a list. */
const fewMax = 5000;

export interface Narrowed {
  /** For a page: rows before its position are excluded. */
  readonly ofPage: readonly Condition[];
  readonly ofList: readonly Condition[];
  /** Set if so many rows match that a page in its order may be full soon: which rows it reads, and which of them it shows. */
  readonly walked: { readonly conditions: readonly Condition[]; readonly met: readonly Condition[] } | null;
}

export async function conditionsOf(
  session: Session,
  resource: Resource,
  terms: readonly FilterTerm[],
  /** The direction of ids; null if rows are in another order. */
  inIdOrder: InIdOrder | null,
  /** The rows that the caller may see. */
  visible: readonly Condition[],
): Promise<Narrowed> {
  const wanted = terms.filter(isOfAttribute);
  const [only] = wanted;
  const isAlone = terms.length === 1 && only !== undefined && isInOrderOfIds(only);
  const ordered = isAlone ? inIdOrder : null;
  const first = ordered || wanted.length === 0 ? only : await fewest(session, resource, wanted.filter(isPositive));
  const searched = await searchConditions(session, resource, terms);
  const found = [...searched.values()];
  const isNarrow = first !== undefined || found.some(({ ofEachRow }) => !ofEachRow);
  const formsOf = (among: readonly FilterTerm[], part: keyof PageAndList, start: AttributeTerm | undefined, way: Way) =>
    among.map((term) =>
      isOfAttribute(term)
        ? attributeCondition(resource, term, term === start ? way : 'row-by-row')
        : (searched.get(term)?.[part] ?? searched.get(term)?.ofPage ?? conditionOf(resource, term, { visible })),
    );
  const ofPage = formsOf(terms, isNarrow ? 'ofEachRow' : 'ofPage', first, ordered ?? 'together');
  // A count reads all matching rows in any case.
  const ofList = formsOf(terms, 'ofList', first ?? wanted.find(isPositive), 'together');
  if (isNarrow || found.length === 0) return { ofPage, ofList, walked: null };
  const others = terms.filter((term) => !searched.has(term));
  const walked = {
    conditions: formsOf(others, 'ofPage', undefined, 'row-by-row'),
    met: found.flatMap(({ ofEachRow }) => ofEachRow ?? []),
  };
  return { ofPage, ofList, walked };
}

/** Searches whose form depends on the number of matches. */
async function searchConditions(
  session: Session,
  resource: Resource,
  terms: readonly FilterTerm[],
): Promise<ReadonlyMap<FilterTerm, PageAndList>> {
  const found = new Map<FilterTerm, PageAndList>();
  for (const term of terms) {
    if (term.how !== 'search') continue;
    if (term.isInside) found.set(term, await containingConditions(session, resource, term.text));
    else if (resource.searchedBy === 'kept-words')
      found.set(term, await bearingWordsConditions(session, resource, term.text));
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
