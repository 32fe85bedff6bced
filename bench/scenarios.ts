/** Scenarios of labels: the same request to the service and to the floor. */
import type { Ports, Scenario } from './measure.ts';
import { deepPageOf, form, headersOf, http, inTurn, same } from './requests.ts';
import type { Seeded } from './seed.ts';

/** Writes use separate accounts, so that the others keep their size. */
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

async function readsOf(account: Seeded, ports: Ports): Promise<Scenario[]> {
  const headers = await headersOf(account, ports);
  const get = (path: string) => http(`GET /svc-api/taxonomy-labels${path}`, headers);
  const bare = (path: string) => http(`GET /${account.accountId}/labels${path}`, []);
  const { rows } = account;
  const deepPage = await deepPageOf('taxonomy-labels', rows, ports, headers);
  const deepQuery = deepPage.search.replace('include=links', 'include=embedded');
  const paths = account.readIds.map((id) => `/${id}`);
  return [
    { name: 'read one', service: inTurn(paths.map(get)), floor: inTurn(paths.map(bare)) },
    // The same query as for the deep page, whose cursor comes from a request with links and is used without them.
    { name: 'list 100', service: same(get('?limit=100&include=embedded')), floor: same(bare('?limit=101')) },
    {
      name: 'list 100 at 90 % depth',
      service: same(get(deepQuery)),
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
