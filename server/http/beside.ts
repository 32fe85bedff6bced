/** Additional data of a response: `embedded`, and links that depend on the row; each only on request. */
import type { Session } from '../database/database.ts';
import type { Page } from '../store/list-page.ts';
import { refuseUnlessFollowed, shortened } from '../store/page-bytes.ts';
import type { Shown } from '../store/read.ts';
import { embeddedBeside } from './embedded.ts';
import type { Beside } from './encode.ts';
import type { FileSeal } from './file-links.ts';
import type { Include } from './include.ts';
import type { ListQuery } from './list-query.ts';
import { rowLinksOf } from './row-links.ts';
import type { Visit } from './visit.ts';

const nothingBeside: Beside = { embedded: null, links: null };

/** Most requests need no additional data and skip the work. */
export function besideOne(
  fileSeal: FileSeal,
  session: Session,
  visit: Visit,
  { representation }: Shown,
  include: Include,
): Beside | Promise<Beside> {
  if (!include.embedded && !include.links) return nothingBeside;
  return askedBesideOne(fileSeal, session, visit, representation, include);
}

async function askedBesideOne(
  fileSeal: FileSeal,
  session: Session,
  visit: Visit,
  representation: Shown['representation'],
  { embedded, links }: Include,
): Promise<Beside> {
  return {
    embedded: embedded ? (await embeddedBeside(session, visit, representation, false)).text : null,
    links: links ? await rowLinksOf(session, fileSeal, visit.caller, visit.resource, representation) : null,
  };
}

interface PageWithBeside {
  /** Only as many rows as fit together with their embedded resources. */
  readonly page: Page;
  readonly beside: Beside;
}

export function besidePage(
  fileSeal: FileSeal,
  session: Session,
  visit: Visit,
  page: Page,
  query: ListQuery,
): PageWithBeside | Promise<PageWithBeside> {
  if (!query.include.embedded && !query.include.links) return { page, beside: nothingBeside };
  return askedBesidePage(fileSeal, session, visit, page, query);
}

async function askedBesidePage(
  fileSeal: FileSeal,
  session: Session,
  visit: Visit,
  whole: Page,
  { include, request }: ListQuery,
): Promise<PageWithBeside> {
  const { start } = request;
  const isBackward = typeof start !== 'number' && start.isBackward;
  const embedded = include.embedded ? await embeddedBeside(session, visit, whole.representations, isBackward) : null;
  if (embedded?.isCut) refuseUnlessFollowed(request);
  const page = embedded?.isCut ? shortened(whole, embedded.rows, isBackward) : whole;
  const links = include.links
    ? await rowLinksOf(session, fileSeal, visit.caller, visit.resource, page.representations)
    : null;
  return { page, beside: { embedded: embedded?.text ?? null, links } };
}
