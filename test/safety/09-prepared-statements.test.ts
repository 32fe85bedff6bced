/** Unusual queries of one tenant do not evict the prepared statements of others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits, type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let odd: TestClient;
let other: TestClient;

beforeAll(async () => {
  // One connection, so that its prepared statements can be read.
  service = await testService({ limits: { ...limits, databaseConnections: 1 } });
  odd = await service.client(await service.openAccount('acme'));
  other = await service.client(await service.openAccount('globex'));
});
afterAll(() => service.stop());

const prepared = (text: string) =>
  service.database.query<{ count: string }>(
    `select count(*)::text as count from pg_prepared_statements where statement like $1`,
    [text],
  );

const count = async (text: string): Promise<number> => Number((await prepared(text))[0]?.count);

const filters = [
  'id=1',
  'email=a@example.com',
  'status=active',
  'remoteId=x',
  'employeeNumber=1',
  'applicableEmployment.legalEntity.id=1',
  'applicableEmployment.remoteId=x',
  'applicableJobPosition.remoteId=x',
  'applicableJobPosition.businessEstablishment.id=1',
];

/** Every combination of filters is another statement. */
const questions = Array.from({ length: 2 ** filters.length }, (_, number) => {
  const chosen = filters.filter((_, bit) => number & (1 << bit));
  return `/svc-api/employees?${chosen.join('&')}`;
}).flatMap((question) => [question, `${question}&include=totalCount`]);

test('after hundreds of odd questions a usual one is still prepared, and a connection keeps a bounded number', async () => {
  for (const question of questions) {
    const { status, body } = await odd.call('GET', question);
    expect([status, body.errors]).toEqual([200, undefined]);
  }
  for (let again = 0; again < 2; again += 1) await other.call('GET', '/svc-api/departments?limit=7');
  expect(await count('%from departments as shown_row%')).toBeGreaterThan(0);
  expect(await count('%')).toBeLessThanOrEqual(600);
  expect(await count('%from employees as shown_row%')).toBeGreaterThan(200);
});

test('a dropped statement is prepared again when it is used again', async () => {
  const first = questions[0] as string;
  for (let again = 0; again < 3; again += 1) expect((await odd.call('GET', first)).status).toBe(200);
});
