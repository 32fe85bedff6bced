/** Hires of one caller that come at once are written together. What is wrong with one, or holds it up, concerns that one alone. */
import { randomBytes } from 'node:crypto';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { type CutNetwork, startCutNetwork, through } from '../../faults/cut-network.ts';
import { setSettings } from '../../support/account-settings.ts';
import { atOnce, insertionsDuring } from '../../support/at-once.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type Body, createExample, pathOf, type Row, unique } from '../../support/examples.ts';
import { changed, type EventRow, establishment, eventsSeen } from '../../support/organization/organization.ts';
import {
  at,
  type Company,
  company,
  employmentsOf,
  hiring,
  newCompany,
  positionsOf,
} from '../../support/people/people.ts';
import { sandboxOf } from '../../support/sandbox.ts';
import { limits, type Reply, type TestClient, type TestService, testService } from '../../support/service.ts';

const requestMs = 3000;

let fresh: FreshDatabase;
let network: CutNetwork;
let service: TestService;
let account: Account;
let client: TestClient;
let firm: Company;
/** Somebody else who works in the same database. */
let holder: pg.Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  network = await startCutNetwork(() => Number(new URL(fresh.url).port));
  service = await testService({
    databaseUrl: through(network, fresh.url),
    masterKey: randomBytes(32),
    limits: { ...limits, requestMs },
  });
  ({ account, client, ...firm } = await newCompany(service));
  holder = new pg.Client({ connectionString: fresh.url });
  await holder.connect();
  await holder.query(`select set_config('muster.account_id', $1, false)`, [account.id]);
});
afterEach(() => holder.query('rollback'));
afterAll(async () => {
  await holder.end();
  await service.stop();
  await network.close();
  await fresh.drop();
});

const post = (body: Body, by = client) => by.call('POST', pathOf(employees), { body });
const postAll = (bodies: readonly Body[], by = client): Promise<Reply[]> =>
  atOnce(network, () => Promise.all(bodies.map((body) => post(body, by))));
const many = (count: number, members: Body = {}): Body[] => Array.from({ length: count }, () => hiring(firm, members));
const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status);
const peopleIn = async (by = client): Promise<number> =>
  (await by.call('GET', `${pathOf(employees)}?limit=0&include=totalCount`)).body.totalCount;

test('hires that come at once take fewer statements than they are, and each answers with its own person', async () => {
  const bodies = many(12);
  let replies: Reply[] = [];
  const insertions = await insertionsDuring('employees', async () => {
    replies = await postAll(bodies);
  });
  expect(statuses(replies)).toEqual(bodies.map(() => 201));
  expect(replies.map(({ body }) => body.familyName)).toEqual(bodies.map(({ familyName }) => familyName));
  expect(insertions).toBeLessThan(bodies.length);
  for (const { body } of replies) {
    const [employment, ...others] = await employmentsOf(client, body);
    const [position, ...more] = await positionsOf(client, body);
    expect([others, more]).toEqual([[], []]);
    expect(body).toMatchObject({
      applicableEmployment: at(employment as Row),
      applicableJobPosition: at(position as Row),
    });
  }
});

test('the events of each are in their order: the person, the employment, the position', async () => {
  const before = (await eventsSeen(service, client)).length;
  const replies = await postAll(many(10));
  const events = (await eventsSeen(service, client)).slice(before);
  expect(events).toHaveLength(3 * replies.length);
  const personOf = ({ data }: EventRow) => (data.type === 'employee' ? data.id : (data.employee as Row).id);
  for (const { body } of replies) {
    const own = events.filter((event) => personOf(event) === body.id);
    expect(own.map(({ topic }) => topic)).toEqual(['employee.created', 'employment.created', 'job-position.created']);
  }
});

test('each that is refused says why, and the others are made', async () => {
  const archived = await createExample(client, departments);
  await changed(client, departments, archived, { isArchived: true });
  const taken = `taken-${unique()}`;
  await post(hiring(firm, { remoteId: taken }));
  const twice = `twice-${unique()}`;
  const wrong: readonly (readonly [string, Body])[] = [
    ['givenName', hiring(firm, { givenName: 7 })],
    ['firstEmployment.firstJobPosition.department', hiring({ ...firm, department: archived })],
    ['firstEmployment.template', hiring({ ...firm, template: { ...firm.template, id: '999999999' } })],
    ['firstEmployment.end.date', hiring(firm, {}, { end: { date: '2023-12-31' } })],
    ['remoteId', hiring(firm, { remoteId: taken })],
  ];
  const before = await peopleIn();
  const good = [...many(4), hiring(firm, { remoteId: twice })];
  const replies = await postAll([...good, ...wrong.map(([, body]) => body), hiring(firm, { remoteId: twice })]);
  const refused = replies.slice(good.length, -1);
  expect(refused.map(({ status, body }) => [status, ...Object.keys(body.errors ?? {})])).toEqual(
    wrong.map(([member]) => [400, member]),
  );
  expect(statuses(replies.slice(0, 4))).toEqual([201, 201, 201, 201]);
  // Of two with one key, either is first.
  expect(statuses([replies[4] as Reply, replies.at(-1) as Reply]).toSorted()).toEqual([201, 400]);
  expect(await peopleIn()).toBe(before + good.length);
});

