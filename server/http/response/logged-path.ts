/**
 * The path of a request as logs keep it. Logs outlive people who are erased, and people type names and numbers where an
 * id belongs: a part that is neither a word of an address nor a possible id is left out.
 */
import { administration } from '@muster/contract/administration.ts';
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';

/** Collections whose ids are chosen by people who define something, not somebody. */
const wordIds = new Set(
  Object.values<Resource>({ ...resources, ...administration })
    .filter(({ idKind }) => idKind === 'text')
    .map((resource) => collectionPath(resource)),
);

/** Nearly all: a collection, or a row by its number. */
const plain = /^\/(?:svc-api|admin-api)\/[a-z-]+(?:\/\d{1,19})?$/;
const api = /^\/(?:svc-api|admin-api)\//;
const usual = /^(?:[a-z.-]*|\d{1,19}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** `/svc-api/employees/Ada` → `/svc-api/employees/*`. */
export function loggedPath(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (plain.test(path) || !api.test(path)) return path;
  const [empty, area, collection, ...parts] = path.split('/');
  const isWord = wordIds.has(`/${area}/${collection}`);
  const shown = [collection, ...parts].map((part = '', at) => (usual.test(part) || (isWord && at === 1) ? part : '*'));
  return [empty, area, ...shown].join('/');
}
