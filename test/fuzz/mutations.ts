/** Mutations of a request. */
import { gzipSync } from 'node:zlib';
import type { Random } from './random.ts';
import type { Stage } from './stage.ts';
import { hostileTexts, hostileValues } from './values.ts';

export interface Mutable {
  method: string;
  path: string;
  query: [string, string][];
  readonly headers: Record<string, string | string[]>;
  body: unknown;
  /** The text that replaces the JSON body. */
  text: Buffer | null;
  cutAfter: number | null;
}

export interface Mutation {
  readonly name: string;
  readonly needsBody: boolean;
  apply(request: Mutable, random: Random, stage: Stage): void;
}

const onBody = (name: string, apply: Mutation['apply']): Mutation => ({ name, needsBody: true, apply });
const onAny = (name: string, apply: Mutation['apply']): Mutation => ({ name, needsBody: false, apply });
const asText = (name: string, change: (text: string, random: Random) => string | Buffer): Mutation =>
  onBody(name, (request, random) => {
    const text = request.text?.toString() ?? JSON.stringify(request.body) ?? '';
    request.text = Buffer.from(change(text, random));
  });

type Place = readonly [parent: Record<string, unknown>, name: string];

/** Every member of a body, at every depth. */
function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    found.push([value as Record<string, unknown>, name]);
    placesIn(inner, found);
  }
  return found;
}

function atSomePlace(name: string, change: (place: Place, random: Random) => void): Mutation {
  return onBody(name, (request, random) => {
    request.body = structuredClone(request.body);
    const places = placesIn(request.body);
    if (places.length > 0) change(random.pick(places), random);
  });
}

const visible = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 300);

