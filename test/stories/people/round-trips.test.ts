/** How often a write waits for the database. Each wait is the time of a network, while locks are held. */
import { randomBytes } from 'node:crypto';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CutNetwork, startCutNetwork, through } from '../../faults/cut-network.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type Body, createExample, pathOf, unique } from '../../support/examples.ts';
import { cancel, leaveAccount, leaveOf } from '../../support/leaves/leaves.ts';
import { establishment } from '../../support/organization/organization.ts';
import { at, employmentsOf, hired, moved, newCompany, positionsOf, rehired } from '../../support/people/people.ts';
import { answerMs, roundTripsOf } from '../../support/round-trips.ts';
import { type TestService, testService } from '../../support/service.ts';

let fresh: FreshDatabase;
let network: CutNetwork;
let service: TestService;

beforeAll(async () => {
  fresh = await freshDatabase();
  network = await startCutNetwork(() => Number(new URL(fresh.url).port), answerMs);
  service = await testService({ databaseUrl: through(network, fresh.url), masterKey: randomBytes(32) });
});
afterAll(async () => {
  await service.stop();
  await network.close();
  await fresh.drop();
});

/** A company, and requests that must succeed. */
async function countedCompany() {
  const { client, ...company } = await newCompany(service);
  const succeed = async (method: string, path: string, body?: Body) => {
    const reply = await client.call(method, path, { ...(body && { body }) });
    if (reply.status >= 300) throw new Error(`${method} ${path} answers ${reply.status}: ${reply.text}`);
  };
  return { client, company, succeed };
}

test('every write of a career takes three round trips: what it needs, its rows, and the end', async () => {
  const { client, company, succeed } = await countedCompany();
  const account = await leaveAccount(client);
  const elsewhere = await establishment(client, company.owner);
  const counted: Record<string, number> = {};
  const count = async (name: string, write: (marker: string) => Promise<unknown>, marker = `marked ${unique()}`) => {
    counted[name] = (await roundTripsOf(network, marker, () => write(marker))).length;
  };
  const ada = await hired(client, company);
  const [employment] = await employmentsOf(client, ada);
  if (!employment) throw new Error('Nobody was hired.');
  await count('hire', (jobTitle) => hired(client, company, {}, {}, { jobTitle }));
  await count('change of a name and an address', (givenName) =>
    succeed('PATCH', pathOf(employees, ada.id), { givenName, email: `${unique()}@example.com` }),
  );
  await count('new position', (jobTitle) => moved(client, company, employment, '2025-01-01', { jobTitle }));
  const away = { ...company, place: elsewhere };
  await count('move to another place', (jobTitle) => moved(client, away, employment, '2025-03-01', { jobTitle }));
  const [, position, last] = await positionsOf(client, ada);
  await count('change of a title', (jobTitle) =>
    succeed('PATCH', pathOf(jobPositions, String(position?.id)), { jobTitle }),
  );
  await count('change of a place', (jobTitle) =>
    succeed('PATCH', pathOf(jobPositions, String(last?.id)), { jobTitle, businessEstablishment: at(company.place) }),
  );
  await count('leave', () => leaveOf(client, ada, account, '2025-05-06'), '2025-05-06');
  const leave = await leaveOf(client, ada, account, '2025-06-02');
  await count('cancellation of a leave', () => cancel(client, leave), 'cancelled');
  const period = { employment: at(employment), initialEndsOn: '2024-06-27' };
  await count('probation', () => succeed('POST', pathOf(probationaryPeriods), period), '2024-06-27');
  const end = { end: { date: '2025-12-29' } };
  await count('end of an employment', () => succeed('PATCH', pathOf(employments, employment.id), end), '2025-12-29');
  await count('new employment', (remoteId) =>
    rehired(client, company, ada, { remoteId, start: { date: '2026-02-01' } }),
  );
  expect(counted).toEqual(Object.fromEntries(Object.keys(counted).map((name) => [name, 3])));
});

test('a hire sends its three rows together', async () => {
  const { client, company } = await countedCompany();
  const email = 'together@example.com';
  const write = () => hired(client, company, { email }, {}, { jobTitle: 'Traveller' });
  const sent = await roundTripsOf(network, email, write);
  expect(sent.map((trip) => [trip.includes(email), trip.includes('Traveller')])).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ]);
});

/** Behind a pooler and on Citus, a write waits for the transaction that it begins. */
const isPooled = Boolean(process.env.MUSTER_TEST_DATABASE_URL || process.env.TEST_SESSIONS);

test.skipIf(isPooled)('a plain creation takes one round trip, and the write of a plain change does', async () => {
  const { client, succeed } = await countedCompany();
  const { id } = await createExample(client, taxonomies);
  const created = await roundTripsOf(network, 'Made here', () =>
    createExample(client, taxonomies, { name: 'Made here' }),
  );
  const changed = await roundTripsOf(network, 'Changed here', () =>
    succeed('PATCH', pathOf(taxonomies, id), { name: 'Changed here' }),
  );
  expect([created.length, changed.length]).toEqual([1, 1]);
});
