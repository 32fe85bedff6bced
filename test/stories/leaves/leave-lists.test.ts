/** Lists of leaves: filters, visibility and links. */
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { type Body, pathOf, type Row } from '../../support/examples.ts';
import { approve, type LeaveRow, leaveAccount, leaveOf, requestOf } from '../../support/leaves/leaves.ts';
import { establishment } from '../../support/organization/organization.ts';
import { at, type Company, hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let company: Company;
let oneLevel: Row;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...company } = await newCompany(service));
  oneLevel = await leaveAccount(client, { unit: 'workingDays' });
});

const week = '2025-03-03/2025-03-07';
const somebody = (): Promise<Row> => hired(client, company);
const tentative = async (of = oneLevel, members: Body = {}): Promise<LeaveRow> =>
  leaveOf(client, await somebody(), of, week, members);
const confirmed = (of = oneLevel): Promise<LeaveRow> => tentative(of, { status: 'confirmed' });

describe('lists', () => {
  test('since and until find the leaves that touch a period', async () => {
    const { client, ...where } = await newCompany(service);
    const person = await hired(client, where);
    const paid = await leaveAccount(client);
    const made: Record<string, string> = {};
    for (const days of ['2025-01-06/2025-01-10', '2025-01-13/2025-01-13', '2025-01-20/2025-02-07']) {
      made[(await leaveOf(client, person, paid, days)).id] = days.slice(5, 10);
    }
    const found = async (query: string) =>
      (await client.call('GET', `${pathOf(leaves)}?${query}`)).body.items.map(({ id }: Row) => made[id]);
    expect(await found('since=2025-01-10')).toEqual(['01-06', '01-13', '01-20']);
    expect(await found('since=2025-01-11')).toEqual(['01-13', '01-20']);
    expect(await found('until=2025-01-13')).toEqual(['01-06', '01-13']);
    expect(await found('since=2025-01-11&until=2025-01-19')).toEqual(['01-13']);
    expect(await found('since=2025-01-25&until=2025-01-26')).toEqual(['01-20']);
    expect(await found('startsOn.between=2025-01-06--2025-01-13&endsOn=2025-01-13')).toEqual(['01-13']);
    expect(await found('sort=-endsOn')).toEqual(['01-20', '01-13', '01-06']);
    for (const query of ['since=2025-02-30', 'until=today', 'since=2025-01-01,2025-01-02', '-since=2025-01-01']) {
      const { status, body } = await client.call('GET', `${pathOf(leaves)}?${query}`);
      expect([query, status, Object.keys(body.errors)]).toEqual([query, 400, [query.split('=', 1)[0]]]);
    }
  });

  test('show people of the establishments of the caller, and hide all that belongs to others', async () => {
    const other = await establishment(client, company.owner);
    const here = await leaveOf(client, await somebody(), oneLevel, week);
    const there = await leaveOf(client, await hired(client, { ...company, place: other }), oneLevel, week);
    const limited = await service.client(account, { establishments: [other.id] });
    const shown = async (path: string) => (await limited.call('GET', path)).status;
    expect(await shown(pathOf(leaves, there.id))).toBe(200);
    expect(await shown(pathOf(leaves, here.id))).toBe(404);
    expect(await shown(pathOf(leaveRequests, (await requestOf(client, here)).id))).toBe(404);
    const { body } = await limited.call('GET', pathOf(leaves));
    expect(body.items.map(({ id }: Row) => id)).toEqual([there.id]);
    const own = { employee: here.employee as Body, leaveAccount: at(oneLevel) };
    const { body: refusal } = await limited.call('POST', pathOf(leaves), {
      body: { startsOn: '2025-06-02', endsOn: '2025-06-02', ...own },
    });
    expect(Object.keys(refusal.errors)).toEqual(['employee.id']);
    expect((await limited.call('DELETE', pathOf(leaves, here.id))).status).toBe(404);
    expect((await limited.call('PATCH', pathOf(leaves, here.id), { body: {} })).status).toBe(404);
  });
});

describe('links', () => {
  const linksOf = async (reader: TestClient, { id }: Row) =>
    (await reader.call('GET', `${pathOf(leaves, id)}?include=links`)).body.links;

  test('lead to the request, and to decisions while they are wanted', async () => {
    const leave = await tentative();
    const request = await requestOf(client, leave);
    const decisions = { href: `${service.url}/svc-api/leave-request-decisions` };
    const leaveRequest = { href: request.url };
    expect(await linksOf(client, leave)).toEqual({ leaveRequest, approve: decisions, deny: decisions });
    const reader = await service.client(account, { scopes: ['leaves.readonly', 'leave-requests.readonly'] });
    expect(await linksOf(reader, leave)).toEqual({ leaveRequest, approve: null, deny: null });
    const stranger = await service.client(account, { scopes: ['leaves.readonly'] });
    expect(await linksOf(stranger, leave)).toEqual({ leaveRequest: null, approve: null, deny: null });
    await approve(client, request);
    expect(await linksOf(client, leave)).toEqual({ leaveRequest, approve: null, deny: null });
    expect(await linksOf(client, await confirmed())).toEqual({ leaveRequest: null, approve: null, deny: null });
  });
});
