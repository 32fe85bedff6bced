/**
 * The servers that a connection string names. As in libpq, a string may name several, separated by commas, and
 * `target_session_attrs=read-write` selects the one that takes changes. The driver knows neither.
 */

export interface Servers {
  /** A connection string for each server, in the given order. */
  readonly urls: readonly string[];
  /** Whether a server that takes no changes is passed over. */
  readonly isWritableWanted: boolean;
}

/** A standby serves no request, so the other values of libpq make no sense here. */
const writable = ['read-write', 'primary'];
const allowed = ['any', ...writable];

const parts = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)([^?#]*)(\?.*)?$/;

/** undefined: the text is no connection string. */
export function parseServers(text: string): Servers | undefined {
  const [, scheme = '', user = '', hosts = '', path = '', query = ''] = parts.exec(text) ?? [];
  const { rest, wanted } = withoutTarget(query);
  const urls = hosts.split(',').map((host) => `${scheme}${user}${host}${path}${rest}`);
  const isValid = scheme !== '' && `${hosts}${path}${query}` !== '' && urls.every((url) => URL.canParse(url));
  // An empty name between commas would mean this machine, which nobody writes on purpose.
  const isNamed = urls.length === 1 || hosts.split(',').every((host) => host !== '');
  if (!isValid || !isNamed || !allowed.includes(wanted)) return undefined;
  return { urls, isWritableWanted: writable.includes(wanted) };
}

/** Standby servers, each with a connection string of its own; undefined: one of them is none, or names several. */
export function parseReplicas(text: string): readonly string[] | undefined {
  const given = text.split(/,\s*(?=postgres|$)/).map((one) => parseServers(one.trim()));
  const urls = given.flatMap((servers) => servers?.urls ?? []);
  const isEachOne = given.every((servers) => servers?.urls.length === 1 && !servers.isWritableWanted);
  return isEachOne ? urls : undefined;
}

/** Of a connection string that the settings have accepted. */
export function serversOf(url: string): Servers {
  return parseServers(url) ?? { urls: [url], isWritableWanted: false };
}

function withoutTarget(query: string): { readonly rest: string; readonly wanted: string } {
  const given = query.slice(1).split('&').filter(Boolean);
  const name = 'target_session_attrs=';
  const rest = given.filter((one) => !one.startsWith(name)).join('&');
  const wanted = given.find((one) => one.startsWith(name))?.slice(name.length) ?? 'any';
  return { rest: rest === '' ? '' : `?${rest}`, wanted };
}

/** What the server gives to a connection: a session of PostgreSQL, or one for each transaction; `auto`: as it is found. */
export const poolings = ['auto', 'session', 'transaction'] as const;
export type Pooling = (typeof poolings)[number];
