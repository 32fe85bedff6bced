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

test('departments are listed, read and shown as a tree', async () => {
  const all = await items('/api/v3/departments');
  expect(all.length).toBeGreaterThan(1);
  for (const one of all) {
    const { body } = await client.call(`/API/v3/Departments/${one.id}/`);
    expect(body.data).toEqual(one);
  }
  const { data } = (await client.call('/api/v3/departments/Tree')).body;
  type Node = { node: { id: number; parentId: number | null } | null; children: Node[] };
  const found: number[] = [];
  const walk = ({ node, children }: Node, parentId: number | null): void => {
    if (node) {
      expect(node.parentId).toBe(parentId);
      found.push(node.id);
    }
    for (const child of children) walk(child, node?.id ?? null);
  };
  walk(data, null);
  expect(data.node).toBeNull();
  expect(found.toSorted((one, other) => one - other)).toEqual(all.map(({ id }: { id: number }) => id));
  expect((await client.call('/api/v3/departments/999999')).status).toBe(404);
});

test('the tree of departments shows the fields that are asked for', async () => {
  type Node = { node: Record<string, unknown> | null; children: Node[] };
  const shapeOf = ({ children }: Node): unknown[] => children.map(shapeOf);
  const nodesOf = ({ node, children }: Node): object[] => [...(node ? [node] : []), ...children.flatMap(nodesOf)];
  const whole: Node = (await client.call('/api/v3/departments/tree')).body.data;
  for (const [fields, names] of [
    ['name', ['name']],
    ['ID,code', ['code', 'id']],
    ['parentId,head[name]', ['head', 'parentId']],
  ] as const) {
    const tree: Node = (await client.call(`/api/v3/departments/tree?fields=${fields}`)).body.data;
    expect([fields, shapeOf(tree)]).toEqual([fields, shapeOf(whole)]);
    for (const node of nodesOf(tree)) expect([fields, Object.keys(node).toSorted()]).toEqual([fields, names]);
  }
  expect((await client.call('/api/v3/departments/tree?fields=nothing')).status).toBe(400);
});

test('legal units and establishments are listed and read', async () => {
  const structure = '/organization/structure/api';
  const [units, places] = [await items(`${structure}/legal-units`), await items(`${structure}/Establishments/`)];
  for (const [path, rows] of [
    ['legal-units', units],
    ['establishments', places],
  ] as const) {
    expect(rows.length).toBeGreaterThan(0);
    const { status, body } = await client.call(`${structure}/${path}/${rows[0].id}`);
    expect([status, body.data]).toEqual([200, rows[0]]);
    expect((await client.call(`${structure}/${path}/x`)).status).toBe(404);
    expect((await client.call(`${structure}/${path}?nothing=1`)).status).toBe(400);
  }
  expect(units.map(({ id }: { id: number }) => id)).toEqual(
    expect.arrayContaining(places.map((one: { legalUnitId: number }) => one.legalUnitId)),
  );
  const { status, body } = await client.call(`${structure}/nothing`);
  expect([status, body.Status]).toEqual([404, 404]);
});

test('help names every member of a response', async () => {
  for (const path of ['users', 'leaves']) {
    const { members } = (await client.call(`/api/v3/${path}/help`)).body.data;
    const names = members.map(({ name }: { name: string }) => name);
    const [row] = await items(`/api/v3/${path}?paging=0,1`);
    if (row) expect(names).toEqual(expect.arrayContaining(Object.keys(row)));
    expect(names).toContain('id');
  }
});

test('requests for leaves are listed and read, with their decisions', async () => {
  const account = await leaveAccountId();
  const body = {
    employee: { id: company.people.marie.id },
    leaveAccount: { id: account },
    startsOn: '2031-05-05',
    endsOn: '2031-05-06',
  };
  const leave = await company.client.call('POST', '/svc-api/leaves', { body });
  expect([leave.status, leave.body.errors]).toEqual([201, undefined]);
  const [request] = await items(`/api/v3/leaveRequests?leavePeriodId=${leave.body.id}`);
  expect(request).toMatchObject({
    ownerId: Number(company.people.marie.id),
    status: 0,
    leavePeriod: { id: Number(leave.body.id), startsOn: '2031-05-05T00:00:00', endsOn: '2031-05-06T00:00:00' },
    approvals: [],
  });
  const one = await client.call(`/api/v3/leaverequests/${request.id}`);
  expect(one.body.data).toEqual(request);
  const [half] = await items(
    `/api/v3/leaves?leavePeriodId=${leave.body.id}&fields=leaveAccount[isRemoteWork,i18nLabels[name,cultureCodeIso6391]]`,
  );
  expect(half.leaveAccount).toEqual({
    isRemoteWork: false,
    i18nLabels: [{ name: 'Paid leave', cultureCodeIso6391: expect.stringMatching(/^[a-z]{2}$/) }],
  });
});

async function leaveAccountId(): Promise<string> {
  const { status, body } = await company.client.call('POST', '/svc-api/leave-accounts', {
    body: { name: 'Paid leave', unit: 'workingDays' },
  });
  expect(status).toBe(201);
  return body.id;
}

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
