/** Hiring: one request creates a person, an employment and a position, or nothing. */
import { randomBytes } from 'node:crypto';
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CutNetwork, startCutNetwork, through } from '../../faults/cut-network.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { pathOf, type Row } from '../../support/examples.ts';
import { creationErrors, eventsSeen } from '../../support/organization/organization.ts';
import { at, employmentsOf, hired, hiring, newCompany, positionsOf } from '../../support/people/people.ts';
import { type TestService, testService } from '../../support/service.ts';

let fresh: FreshDatabase;
/** Between the service and PostgreSQL, to count round trips. */
let network: CutNetwork;
let service: TestService;

beforeAll(async () => {
  fresh = await freshDatabase();
  network = await startCutNetwork(() => Number(new URL(fresh.url).port));
  service = await testService({ databaseUrl: through(network, fresh.url), masterKey: randomBytes(32) });
});
afterAll(async () => {
  await service.stop();
  await network.close();
  await fresh.drop();
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

/** What the transaction sends in each of its round trips that writes this text. */
async function roundTripsWriting(text: string, write: () => Promise<unknown>): Promise<string[]> {
  const turns = network.recordTurns();
  await write();
  const { connection } = turns.find((turn) => turn.text.includes(text)) ?? {};
  const sent = turns.filter((turn) => turn.connection === connection).map((turn) => turn.text);
  const written = sent.findIndex((turn) => turn.includes(text));
  const begun = sent.findLastIndex((turn, index) => index <= written && turn.includes('begin\0'));
  const ended = sent.findIndex((turn, index) => index >= written && turn.includes('commit\0'));
  return sent.slice(begun, ended + 1);
}

test('a hiring takes three round trips to the database: what it needs, its rows, and the end', async () => {
  const { client, ...company } = await newCompany(service);
  const email = 'three@example.com';
  const trips = await roundTripsWriting(email, () => hired(client, company, { email }, {}, { jobTitle: 'Traveller' }));
  expect(trips.map((trip) => [trip.includes(email), trip.includes('Traveller')])).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ]);
});