const headerNames = [
  'if-match',
  'if-none-match',
  'idempotency-key',
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'content-encoding',
  'api-version',
  'traceparent',
  'authorization',
  'range',
  'x-forwarded-host',
  'x-forwarded-for',
  'x-http-method-override',
  'origin',
  'cookie',
  'host',
  'expect',
  'last-event-id',
  'sec-fetch-site',
];
const headerValues = [
  '',
  '*',
  'W/"1"',
  '"',
  ',',
  ';',
  'q=',
  '*/*;q=NaN',
  'gzip;q=0',
  'identity;q=0',
  'null',
  '00-0-0-0',
  'bytes=0-1',
  'text/event-streams',
  'x'.repeat(300),
  'x'.repeat(9000),
  'Bearer x',
  'Bearer ',
  'svc application=x',
  'Basic x',
];
const pieces = [
  '',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '0',
  '-',
  '\0',
  '\n',
  'é',
  'null',
  '\\u0000',
  '\\ud800',
  'e5',
  '1e999',
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'];

export const mutations: readonly Mutation[] = [
  atSomePlace('another type', ([parent, name], random) => {
    parent[name] = random.pick(hostileValues);
  }),
  atSomePlace('a member less', ([parent, name]) => {
    delete parent[name];
  }),
  atSomePlace('a member more', ([parent], random) => {
    parent[random.pick([...hostileTexts.slice(0, 30), 'id', 'type', 'url', 'links', 't9n'])] =
      random.pick(hostileValues);
  }),
  atSomePlace('a list', ([parent, name]) => {
    parent[name] = [parent[name], parent[name]];
  }),
  atSomePlace('a long list', ([parent, name], random) => {
    parent[name] = Array.from({ length: random.pick([101, 1001, 3000, 10_001]) }, () =>
      parent[name]?.constructor === Object ? { id: '1' } : 'x',
    );
  }),
  atSomePlace('a long text', ([parent, name], random) => {
    parent[name] = random.pick(['x', 'é', '.', '🦊', '\n']).repeat(random.pick([256, 1025, 10_001, 65_536, 200_000]));
  }),
  atSomePlace('depth', ([parent, name], random) => {
    const depth = random.pick([5, 31, 40]);
    parent[name] = Array.from({ length: depth }).reduce<unknown>(
      (inner) => (random.chance(0.5) ? [inner] : { a: inner }),
      1,
    );
  }),
  atSomePlace('another text', ([parent, name], random) => {
    parent[name] = random.pick(hostileTexts);
  }),
  onBody('a list instead of a body', (request) => {
    request.body = [request.body];
  }),
  onBody('no object as body', (request, random) => {
    request.body = random.pick(hostileValues);
  }),
  asText('another order', (text) => {
    try {
      return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse()));
    } catch {
      return text;
    }
  }),
  asText('members twice', (text) => text.replace(/^\{(.+)\}$/s, '{$1,$1}')),
  asText('broken JSON', (text, random) => {
    const at = random.below(text.length + 1);
    return text.slice(0, at) + random.pick(pieces) + text.slice(at + random.below(3));
  }),
  asText('half a body', (text, random) => text.slice(0, random.below(text.length + 1))),
  asText('a mark before', (text) => `\uFEFF${text}`),
  asText('another encoding', (text, random) => Buffer.from(text, random.pick(['utf16le', 'latin1'] as const))),
  asText('bytes that are no text', (text, random) =>
    Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([random.below(256), 0xff])]),
  ),
  asText(
    'a form',
    (text) =>
      `--x\r\nContent-Disposition: form-data; name="form"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--x--\r\n`,
  ),
  asText('nothing', () => ''),
  asText('many megabytes of brackets', (_, random) =>
    `{"name":${random.pick(['[', '[[],', '{"a":'])}`.padEnd(random.pick([100_000, 1_200_000]), '[],'),
  ),
  onBody('a compressed body', (request) => {
    request.text = gzipSync(JSON.stringify(request.body) ?? '');
    request.headers['content-encoding'] = 'gzip';
  }),
  onBody('a connection that ends early', (request, random) => {
    request.cutAfter = random.below(40);
  }),
  onAny('another header', (request, random) => {
    request.headers[random.pick(headerNames)] = visible(random.pick([...headerValues, ...hostileTexts]));
  }),
  onAny('a header twice', (request, random) => {
    request.headers[random.pick(['accept', 'x-forwarded-for', 'cookie', 'if-match', 'x'])] = [
      'a',
      visible(random.pick(headerValues)),
    ];
  }),
  onAny('a header less', (request, random) => {
    const names = Object.keys(request.headers).filter((name) => name !== 'host');
    if (names.length > 0) delete request.headers[random.pick(names)];
  }),
  onAny('another method', (request, random) => {
    request.method = random.pick(methods);
  }),
  onAny('another parameter', (request, random) => {
    const names = [
      'limit',
      'page',
      'sort',
      'include',
      'search',
      'id',
      'id.between',
      'createdAt.between',
      'lastUpdatedAt',
      '-id',
      'fields',
      'attributes.e_x',
      'dryRun',
      'totalCount',
    ];
    request.query.push([
      random.pick([...names, ...hostileTexts]),
      random.pick([...hostileTexts, '..--..', '1--2', '-id,id', 'links,embedded,totalCount', '1000', '1001', '!AAAA']),
    ]);
  }),
  onAny('a parameter twice', (request) => {
    request.query.push(...request.query);
  }),
  onAny('another path', (request, random) => {
    const parts = request.path.split('/');
    parts[1 + random.below(parts.length - 1)] = random.pick([
      '%00',
      '%',
      '%zz',
      '%C3%28',
      '..',
      '.',
      '%2e%2e',
      'x'.repeat(1100),
      '%F0%9F%A6%8A',
      '',
      ';a=b',
      '1',
      '-1',
      '9'.repeat(19),
      'null',
    ]);
    request.path = parts.join('/');
  }),
  onAny('another row', (request, random, { ids }) => {
    if (request.method === 'DELETE') return;
    const known = [...ids.values()].flat();
    request.path = request.path.replace(/[^/]+$/, encodeURIComponent(random.pick(known)));
  }),
  onAny('asked as somebody else', (request, random, { callers }) => {
    for (const name of ['authorization', 'cookie', 'sec-fetch-site']) delete request.headers[name];
    Object.assign(request.headers, random.pick(callers.filter(({ isExpendable }) => !isExpendable)).headers);
  }),
  onAny('a row of the past', (request, random) => {
    request.headers['if-match'] = random.pick(['W/"1"', '*', '"x"', 'W/"99999999999999999999"']);
  }),
  onAny('the same again', (request, random) => {
    request.headers['idempotency-key'] = `k${random.below(50)}`;
  }),
];
