/** The roles hr, manager and integrations: what each sees and may do, and who gives it to them. */
import { approval } from '@muster/contract/resources/leave-request-decisions.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import type { Row } from '../../support/examples.ts';
import { decide, leaveAccount, leaveNow, leaveOf, requestOf } from '../../support/leaves/leaves.ts';
import { establishment } from '../../support/organization/organization.ts';
import { at, type Company, hired, hiring, newCompany, positionsOf } from '../../support/people/people.ts';
import { browser, password } from '../../support/people/person.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let company: Company;
let elsewhere: Company;
/** boss ← lead ← ada; ben reports to nobody and works in another establishment. */
let boss: Row;
let lead: Row;
let ada: Row;
let ben: Row;
const mail = 'ben@elsewhere.example';

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...company } = await newCompany(service));
  elsewhere = { ...company, place: await establishment(client, company.owner) };
  boss = await hired(client, company, { givenName: 'Grace' });
  lead = await hired(client, company, { givenName: 'Linus' }, {}, { manager: at(boss) });
  ada = await hired(client, company, { givenName: 'Ada' }, {}, { manager: at(lead) });
  ben = await hired(client, elsewhere, { givenName: 'Ben', email: mail });
});

const idsIn = ({ body }: { body: { items: Row[] } }): string[] => body.items.map(({ id }) => id).toSorted();
const idsOf = (...rows: Row[]): string[] => rows.map(({ id }) => id).toSorted();

describe('an owner', () => {
  test('gives roles with their limits, by invitation and by change; nobody raises themselves', async () => {
    const owner = await service.person(account);
    const invitations = '/admin-api/administrator-invitations';
    const invite = (body: object) => owner.call('POST', invitations, { body });
    const errorsOf = async (body: object) => Object.keys((await invite(body)).body.errors);
    expect(await errorsOf({ email: 'a@example.com', role: 'manager' })).toEqual(['employeeRecord']);
    expect(await errorsOf({ email: 'a@example.com', role: 'hr', employeeRecord: at(ada) })).toEqual(['employeeRecord']);
    const place = { businessEstablishments: [at(company.place)] };
    expect(await errorsOf({ email: 'a@example.com', role: 'owner', ...place })).toEqual(['businessEstablishments']);
    expect(await errorsOf({ email: 'a@example.com', role: 'manager', employeeRecord: { id: '999999' } })).toEqual([
      'employeeRecord',
    ]);

    const invited = await invite({ email: 'team@example.com', role: 'manager', employeeRecord: at(lead) });
    expect(invited.body).toMatchObject({ role: 'manager', employeeRecord: at(lead), businessEstablishments: null });
    const token = new URL(invited.body.link).hash.slice(1);
    const person = browser(service.url);
    const accepted = { token, name: 'Linus', password };
    expect((await person.call('POST', '/admin-api/invitation/acceptance', { body: accepted })).status).toBe(200);
    const session = (await person.call('GET', '/admin-api/session')).body;
    expect(session.person).toMatchObject({ role: 'manager', employeeId: lead.id });
    expect(idsIn(await person.call('GET', '/svc-api/employees'))).toEqual(idsOf(lead, ada));

    const path = `/admin-api/administrators/${session.person.id}`;
    expect((await person.call('PATCH', path, { body: { role: 'owner' } })).status).toBe(403);
    const kept = await owner.call('PATCH', path, { body: { role: 'hr' } });
    expect(Object.keys(kept.body.errors)).toEqual(['employeeRecord']);
    const changed = await owner.call('PATCH', path, { body: { role: 'hr', employeeRecord: null, ...place } });
    expect(changed.body).toMatchObject({
      role: 'hr',
      employeeRecord: null,
      businessEstablishments: [at(company.place)],
    });
    expect((await person.call('GET', '/admin-api/session')).status).toBe(401);
    const removed = await owner.call('DELETE', `/svc-api/business-establishments/${company.place.id}`);
    expect(removed.status).toBe(400);
    const history = await owner.call(
      'GET',
      `/admin-api/history-entries?subjectType=administrator&subjectId=${session.person.id}`,
    );
    expect(history.text).toContain('"hr"');
  });
});

