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

/** What one scenario gave, round by round. */
export interface Result {
  readonly name: string;
  readonly rows: number;
  readonly rounds: readonly Round[];
}

export interface Round {
  readonly servicePerSecond: number;
  readonly floorPerSecond: number;
  readonly p99Ms: number;
}

const connections = 32;
// Many short rounds: whatever else the machine does is spread over all.
const rounds = Number(process.argv[2] ?? 24);
const roundMs = Number(process.argv[3] ?? 300);

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

/** Writes go to accounts of their own, so that the others keep their size. */
export async function scenarios(
  read: readonly Seeded[],
  written: readonly Seeded[],
  ports: Ports,
): Promise<Scenario[]> {
  const reads = await Promise.all(read.map((account) => readsOf(account, ports)));
  const writes = await Promise.all(written.map((account) => creationOf(account, ports)));
  const [first] = read;
  return first ? [...reads.flat(), ...writes, tokens(first)] : [];
}

async function headersOf(account: Seeded, ports: Ports): Promise<string[]> {
  return [`Authorization: Bearer ${await tokenOf(account, ports.service)}`, 'Api-Version: 2024-11-01'];
}

async function readsOf(account: Seeded, ports: Ports): Promise<Scenario[]> {
  const headers = await headersOf(account, ports);
  const get = (path: string) => http(`GET /svc-api/taxonomy-labels${path}`, headers);
  const bare = (path: string) => http(`GET /${account.accountId}/labels${path}`, []);
  const deepPage = new URL(await deepPageOf(account, ports, headers)).search;
  const { rows } = account;
  const same = (text: string) => () => text;
  const inTurn = (texts: readonly string[]) => (count: number) => texts[count % texts.length] as string;
  const paths = account.readIds.map((id) => `/${id}`);
  return [
    { name: 'read one', service: inTurn(paths.map(get)), floor: inTurn(paths.map(bare)) },
    // The same question as at depth, where a cursor that was made with links is asked without them.
    { name: 'list 100', service: same(get('?limit=100&include=embedded')), floor: same(bare('?limit=101')) },
    {
      name: 'list 100 at 90 % depth',
      service: same(get(deepPage)),
      floor: same(bare(`?limit=101&after=${account.deepId}`)),
    },
    {
      name: 'list 100 with totalCount',
      service: same(get('?limit=100&include=totalCount')),
      floor: same(bare('?limit=101&totalCount=1')),
    },
  ].map((scenario) => ({ ...scenario, rows, expectedStatus: 200 }));
}

async function creationOf(account: Seeded, ports: Ports): Promise<Scenario> {
  const headers = await headersOf(account, ports);
  const body = JSON.stringify({ taxonomy: { id: account.taxonomyId }, name: 'Forklift driving' });
  const type = 'Content-Type: application/json';
  return {
    name: 'create with event',
    rows: account.rows,
    service: () => http('POST /svc-api/taxonomy-labels', [...headers, type], body),
    floor: () => http(`POST /${account.accountId}/labels`, [type], body),
    expectedStatus: 201,
  };
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

/** All scenarios once per round: what is compared with each other was measured within the same minute. */
export async function measure(all: readonly Scenario[], ports: Ports, settled: () => Promise<void>): Promise<Result[]> {
  const run = async (scenario: Scenario, side: 'service' | 'floor', durationMs: number) => {
    await settled();
    return load({
      port: ports[side],
      connections,
      durationMs,
      request: scenario[side],
      expectedStatus: scenario.expectedStatus,
    });
  };
  for (const scenario of all) {
    await run(scenario, 'service', roundMs / 2);
    await run(scenario, 'floor', roundMs / 2);
  }
  const measured = new Map(all.map((scenario) => [scenario, [] as Round[]]));
  for (let round = 0; round < rounds; round += 1) {
    process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    const isEven = round % 2 === 0;
    for (const scenario of ordered(all, round)) {
      const first = await run(scenario, isEven ? 'service' : 'floor', roundMs);
      const second = await run(scenario, isEven ? 'floor' : 'service', roundMs);
      const [service, floor] = isEven ? [first, second] : [second, first];
      measured
        .get(scenario)
        ?.push({ servicePerSecond: service.perSecond, floorPerSecond: floor.perSecond, p99Ms: service.p99Ms });
    }
  }
  return [...measured].map(([{ name, rows }, results]) => ({ name, rows, rounds: results }));
}

/** Every round begins elsewhere, and every other one runs backwards: a machine that tires, or wakes up, favours nobody. */
function ordered(all: readonly Scenario[], round: number): Scenario[] {
  const start = (round * 4) % all.length;
  const turned = [...all.slice(start), ...all.slice(0, start)];
  return round % 2 === 0 ? turned : turned.reverse();
}
