/**
 * A whole collection as pages of one snapshot, in any order of its list. Neither this process nor the database holds more
 * than a page. Used by the streams of lists and by `muster export`.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { verbsOf } from '../../behaviours.ts';
import type { Session } from '../../platform/database/database.ts';
import type { Page, PageQuery } from '../../platform/store/list-page.ts';
import type { AccessContext } from '../../platform/verbs/access.ts';

export interface SnapshotQuery extends Pick<PageQuery, 'sort' | 'filters' | 'isCounted'> {
  /** Rows of one page. */
  readonly rows: number;
}

/** Reads pages of the list of a resource. */
export const listIn =
  (session: Session, resource: Resource, access: AccessContext) =>
  (query: PageQuery): Promise<Page> =>
    verbsOf(resource).list(session, access, query);

/** `list` reads a page of the snapshot. The first page has the count, if it was asked for. */
export async function* snapshotPages(
  list: (query: PageQuery) => Promise<Page>,
  { rows, isCounted, ...asked }: SnapshotQuery,
): AsyncGenerator<Page, void, undefined> {
  // A page of large rows may be cut: what follows is on the next one.
  const read = (start: PageQuery['start'], isFirst: boolean) =>
    list({ ...asked, limit: rows, start, isCounted: isCounted && isFirst, isLinked: true });
  let page = await read({ isBackward: false, values: null }, true);
  while (page.hasNext) {
    // While this page is written, the database reads the next one.
    const next = read({ isBackward: false, values: page.last }, false);
    next.catch(() => undefined);
    yield page;
    page = await next;
  }
  yield page;
}
