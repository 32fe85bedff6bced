/** Members, filters and dates that existing programs ask for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LegacyClient, legacyClient } from '../../support/legacy/legacy.ts';
import { type LegacyCompany, legacyCompany } from '../../support/legacy/legacy-company.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
let company: LegacyCompany;
let client: LegacyClient;

beforeAll(async () => {
  service = await testService();
  company = await legacyCompany(service);
  client = await legacyClient(service, company.account);
});
afterAll(() => service.stop());

const items = async (address: string) => {
  const { status, body, text } = await client.call(address);
  expect([address, status, text]).toEqual([address, 200, text]);
  return body.data.items;
};

test('a user shows its work cycles with their names, the address of its picture and its last change under another name', async () => {
  const fields = 'id,modifiedAt,modifiedOn,picture[url,href],userWorkCycles[workCycleID,workCycle[id,name,url]]';
  const [marie] = await items(`/api/v3/users?id=${company.people.marie.id}&fields=${fields}`);
  expect(marie.modifiedOn).toBe(marie.modifiedAt);
  expect(marie.picture.href).toBe(marie.picture.url);
  expect(marie.userWorkCycles).not.toEqual([]);
  for (const { workCycleID, workCycle } of marie.userWorkCycles) {
    const url = `${service.url}/svc-api/working-time-arrangements/${workCycleID}`;
    expect(workCycle).toEqual({ id: workCycleID, name: expect.any(String), url });
  }
  const everybody = await items('/api/v3/users?fields=id,picture.href');
  expect(everybody.some(({ picture }: { picture: unknown }) => picture === null)).toBe(true);
});

test('nobody has the role that a filter names, and nothing fails', async () => {
  expect(await items('/api/v3/users?rolePrincipalId=5')).toEqual([]);
  expect((await items('/api/v3/users?rolePrincipalId=null')).length).toBeGreaterThan(0);
});

test.each(['%2B00:00', '+00:00', '%2B0000', 'Z', ''])('a date may be written with %s', async (zone) => {
  const since = await items(`/api/v3/users?modifiedAt=since,2020-01-01T00:00:00${zone}&fields=id`);
  expect(since.length).toBeGreaterThan(0);
  expect(await items(`/api/v3/users?modifiedAt=until,2020-01-01T00:00:00${zone}&fields=id`)).toEqual([]);
});

test('an offset is subtracted', async () => {
  const [{ modifiedAt }] = await items('/api/v3/users?fields=modifiedAt&paging=0,1&orderBy=id,asc');
  const later = new Date(Date.parse(`${modifiedAt}Z`) + 2 * 3_600_000).toISOString().slice(0, 19);
  const [first] = await items('/api/v3/users?fields=id&paging=0,1&orderBy=id,asc');
  expect(await items(`/api/v3/users?id=${first.id}&modifiedAt=${later}%2B02:00&fields=id`)).toEqual([first]);
  expect(await items(`/api/v3/users?id=${first.id}&modifiedAt=${later}-02:00&fields=id`)).toEqual([]);
});
