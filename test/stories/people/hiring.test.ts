/** Hiring: one request creates a person, an employment and a position, or nothing. */
import { employees } from '@muster/contract/resources/employees.ts';
import { beforeAll, expect, test } from 'vitest';
import { pathOf, type Row } from '../../support/examples.ts';
import { creationErrors, eventsSeen } from '../../support/organization/organization.ts';
import { at, employmentsOf, hired, hiring, newCompany, positionsOf } from '../../support/people/people.ts';
import { type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

test('a hiring makes an employee, an employment and a position that name each other', async () => {
  const { client, ...company } = await newCompany(service);
  const ada = await hired(
    client,
    company,
    { email: 'ada@example.com' },
    { remoteId: 'CT-1' },
    { jobTitle: 'Engineer' },
  );
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  const [position] = (await positionsOf(client, ada)) as [Row];
  expect(ada).toMatchObject({
    status: 'active',
    email: 'ada@example.com',
    birthDay: null,
    applicableEmployment: at(employment),
    applicableJobPosition: at(position),
  });
  expect(employment).toMatchObject({
    remoteId: 'CT-1',
    employee: at(ada),
    legalEntity: at(company.owner),
    status: 'active',
    start: { date: '2024-01-01' },
    end: null,
  });
  expect(position).toMatchObject({
    employee: at(ada),
    startsOn: '2024-01-01',
    endsOn: null,
    jobTitle: 'Engineer',
    updatedAttributes: [],
  });
});

test('a hiring records three events, in the establishment of the position', async () => {
  const { client, ...company } = await newCompany(service);
  await hired(client, company);
  const events = (await eventsSeen(service, client)).slice(-3);
  expect(events.map(({ topic }) => topic)).toEqual(['employee.created', 'employment.created', 'job-position.created']);
  for (const event of events) expect(event.businessEstablishment).toMatchObject(at(company.place));
});

test('errors of nested objects are reported by their path, and nothing is created', async () => {
  const { client, ...company } = await newCompany(service);
  const body = hiring(company, {}, { template: { id: '999' } }, { department: { id: '998' }, manager: { id: '997' } });
  expect(await creationErrors(client, employees, body)).toEqual([
    'firstEmployment.template',
    'firstEmployment.firstJobPosition.manager',
    'firstEmployment.firstJobPosition.department',
  ]);
  expect((await client.call('GET', pathOf(employees))).body.items).toEqual([]);
});