describe('hr of one establishment', () => {
  test('sees and changes its people alone, and nothing of the administration', async () => {
    const hr = await service.person(account, 'hr', false, { businessEstablishments: [at(company.place)] });
    expect(idsIn(await hr.call('GET', '/svc-api/employees'))).toEqual(idsOf(boss, lead, ada));
    expect((await hr.call('GET', `/svc-api/employees/${ben.id}`)).status).toBe(404);
    expect((await hr.call('PATCH', `/svc-api/employees/${ben.id}`, { body: { givenName: 'B' } })).status).toBe(404);
    expect((await hr.call('PATCH', `/svc-api/employees/${ada.id}`, { body: { givenName: 'Ada' } })).status).toBe(200);
    expect((await hr.call('GET', `/svc-api/employee-personal-records?employee.id=${ada.id}`)).status).toBe(200);
    const { people, establishments } = (await hr.call('GET', '/admin-api/overviews/current')).body;
    expect([people.active, establishments.map(({ id }: Row) => id)]).toEqual([3, [company.place.id]]);
    const closed = ['administrators', 'client-applications', 'audit-entries', 'erasures', 'account-settings/current'];
    for (const path of closed) expect([path, (await hr.call('GET', `/admin-api/${path}`)).status]).toEqual([path, 403]);
    expect((await hr.call('GET', '/svc-api/webhook-endpoints')).status).toBe(403);
  });

  test('brings nobody to another establishment, below a hidden manager, or into a hidden employment', async () => {
    const hr = await service.person(account, 'hr', false, { businessEstablishments: [at(company.place)] });
    const [position] = (await positionsOf(client, ada)) as [Row];
    const errorsOf = async (method: string, path: string, body: object) => {
      const reply = await hr.call(method, `/svc-api/${path}`, { body });
      return [reply.status, Object.keys(reply.body.errors ?? {})];
    };
    const change = (body: object) => errorsOf('PATCH', `job-positions/${position.id}`, body);
    expect(await change({ manager: at(ben) })).toEqual([400, ['manager']]);
    expect(await change({ businessEstablishment: at(elsewhere.place) })).toEqual([400, ['businessEstablishment']]);
    expect(await errorsOf('POST', 'employees', hiring(elsewhere))).toEqual([
      400,
      ['firstEmployment.firstJobPosition.businessEstablishment'],
    ]);
    expect(await errorsOf('POST', 'employee-personal-records', { employee: at(ben) })).toEqual([400, ['employee']]);
    expect((await positionsOf(client, ada))[0]).toEqual(position);
  });

  test('imports within its establishment alone, also in the background, and sees no other imports', async () => {
    const hr = await service.person(account, 'hr', false, { businessEstablishments: [at(company.place)] });
    const line = (id: string) => JSON.stringify({ id, employeeNumber: 'N-1' });
    const path = '/svc-api/imports?collection=employees';
    const sent = { body: `${line(ada.id)}\n${line(ben.id)}\n`, headers: { 'content-type': 'application/x-ndjson' } };
    const started = await hr.call('POST', path, sent);
    expect(started.status).toBe(201);
    const read = () => hr.call('GET', `/svc-api/imports/${started.body.id}`);
    await expect.poll(async () => (await read()).body.status, { timeout: 30_000 }).toBe('done');
    expect((await read()).body.counts).toMatchObject({ updated: 1, failed: 1 });
    const other = await service.person(account, 'hr', false, { businessEstablishments: [at(elsewhere.place)] });
    expect((await other.call('GET', `/svc-api/imports/${started.body.id}`)).status).toBe(404);
    expect(idsIn(await other.call('GET', '/svc-api/imports'))).toEqual([]);
  });
});

