/** `links` of the rows of a response: compiled once for a caller, then written for each row by joining texts. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import { type Moments, momentsText } from '../query/moments.ts';
import type { RowLinks } from './row-links.ts';

export type LinksWriter = (id: string, ofRow?: RowLinks) => string;

/** A text that is the same for all rows, the id of the row, or the key of a link that depends on the row. */
type Piece = string | { readonly id: true } | { readonly key: string };

const rowId: Piece = { id: true };

/** Most ids: encoding them would change nothing, and takes longer. */
const plainId = /^[\w-]+$/;

/** Every key of the declaration, null where the caller has no access. */
export function linksWriter({ links, filesIn }: Resource, caller: Caller, moments: Moments | null): LinksWriter {
  const { baseUrl, scopes } = caller;
  const at = (path: string): string => (moments ? atMoments(path, moments) : path);
  const href = (path: string): string => `{"href":"${baseUrl}${path}"}`;
  const pieces = Object.entries(links).flatMap(([key, link], index): Piece[] => {
    const name = `${index === 0 ? '' : ','}"${key}":`;
    if (!link.needs.some((scope) => scopes.has(scope))) return [`${name}null`];
    if (!('href' in link)) return [name, { key }];
    const [first = '', ...more] = href(at(link.href)).split('{id}');
    return [name + first, ...more.flatMap((text) => [rowId, text])];
  });
  const written = joinedNeighbours(pieces);
  const separator = pieces.length === 0 ? '' : ',';
  return (id, ofRow = {}) => {
    const inAddress = plainId.test(id) ? id : encodeURIComponent(id);
    let text = '{';
    for (const piece of written) {
      if (typeof piece === 'string') text += piece;
      else text += 'id' in piece ? inAddress : linkText(ofRow[piece.key] ?? null);
    }
    if (!filesIn) return `${text}}`;
    const files = Object.entries(ofRow).map(([key, path]) => `"${key}":${linkText(path)}`);
    return `${text}${files.length === 0 ? '' : separator}${files.join(',')}}`;
  };

  function linkText(path: string | null): string {
    return path === null ? 'null' : href(at(path));
  }
}

/** Texts that follow one another become one. */
function joinedNeighbours(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') joined[joined.length - 1] = last + piece;
    else joined.push(piece);
  }
  return joined;
}

/** A list of the same time, if it can be asked for. */
function atMoments(path: string, moments: Moments): string {
  const [, collection = ''] = /^\/svc-api\/([\w-]+)\?/.exec(path) ?? [];
  const target = Object.values<Resource>(resources).find((one) => one.path === collection);
  const text = target ? momentsText(target, moments) : '';
  return text === '' ? path : `${path}&${text}`;
}
