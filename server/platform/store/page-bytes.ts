/**
 * Pages of large rows hold as many rows as fit into a number of bytes, and at least one. The rest is on the next page,
 * which the reader finds by `links.next`. A reader without that link gets an error, so that nobody takes a short page
 * for the last one. PostgreSQL leaves out what does not fit: the length of a stored text is known without reading it.
 */
import { limits } from '@muster/contract/limits.ts';
import { invalid, type Problem } from '../../problem.ts';
import { joinedTexts, rowMark, separated } from './address.ts';
import type { Page, PageQuery } from './list-page.ts';

/** How much of a page fits. */
export interface Fit {
  /** Rows found, including one beyond the page. */
  readonly found: number;
  /** Rows that are included. */
  readonly shown: number;
}

/** The rows of a page, in order, that fit; the row beyond the page is counted but not read. */
export const fittingRows = (page: string, rowsAndOne: string, bytesMax: string): string =>
  `select * from (
  select *, count(*) over () as found_count, row_number() over (rows unbounded preceding) as ordinal,
    sum(octet_length(representation)) over (rows unbounded preceding) as bytes_so_far
  from (${page}) as sized
) as fitting where ordinal < ${rowsAndOne} and (ordinal = 1 or bytes_so_far <= ${bytesMax}::bigint)`;

/** The columns of the joined row that describe the fit. */
export const fitColumns = ['coalesce(max(found_count), 0)::text as found', 'count(*)::text as shown'];

export function refuseIfCut(request: PageQuery, { found, shown }: Fit): void {
  if (shown < Math.min(found, request.limit)) refuseUnlessFollowed(request);
}

/** A page by number does not start where the cut page before it ended, and a page without links has no next page. */
export function refuseUnlessFollowed({ start, isLinked }: PageQuery): void {
  if (typeof start === 'number' || !isLinked) throw tooLarge();
}

const tooLarge = (): Problem =>
  invalid({
    limit: [
      `These rows take more than ${limits.pageBytesMax / 1_000_000} MB together. Ask for fewer with a smaller limit, or ` +
        'send include=links and no page number, and follow links.next: each page then holds as many rows as fit.',
    ],
  });

/** The page with only so many rows: the first ones, or the last ones if it was read backwards. */
export function shortened(page: Page, rows: number, isBackward: boolean): Page {
  const count = page.ids.length;
  const [from, to] = isBackward ? [count - rows, count] : [0, rows];
  return {
    ...page,
    representations: joinedTexts(separated(page.representations).slice(from, to), rowMark),
    revisions: separated(page.revisions).slice(from, to).join(rowMark),
    ids: page.ids.slice(from, to),
    first: page.positionAt(from),
    last: page.positionAt(to - 1),
    hasPrevious: page.hasPrevious || isBackward,
    hasNext: page.hasNext || !isBackward,
  };
}
