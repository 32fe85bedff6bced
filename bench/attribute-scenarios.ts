/**
 * Scenarios of attributes: values compared with the floor, and lists of employees filtered and sorted by values compared
 * with the plain list. Values are written for people that no other scenario reads.
 */
import { type AttributeAccount, commonSite, noteDefinition, rareSite } from './attribute-rows.ts';
import type { Ports, Scenario } from './measure.ts';
import { type Bars, floorRatio, resultsBy, serviceRatio } from './report.ts';
import { deepPageOf, headersOf, http, inTurn, same } from './requests.ts';

const names = {
  ofOne: 'values of one employee',
  withMembers: 'the same with members of the employee as values',
  list: 'list 1,000 values',
  create: 'create a value with event',
  plain: 'list 100 employees',
  common: 'employees by a value that half of them have',
  commonDeep: 'the same at 90 % depth',
  rare: 'employees by a value that 50 have',
  ordered: 'employees in the order of a number',
  orderedDeep: 'the same at 90 % depth of all',
} as const;

export async function attributeScenarios(account: AttributeAccount, ports: Ports): Promise<Scenario[]> {
  const { rows, accountId, readIds } = account;
  const headers = await headersOf(account, ports);
  const values = (query: string) => http(`GET /svc-api/employee-attributes?${query}`, headers);
  const people = (query: string) => http(`GET /svc-api/employees?limit=100&include=links${query}`, headers);
  const floor = (query: string) => http(`GET /${accountId}/values?${query}`, []);
  const common = `attributes.e_site=${commonSite}`;
  const deepCommon = await deepPageOf('employees', rows / 2, ports, headers, `&${common}`);
  const deepOrdered = await deepPageOf('employees', rows, ports, headers, '&sort=attributes.e_badge');
  const reads: Readonly<Record<string, { service: Scenario['service']; floor?: Scenario['service'] }>> = {
    [names.ofOne]: {
      service: inTurn(readIds.map((id) => values(`employee.id=${id}&definition.category=extension`))),
      floor: inTurn(readIds.map((id) => floor(`employee=${id}&limit=101`))),
    },
    [names.withMembers]: { service: inTurn(readIds.map((id) => values(`employee.id=${id}`))) },
    [names.list]: {
      service: same(values('limit=1000&definition.category=extension')),
      floor: same(floor('limit=1001')),
    },
    [names.plain]: { service: same(people('')) },
    [names.common]: { service: same(people(`&${common}`)) },
    [names.commonDeep]: { service: same(http(`GET /svc-api/employees${deepCommon.search}`, headers)) },
    [names.rare]: { service: same(people(`&attributes.e_site=${rareSite}`)) },
    [names.ordered]: { service: same(people('&sort=attributes.e_badge')) },
    [names.orderedDeep]: { service: same(http(`GET /svc-api/employees${deepOrdered.search}`, headers)) },
  };
  return [
    ...Object.entries(reads).map(([name, sides]) => ({ name, rows, ...sides, expectedStatus: 200 })),
    creation(account, headers),
  ];
}

function creation({ accountId, rows, writeIds }: AttributeAccount, headers: readonly string[]): Scenario {
  const type = 'Content-Type: application/json';
  const bodies = writeIds.map((id) =>
    JSON.stringify({ employee: { id }, definition: { id: noteDefinition }, value: 'Forklift driving' }),
  );
  return {
    name: names.create,
    rows,
    service: inTurn(bodies.map((body) => http('POST /svc-api/employee-attributes', [...headers, type], body))),
    floor: inTurn(bodies.map((body) => http(`POST /${accountId}/values`, [type], body))),
    expectedStatus: 201,
  };
}

export const attributeBars: Bars = (results) => {
  const { at, large: rows } = resultsBy(results);
  const aboveFloor = (name: string, least: number) => ({
    meaning: `${name}: service ÷ floor`,
    value: floorRatio(at(name, rows)),
    least,
  });
  const againstPlain = [names.common, names.commonDeep, names.rare, names.ordered, names.orderedDeep];
  return [
    aboveFloor(names.ofOne, 0.8),
    aboveFloor(names.list, 1.2),
    aboveFloor(names.create, 0.4),
    ...againstPlain.map((name) => ({
      meaning: `${name} ÷ ${names.plain}`,
      value: serviceRatio(at(name, rows), at(names.plain, rows)),
      least: 0.5,
    })),
  ];
};
