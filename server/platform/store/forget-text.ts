import type { JoinedRows } from './joined-rows.ts';
import type { Page } from './list-page.ts';

/**
 * Once the text is used. What leads to a page was made when the request came. If the request had to wait, the garbage
 * collector counts that as old when the rows arrive, and keeps what it leads to until it collects all old objects: each list
 * left its text behind, and memory grew to the double.
 */
export function forgetText(of: Pick<Page, 'representations'> | Pick<JoinedRows, 'representations'>): void {
  of.representations = null;
}