describe('a manager', () => {
  test('sees the team, decides its requests, and opens no personal records', async () => {
    const manager = await service.person(account, 'manager', false, { employeeRecord: at(lead) });
    const upper = await service.person(account, 'manager', false, { employeeRecord: at(boss) });
    expect(idsIn(await upper.call('GET', '/svc-api/employees'))).toEqual(idsOf(boss, lead, ada));
    expect(idsIn(await manager.call('GET', '/svc-api/job-positions'))).toHaveLength(2);
    expect((await manager.call('GET', `/svc-api/employees/${boss.id}`)).status).toBe(404);
    expect((await manager.call('GET', `/svc-api/employees/${boss.id}/versions`)).status).toBe(404);
    expect(idsIn(await manager.call('GET', '/svc-api/employees?asOf=2024-06-01'))).toEqual(idsOf(lead, ada));
    expect(idsIn(await manager.call('GET', `/svc-api/job-positions?manager.id=${boss.id}`))).toEqual([]);
    for (const path of ['employee-personal-records', 'employee-attributes', 'employments', 'events', 'imports'])
      expect([path, (await manager.call('GET', `/svc-api/${path}`)).status]).toEqual([path, 403]);
    expect((await manager.call('PATCH', `/svc-api/employees/${ada.id}`, { body: {} })).status).toBe(403);

    const twice = await leaveAccount(client, { approvalLevels: 2 });
    const leave = await leaveOf(client, ada, twice, '2025-03-03');
    const request = await requestOf(client, leave);
    expect(idsIn(await manager.call('GET', '/svc-api/leave-requests'))).toContain(request.id);
    const approved = await decide(manager, request, { type: approval });
    expect([approved.status, approved.body.approver?.id]).toEqual([201, lead.id]);
    // The second level is of somebody above.
    const above = await decide(manager, request, { type: approval, level: 2 });
    expect([above.status, Object.keys(above.body.errors)]).toEqual([400, ['leaveRequest.id']]);
    expect((await decide(upper, request, { type: approval, level: 2 })).status).toBe(201);
    expect((await leaveNow(client, leave)).status).toBe('confirmed');

    const own = await requestOf(client, await leaveOf(client, lead, twice, '2025-03-04'));
    expect((await decide(manager, own, { type: approval })).status).toBe(400);
    const strangers = await requestOf(client, await leaveOf(client, ben, twice, '2025-03-05'));
    expect((await decide(manager, strangers, { type: approval })).status).toBe(400);
    // In the name of somebody else, of the team or not.
    const others = await requestOf(client, await leaveOf(client, ada, twice, '2025-03-06'));
    for (const approver of [boss, ben]) {
      const reply = await decide(manager, others, { type: approval, approver: at(approver) });
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['approver.id']]);
    }
    expect(idsIn(await manager.call('GET', `/svc-api/employees?email=${mail}`))).toEqual([]);
  });
});

describe('a person for integrations', () => {
  test('declares applications and endpoints, and sees nobody', async () => {
    const integrator = await service.person(account, 'integrations');
    const body = { name: 'Payroll', technicalContact: 'it@example.com', scopes: ['employees.readonly'] };
    const made = await integrator.call('POST', '/admin-api/client-applications', { body });
    expect(made.status).toBe(201);
    for (const path of ['webhook-endpoints', 'webhook-deliveries', 'employee-attribute-definitions', 'taxonomies'])
      expect([path, (await integrator.call('GET', `/svc-api/${path}`)).status]).toEqual([path, 200]);
    for (const path of ['employees', 'employments', 'leaves', 'events', 'departments', 'imports'])
      expect([path, (await integrator.call('GET', `/svc-api/${path}`)).status]).toEqual([path, 403]);
    const { people, establishments } = (await integrator.call('GET', '/admin-api/overviews/current')).body;
    expect([people.active, establishments]).toEqual([0, []]);
    expect((await integrator.call('POST', '/admin-api/sandboxes', { body: {} })).status).toBe(403);
  });
});
