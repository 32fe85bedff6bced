import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../support/person.ts';
import { type TestService, testService, tokenFor } from '../support/service.ts';

let service: TestService;
let owner: TestPerson;

beforeAll(async () => {
  service = await testService();
  owner = await service.person(await service.openAccount('acme'));
});
afterAll(() => service.stop());

const declared = { name: 'Payroll', technicalContact: 'it@example.com', scopes: ['departments.readwrite'] };

test('an application is declared, its secret is shown once, and opens what was granted', async () => {
  const created = await owner.call('POST', '/admin-api/client-applications', { body: declared });
  console.log(created.text);
  expect(created.status).toBe(201);
  const { clientSecret, ...shown } = created.body;
  const read = await owner.call('GET', `/admin-api/client-applications/${shown.id}`);
  console.log(read.text);
  expect(read.body).toEqual(shown);
  const token = await tokenFor(service.url, { clientId: shown.clientId, clientSecret });
  const answer = await fetch(`${service.url}/svc-api/departments`, {
    headers: { authorization: `Bearer ${token}`, 'api-version': '2024-11-01' },
  });
  expect(answer.status).toBe(200);
  console.log((await owner.call('GET', '/admin-api/client-applications')).text);
  console.log(
    (await owner.call('POST', `/admin-api/client-applications/${shown.id}/secrets`, { body: { overlapHours: 2 } }))
      .text,
  );
  console.log((await owner.call('GET', `/admin-api/client-applications/${shown.id}/secrets`)).text);
  console.log(
    (
      await owner.call('PATCH', `/admin-api/client-applications/${shown.id}`, {
        body: { isDisabled: true, scopes: ['employees.readonly', 'departments.readonly'] },
      })
    ).text,
  );
  console.log((await owner.call('GET', '/admin-api/audit-entries')).text);
  console.log((await owner.call('DELETE', `/admin-api/client-applications/${shown.id}`)).status);
});
