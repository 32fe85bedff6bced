/** Requests as bytes, with a token, and the address of a page deep in a list. */
import type { SeededAccount } from './accounts.ts';
import type { Ports } from './measure.ts';

export const http = (line: string, headers: readonly string[], body = ''): string =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    ...headers,
    ...(body ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
    '',
    body,
  ].join('\r\n');

export const same = (text: string) => (): string => text;
export const inTurn =
  (texts: readonly string[]) =>
  (count: number): string =>
    texts[count % texts.length] as string;

export const form = ({ clientId, clientSecret }: SeededAccount): URLSearchParams =>
  new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });

export async function headersOf(account: SeededAccount, { service }: Ports): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${service}/connect/token`, { method: 'POST', body: form(account) });
  const { access_token } = (await answer.json()) as { access_token: string };
  return [`Authorization: Bearer ${access_token}`, 'Api-Version: 2024-11-01'];
}

/** The address of the page after this one. */
async function pageAfter(url: string, headers: readonly string[]): Promise<URL> {
  const sent = Object.fromEntries(headers.map((header) => header.split(': ', 2) as [string, string]));
  const answer = (await (await fetch(url, { headers: sent })).json()) as { links: { next: { href: string } } };
  return new URL(answer.links.next.href);
}

/** The page at 90 percent, with a cursor as a client gets it. */
export const deepPageOf = (
  collection: string,
  rows: number,
  { service }: Ports,
  headers: readonly string[],
  more = '',
): Promise<URL> =>
  pageAfter(
    `http://127.0.0.1:${service}/svc-api/${collection}?limit=100&include=links&page=${Math.floor((rows * 0.9) / 100)}${more}`,
    headers,
  );

/** So many pages after the first, each from `links.next` of the one before. */
export async function followedPagesOf(
  collection: string,
  count: number,
  { service }: Ports,
  headers: readonly string[],
): Promise<URL[]> {
  const pages: URL[] = [];
  for (let before = `/svc-api/${collection}?limit=100&include=links`; pages.length < count; ) {
    const page = await pageAfter(`http://127.0.0.1:${service}${before}`, headers);
    pages.push(page);
    before = page.pathname + page.search;
  }
  return pages;
}
