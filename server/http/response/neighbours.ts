/** The addresses of the pages before and after a page: in `links` of its body on request, and in its `Link` header always. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Page } from '../../platform/store/list-page.ts';
import type { CursorSigner } from '../query/cursor.ts';
import { type ListQuery, pageAddress } from '../query/list-query.ts';

export interface Neighbours {
  readonly prev: string | null;
  readonly next: string | null;
}

export function neighboursOf(
  resource: Resource,
  page: Page,
  query: ListQuery,
  caller: Caller,
  askedUrl: string,
  signer: CursorSigner,
): Neighbours {
  const [collection = ''] = askedUrl.split('?', 1);
  const address = (isBackward: boolean, values: Page['first']) =>
    pageAddress(collection, query, { isBackward, values }, caller.accountId, resource.path, signer);
  // An empty page has no row to start from: its neighbours are counted from the ends of the collection.
  return {
    prev: page.hasPrevious ? address(true, page.first) : null,
    next: page.hasNext ? address(false, page.last) : null,
  };
}

export function neighboursText({ prev, next }: Neighbours): string {
  const link = (href: string | null) => (href === null ? 'null' : JSON.stringify({ href }));
  return `{"prev":${link(prev)},"next":${link(next)}}`;
}

/** Proxies refuse a response whose headers exceed 4 kB. A cursor holds its filters, which may be longer than that. */
const headerCharactersMax = 3000;

/**
 * RFC 8288. Commas are escaped, because some clients separate links by every comma. Without room for both, the next page
 * goes first; `links` of the body always has both.
 */
export function linkHeader({ prev, next }: Neighbours): string | null {
  const link = (href: string, relation: string) => `<${href.replaceAll(',', '%2C')}>; rel="${relation}"`;
  const links = [next && link(next, 'next'), prev && link(prev, 'prev')].filter((one) => one !== null);
  while (links.join(', ').length > headerCharactersMax) links.pop();
  return links.length === 0 ? null : links.join(', ');
}