/** Before others are active: among several accounts, a caller whose statements are slow gets one connection. */
describe('while somebody else has locked a department', () => {
  let locked: Row;
  /** A caller who has not waited for anything yet. */
  let by: TestClient;
  beforeEach(async () => {
    by = await service.client(account);
    locked = await createExample(by, departments);
    await holder.query('begin');
    await holder.query('select from departments where account_id = $1 and id = $2 for update', [account.id, locked.id]);
  });
  const intoLocked = () => hiring({ ...firm, department: locked });

  test('hires into other departments are made, and the one that waits is made when the lock is gone', async () => {
    const [waiting, ...others] = [intoLocked(), ...many(5)].map((body) => post(body, by));
    const made = await atOnce(network, () => Promise.all(others));
    expect(statuses(made)).toEqual(made.map(() => 201));
    await holder.query('rollback');
    expect((await waiting)?.status).toBe(201);
  });

  test('the time of the one that waits ends, and that of the others does not', async () => {
    const before = await peopleIn();
    const replies = await postAll([...many(4), intoLocked(), ...many(3)], by);
    expect(statuses(replies)).toEqual([201, 201, 201, 201, 500, 201, 201, 201]);
    expect(replies[4]?.body.type).toContain('timeout');
    await holder.query('rollback');
    expect(await peopleIn()).toBe(before + 7);
  });
});

test('hires that need the hiring defaults are made among others', async () => {
  const own = await newCompany(service);
  const { template, place, department } = own;
  await setSettings(service, own.account, { template, businessEstablishment: place, department });
  const both = [hiring(own), { givenName: 'Nora', familyName: 'Lindqvist' }];
  const replies = await postAll([...both, ...both, ...both, ...both], own.client);
  expect(statuses(replies)).toEqual(replies.map(() => 201));
  for (const { body } of replies) {
    expect(await positionsOf(own.client, body)).toMatchObject([{ department: at(department) }]);
  }
});

test('two callers with different rights hire at once, each within its own', async () => {
  const elsewhere = await establishment(client, firm.owner);
  const limited = await service.client(account, { establishments: [firm.place.id] });
  const bodies = [0, 1, 2, 3, 4, 5].flatMap(() => [hiring(firm), hiring({ ...firm, place: elsewhere })]);
  const [all, some] = await Promise.all([postAll(bodies), postAll(bodies, limited)]);
  expect(statuses(all)).toEqual(bodies.map(() => 201));
  expect(statuses(some)).toEqual(bodies.map((_, index) => (index % 2 === 0 ? 201 : 400)));
  const events = await eventsSeen(service, client, '&topic=employee.created');
  const authorOf = new Map(events.map(({ data, author }) => [data.id, author.id]));
  const authors = (replies: readonly Reply[]) =>
    new Set(replies.filter(({ status }) => status === 201).map(({ body }) => authorOf.get(body.id)));
  expect([authors(all), authors(some)]).toEqual([
    new Set([client.credentials.clientId]),
    new Set([limited.credentials.clientId]),
  ]);
});

test('hires of a sandbox begin on the day of its clock, those of other accounts on the day of the machine', async () => {
  const sandbox = await sandboxOf(service, `origin${unique()}`);
  const day = `${new Date().getUTCFullYear() + 1}-03-01`;
  await sandbox.moveTo(`${day}T12:00:00Z`);
  const inside = await service.client(sandbox.account);
  const ownFirm = await company(inside, { timezoneId: 'Etc/UTC' });
  const place = await establishment(client, firm.owner, { timezoneId: 'Etc/UTC' });
  const today = (where: Company) => hiring(where, {}, { start: undefined });
  const repeated = (body: Body) => Array.from({ length: 8 }, () => body);
  const [moved, normal] = await Promise.all([
    postAll(repeated(today(ownFirm)), inside),
    postAll(repeated(today({ ...firm, place }))),
  ]);
  const machineDay = service.now().toISOString().slice(0, 10);
  for (const [by, replies, date] of [
    [inside, moved, day],
    [client, normal, machineDay],
  ] as const) {
    expect(new Set(replies.map(({ body }) => body.createdAt.slice(0, 10)))).toEqual(new Set([date]));
    for (const { body } of replies) expect(await employmentsOf(by, body)).toMatchObject([{ start: { date } }]);
  }
});

test('creations under a key, and those of a person, are alone', async () => {
  const sixAtOnce = (create: (body: Body) => Promise<Reply>) => atOnce(network, () => Promise.all(many(6).map(create)));
  const keyed = (body: Body) =>
    client.call('POST', pathOf(employees), { body, headers: { 'idempotency-key': `key-${unique()}` } });
  expect(await insertionsDuring('employees', () => sixAtOnce(keyed))).toBe(6);
  const person = await service.person(account);
  const byPerson = (body: Body) => person.call('POST', pathOf(employees), { body });
  const before = await audited(person);
  expect(await insertionsDuring('employees', () => sixAtOnce(byPerson))).toBe(6);
  expect(await audited(person)).toBe(before + 6);
});

async function audited(person: { call: TestClient['call'] }): Promise<number> {
  const { body } = await person.call('GET', '/admin-api/audit-entries?limit=0&include=totalCount');
  return body.totalCount;
}
