/**
 * The search for people (`search`): every given word begins a word of the name, or the whole given text begins another
 * member. There are too many people to check each row, as shorter lists do, so their words have their own table.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { columnAt, idTypeOf, tableOf } from './columns.ts';
import type { Condition, Place } from './condition.ts';
import { both, idsIfFew, type PageAndList } from './few-ids.ts';

/** So many rows can be found by their ids and sorted while a list in its order reads some rows in vain. */
const fewMax = 1000;
/** The length of `searched_text`, which is cut there; no text with fewer bytes was. */
const textMax = 600;

/** With an array, the planner starts from the ids. */
export const bearingWords =
  (resource: Resource, text: string): Condition =>
  (place) =>
    `shown_row.id = any(array(${foundIds(resource, text, place)}))`;

export async function bearingWordsConditions(session: Session, resource: Resource, text: string): Promise<PageAndList> {
  const ids = await idsIfFew(session, fewMax, (place) => foundIds(resource, text, place));
  if (ids) return both((bind) => `shown_row.id = any(${bind(ids)}::${idTypeOf(resource)}[])`);
  return {
    ofPage: bearingWords(resource, text),
    ofList: (place) => `shown_row.id in (${foundIds(resource, text, place)})`,
    ofEachRow: bearingOwnWords(resource, text),
  };
}

/** One word, whatever `words_in` splits at: most searches. Counting their words takes a third of the time of a search. */
const plainWord = /^[a-z0-9]+$/i;

/**
 * Ids of matching rows, some of them twice. `offset` keeps the end of a range out of the comparison: row-level security
 * trusts `<`, but not `||`. One word needs no grouping, which would read all of its matches before the first.
 */
function foundIds(resource: Resource, text: string, place: Place): string {
  const id = `found.${tableOf(resource).replace(/s$/, '')}_id`;
  const words = `words_in(${place(text)})`;
  const found = `select ${id}
  from (select word, word || U&'\\+10FFFF' as beyond from unnest(${words}) as word offset 0) as wanted
    join ${tableOf(resource).replace(/s$/, '')}_words as found
      on found.account_id = $1 and found.word >= wanted.word and found.word < wanted.beyond`;
  const begun = begunBy(resource, text, place);
  if (plainWord.test(text)) return `${found}${begun}`;
  const count = `(select cardinality(${words}))`;
  return `
  ${found} where ${count} = 1
  union all select * from (${found}
  where ${count} > 1 group by ${id} having count(distinct wanted.word) = ${count}) as of_several${begun}`;
}

/** The ids of rows with a text that begins like the whole given text: a range of the index that sorts by it. */
const begunBy = (resource: Resource, text: string, place: Place): string =>
  resource.searchedFromStart
    .map((name) => {
      const column = `begun.${columnAt(name)}_ordering`;
      return `
  union all select begun.id
  from (select given, given || U&'\\+10FFFF' as beyond from ordering(btrim(${place(text)})) as given offset 0) as wanted
    join ${tableOf(resource)} as begun on begun.account_id = $1 and ${column} >= wanted.given and ${column} < wanted.beyond`;
    })
    .join('');

/** Somewhere in the text of `contains`: true of every row that bears the words. */
const holdingWords =
  (text: string): Condition =>
  (place) =>
    `(shown_row.searched_text like all(array(select containing(word) from unnest(words_in(${place(text)})) as word))
  or octet_length(shown_row.searched_text) >= ${textMax})`;

/** What `words_in` splits at, in folded texts. */
const separators = String.raw`U&'-_,.\0009\000A\000B\000C\000D\0085\1680\2028\2029'`;

/**
 * Row by row, cheap comparisons first: most rows that do not match lack a word anywhere, and splitting the name of one that
 * matches takes longer than the rest of its page. The planner takes `coalesce` for true of every second row, so a page in the
 * order of an index reads along that index.
 */
const bearingOwnWords =
  (resource: Resource, text: string): Condition =>
  (place) => {
    const given = place(text);
    const names = resource.searched.map((name) => `shown_row.${columnAt(name)}`).join(` || ' ' || `);
    const spaced = `(' ' || translate(folded(${names}), ${separators}, repeat(' ', 13))) collate "C"`;
    const begun = resource.searchedFromStart.map(
      (name) => `starts_with(shown_row.${columnAt(name)}_ordering, (select ordering(btrim(${given})))) or `,
    );
    return `coalesce(${holdingWords(text)(place)}
  and (${begun.join('')}${spaced} like all(array(select '% ' || substr(containing(word), 2) from unnest(words_in(${given})) as word))), false)`;
  };
