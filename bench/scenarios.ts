/** What is measured: the same question to the service and to the floor. */
import { load } from './load.ts';
import type { Seeded } from './seed.ts';

export interface Ports {
  readonly service: number;
  readonly floor: number;
}

export interface Scenario {
  readonly name: string;
  readonly rows: number;
  readonly service: (count: number) => string;
  readonly floor: (count: number) => string;
  readonly expectedStatus: number;
}

export interface Result {
  readonly name: string;
  readonly rows: number;
  readonly servicePerSecond: number;
  readonly floorPerSecond: number;
  readonly p99Ms: number;
  /** Median over rounds of service ÷ floor. */
  readonly ratio: number;
}

const connections = 32;
const rounds = Number(process.argv[2] ?? 5);
const roundMs = Number(process.argv[3] ?? 2000);

const http = (line: string, headers: string[], body = '') =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    ...headers,
    ...(body ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
    '',
    body,
  ].join('\r\n');

async function tokenOf(account: Seeded, port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/connect/token`, { method: 'POST', body: form(account) });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const form = ({ clientId, clientSecret }: Seeded) =>
  new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });

export async function scenarios(accounts: readonly Seeded[], ports: Ports): Promise<Scenario[]> {
  const all = await Promise.all(accounts.map((account) => scenariosOf(account, ports)));
  const [first] = accounts;
  return first ? [...all.flat(), tokens(first)] : [];
}

async function scenariosOf(account: Seeded, ports: Ports): Promise<Scenario[]> {
  const headers = [`Authorization: Bearer ${await tokenOf(account, ports.service)}`, 'Api-Version: 2024-11-01'];
  const get = (path: string) => http(`GET /svc-api/taxonomy-labels${path}`, headers);
  const bare = (path: string) => http(`GET /${account.accountId}/labels${path}`, []);
  const deepPage = new URL(await deepPageOf(account, ports, headers)).search;
  const { rows } = account;
  const reads = [
    { name: 'read one', service: get(`/${account.middleId}`), floor: bare(`/${account.middleId}`) },
    { name: 'list 100', service: get('?limit=100'), floor: bare('?limit=101') },
    { name: 'list 100 at 90 % depth', service: get(deepPage), floor: bare(`?limit=101&after=${account.deepId}`) },
    {
      name: 'list 100 with totalCount',
      service: get('?limit=100&include=totalCount'),
      floor: bare('?limit=101&totalCount=1'),
    },
  ].map(({ name, service, floor }) => ({
    name,
    rows,
    service: () => service,
    floor: () => floor,
    expectedStatus: 200,
  }));
  const body = JSON.stringify({ taxonomy: { id: account.taxonomyId }, name: 'Forklift driving' });
  const create = {
    name: 'create with event',
    rows,
    service: () => http('POST /svc-api/taxonomy-labels', [...headers, 'Content-Type: application/json'], body),
    floor: () => http(`POST /${account.accountId}/labels`, ['Content-Type: application/json'], body),
    expectedStatus: 201,
  };
  return [...reads, create];
}

function tokens(account: Seeded): Scenario {
  const body = String(form(account));
  const type = ['Content-Type: application/x-www-form-urlencoded'];
  const service = http('POST /connect/token', type, body);
  const floor = http('POST /token', type, body);
  return { name: 'token', rows: account.rows, service: () => service, floor: () => floor, expectedStatus: 200 };
}

/** The cursor of the page at nine tenths, taken as a client would get it; its include is dropped again. */
async function deepPageOf({ rows }: Seeded, { service }: Ports, headers: string[]): Promise<string> {
  const sent = Object.fromEntries(headers.map((header) => header.split(': ', 2) as [string, string]));
  const url = `http://127.0.0.1:${service}/svc-api/taxonomy-labels?limit=100&include=links&page=${Math.floor((rows * 0.9) / 100)}`;
  const answer = (await (await fetch(url, { headers: sent })).json()) as { links: { next: { href: string } } };
  const next = new URL(answer.links.next.href);
  next.searchParams.set('include', 'embedded');
  return next.href;
}

export async function measure(all: readonly Scenario[], ports: Ports): Promise<Result[]> {
  const results: Result[] = [];
  for (const scenario of all) {
    const { name, rows, expectedStatus } = scenario;
    const run = (side: 'service' | 'floor', durationMs: number) =>
      load({ port: ports[side], connections, durationMs, request: scenario[side], expectedStatus });
    await run('service', roundMs / 4);
    await run('floor', roundMs / 4);
    const measured = [];
    for (let round = 0; round < rounds; round += 1) {
      const service = await run('service', roundMs);
      const floor = await run('floor', roundMs);
      measured.push({ service, floor, ratio: service.perSecond / floor.perSecond });
    }
    results.push({
      name,
      rows,
      servicePerSecond: median(measured.map(({ service }) => service.perSecond)),
      floorPerSecond: median(measured.map(({ floor }) => floor.perSecond)),
      p99Ms: median(measured.map(({ service }) => service.p99Ms)),
      ratio: median(measured.map(({ ratio }) => ratio)),
    });
    process.stderr.write(`${name}, ${rows} rows: ${results.at(-1)?.ratio.toFixed(2)}\n`);
  }
  return results;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
