/** Additional data of a response: `embedded`, and links that depend on the row; each only on request. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../../platform/database/database.ts';
import type { Page } from '../../platform/store/list-page.ts';
import { refuseUnlessFollowed, shortened } from '../../platform/store/page-bytes.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { RequestContext } from '../api/request-context.ts';
import type { Include } from '../query/include.ts';
import type { ListQuery } from '../query/list-query.ts';
import { derivesLinks } from './derived-links.ts';
import { embeddedResourcesOf } from './embedded.ts';
import type { IncludedData } from './encode.ts';
import { parsedRows } from './parsed-rows.ts';
import { rowLinksOf } from './row-links.ts';

const nothingIncluded: IncludedData = { embedded: null, links: null, moments: null };

/** Most requests need no additional data and skip the work. */
export function includedDataOfOne(
  context: RequestContext,
  session: Session,
  row: StoredRow,
  include: Include,
): IncludedData | Promise<IncludedData> {
  if (!include.embedded && !include.links) return nothingIncluded;
  return loadForOne(context, session, row, include);
}

async function loadForOne(
  context: RequestContext,
  session: Session,
  { id, representation }: StoredRow,
  { embedded, links }: Include,
): Promise<IncludedData> {
  const { caller, resource, dependencies } = context;
  const parsed = parsedRows(representation, null);
  const rows = { ids: [id], representations: representation, parsed };
  return {
    embedded: embedded ? await embeddedResourcesOf(session, context, parsed, false) : null,
    links: links ? await rowLinksOf(session, dependencies.fileLinkSigner, caller, resource, rows) : null,
    moments: context.moments,
  };
}

interface PageWithIncludedData {
  /** Only as many rows as fit together with their embedded resources. */
  readonly page: Page;
  readonly included: IncludedData;
}

export function includedDataOfPage(
  context: RequestContext,
  page: Page,
  query: ListQuery,
): PageWithIncludedData | Promise<PageWithIncludedData> {
  if (!query.include.embedded && !query.include.links) return { page, included: nothingIncluded };
  return loadForPage(context, page, query);
}

async function loadForPage(
  context: RequestContext,
  whole: Page,
  { include, page: asked }: ListQuery,
): Promise<PageWithIncludedData> {
  const session = context.session();
  const { start } = asked;
  const isBackward = typeof start !== 'number' && start.isBackward;
  const { caller, resource, dependencies } = context;
  const used = usedMembers(resource);
  const rows = parsedRows(whole.representations, used);
  const embedded = include.embedded ? await embeddedResourcesOf(session, context, rows, isBackward) : null;
  if (embedded?.isCut) refuseUnlessFollowed(asked);
  const page = embedded?.isCut ? shortened(whole, embedded.rows, isBackward) : whole;
  const parsed = page === whole ? rows : parsedRows(page.representations, used);
  const { ids, representations } = page;
  const links = include.links
    ? await rowLinksOf(session, dependencies.fileLinkSigner, caller, resource, { ids, representations, parsed })
    : null;
  return { page, included: { embedded, links, moments: context.moments } };
}

/** The members that refer to embedded resources; null if links depend on others too. */
function usedMembers(resource: Resource): string[] | null {
  if (resource.filesIn !== undefined || derivesLinks(resource)) return null;
  const embedding = Object.values(resource.embedded).flatMap((one) => (typeof one === 'string' ? [one] : one.from));
  return ['id', ...embedding];
}
