/** The search for any part of some texts of a row (`contains`): every given word is a part of at least one of them. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { columnAt, idTypeOf, tableOf } from './columns.ts';
import type { Condition, Place } from './condition.ts';
import { both, idsIfFew, type PageAndList } from './few-ids.ts';

/** So many rows can be found by their ids and sorted while a list in its order reads some rows in vain. */
const fewMax = 2000;

const patterns = (text: string, place: Place): string =>
  `all(array(select containing(word) from unnest(${place(text.trim().split(/\s+/))}::text[]) as word))`;

/**
 * Rows of the table have one text to compare with. The planner takes `coalesce` for true of every second row, so a page in
 * the order of an index reads along that index.
 */
export const containingText =
  (text: string): Condition =>
  (place) =>
    `coalesce(shown_row.searched_text like ${patterns(text, place)}, false)`;

/** The same for rows of another time, which have only their members. */
export const containingMembers =
  ({ searchedInside }: Resource, text: string): Condition =>
  (place) => {
    const texts = searchedInside.map((path) => `shown_row.${columnAt(path)}`).join(', ');
    return `folded(concat_ws(E'\\n', ${texts})) like ${patterns(text, place)}`;
  };

/** Few matches are found first, in one narrow index, and then read by their ids. */
export async function containingConditions(session: Session, resource: Resource, text: string): Promise<PageAndList> {
  const condition = containingText(text);
  const found = (place: Place) => `
  select shown_row.id from ${tableOf(resource)} as shown_row
  where shown_row.account_id = $1 and ${condition(place)}`;
  const ids = await idsIfFew(session, fewMax, found);
  if (ids) return both((bind) => `shown_row.id = any(${bind(ids)}::${idTypeOf(resource)}[])`);
  const ofPage = (place: Place) => `shown_row.id = any(array(${found(place)}))`;
  return { ofPage, ofList: condition, ofEachRow: condition };
}
