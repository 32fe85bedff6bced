/** Rows → the text of a response. Joins the texts that SQL wrote; nothing is parsed. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { OpenText } from '../../platform/database/texts.ts';
import {
  addressed,
  addressedEvents,
  joinedTexts,
  rowsJoinedBy,
  separated,
  withTail,
} from '../../platform/store/address.ts';
import type { Page } from '../../platform/store/list-page.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { Include } from '../query/include.ts';
import type { Moments } from '../query/moments.ts';
import { inPieces } from './in-pieces.ts';
import { linksWriter } from './links-writer.ts';
import { type Neighbours, neighboursText } from './neighbours.ts';
import type { RowLinks } from './row-links.ts';

/** The JSON text of `embedded`. */
export interface EmbeddedText {
  readonly parts: readonly string[];
  /** Changes whenever the text does: shorter than the text itself, which entity tags would have to read. */
  readonly identity: string;
}

/** Additional data of a response; each part is null unless requested. */
export interface IncludedData {
  readonly embedded: EmbeddedText | null;
  /** The row-dependent links of each row. */
  readonly links: readonly RowLinks[] | null;
  /** The time that linked lists are asked for; null: now. */
  readonly moments: Moments | null;
}

/** Texts of rows of this resource, with the addresses of the caller's account. */
export const addressedFor = ({ isFeed }: Pick<Resource, 'isFeed'>, text: OpenText, caller: Caller): string =>
  isFeed ? addressedEvents(text, caller.baseUrl, caller.eventSource) : addressed(text, caller.baseUrl);

export function oneText(
  resource: Resource,
  shown: StoredRow,
  include: Include,
  caller: Caller,
  included: IncludedData,
): string {
  const embedded = included.embedded ? included.embedded.parts.join('') : 'null';
  const links = include.links ? linksWriter(resource, caller, included.moments)(shown.id, included.links?.[0]) : 'null';
  return addressedFor(resource, withTail(shown.representation, `,"links":${links},"embedded":${embedded}}`), caller);
}

/** The text of a page, in parts: those of a large page are encoded one after the other. Links are written in pieces. */
export async function pageParts(
  resource: Resource,
  page: Page,
  { links: isLinked }: Include,
  caller: Caller,
  askedUrl: string,
  neighbours: Neighbours,
  { embedded, links: ofRows, moments }: IncludedData,
): Promise<string[]> {
  const totalCount = page.totalCount === null ? '' : `,"totalCount":${page.totalCount}`;
  const links = isLinked ? `,"links":${neighboursText(neighbours)}` : '';
  const head = `{"type":"${resource.type}","url":${JSON.stringify(askedUrl)},"items":[`;
  const items = isLinked
    ? await linkedItems(resource, page, caller, ofRows, moments)
    : [addressedFor(resource, bareItems(page), caller)];
  const along = embedded === null ? [] : [',"embedded":', ...embedded.parts];
  return [head, ...items, `]${totalCount}${links}`, ...along, '}'];
}

/** The end of a representation without `links` and `embedded`. */
export const bareTail = ',"links":null,"embedded":null}';

const bareItems = ({ representations }: Page): OpenText =>
  representations === null ? joinedTexts([], '') : withTail(rowsJoinedBy(representations, `${bareTail},`), bareTail);

async function linkedItems(
  resource: Resource,
  { representations, ids }: Page,
  caller: Caller,
  ofRows: IncludedData['links'],
  moments: Moments | null,
): Promise<string[]> {
  if (representations === null) return [];
  const linksOf = linksWriter(resource, caller, moments);
  // One replacement for the page instead of one for each row.
  const texts = separated(addressedFor(resource, representations, caller));
  return inPieces(texts, (text, index) => {
    const links = linksOf(ids[index] ?? '', ofRows?.[index]);
    return `${index === 0 ? '' : ','}${text},"links":${links},"embedded":null}`;
  });
}

/** Identifies a response without reading its texts: by the versions of its rows and by what the request adds. */
export const pageIdentity = ({ revisions, totalCount, hasNext, hasPrevious }: Page, askedUrl: string): string =>
  [askedUrl, revisions, totalCount, hasPrevious, hasNext].join('\n');
