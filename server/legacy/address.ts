/** The tolerated spellings of legacy addresses: in any case, with a trailing slash, with a stray `%`. */

const underApi = /^(?:\/organization\/structure)?\/api(?=[/?#]|$)/i;
const served =
  /^(\/api(?:\/v3)?\/(?:leaves|users|departments|leaverequests)|\/organization\/structure\/api\/(?:legal-units|establishments))(\/[^/]+)?\/?$/i;
const more = /^\/(?:help|tree)$/i;

export const isLegacyAddress = (url: string): boolean => underApi.test(url);

/** The address as it is registered. An id keeps its case, and an unknown address keeps its spelling after `/api`. */
export function legacyAddress(url: string): string {
  if (!underApi.test(url)) return url;
  const [path = '', ...query] = url.split(/(?=[?#])/);
  const decodable = isDecodable(path) ? path : path.replaceAll('%', '%25');
  const [, collection, id = ''] = served.exec(decodable) ?? [];
  const below = more.test(id) ? id.toLowerCase() : id;
  const right =
    collection === undefined
      ? decodable.replace(underApi, (prefix) => prefix.toLowerCase())
      : collection.toLowerCase() + below;
  return right + query.join('');
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
