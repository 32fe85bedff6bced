/** The changes of a new day are recorded like any change, exactly once: before the first read, or without any. */
import { randomBytes } from 'node:crypto';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { type Service, startService } from '../../../server/service/service.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { pathOf, type Row } from '../../support/examples.ts';
import { changed, type EventRow, establishment, eventsSeen } from '../../support/organization/organization.ts';
import { companyIn, stoppedClock, type TimedService } from '../../support/people/days.ts';
import { at, employeeNow, employmentsOf, hired, moved, positionsOf } from '../../support/people/people.ts';
import { call, limits, type TestClient, testService } from '../../support/service.ts';

let shared: FreshDatabase;
let timed: TimedService;
let second: Service & { url: string };

/** Two nodes on one database, with the same clock. */
beforeAll(async () => {
  shared = await freshDatabase();
  const masterKey = randomBytes(32);
  const clock = stoppedClock('2025-01-01T00:00:00Z');
  timed = { clock, service: await testService({ databaseUrl: shared.url, masterKey, now: clock.now }) };
  const port = await findFreePort();
  const node = await startService({
    databaseUrl: shared.url,
    host: '127.0.0.1',
    port,
    publicUrl: timed.service.url,
    authUrl: null,
    accountHosts: [],
    trustedProxies: [],
    masterKey,
    storage: diskStorage(timed.service.filesDir),
    limits,
    now: clock.now,
    logger: pino({ level: 'silent' }),
  });
  second = { ...node, url: `http://127.0.0.1:${port}` };
});
afterAll(async () => {
  await second.stop();
  await timed.service.stop();
  await shared.drop();
});

const eventsOf = (client: TestClient): Promise<EventRow[]> => eventsSeen(timed.service, client);

/** How often each topic was recorded for each row. */
function counted(events: readonly EventRow[]): Record<string, number> {
  const keys = events.map(({ topic, data }) => `${topic} ${data.id}`);
  return Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, { length }]) => [key, length]));
}

test('a day that begins records the former status of a person, an employment and a position, and moves them', async () => {
  const { client, company } = await companyIn(timed, 'Europe/Paris', '2025-05-01T12:00:00Z');
  const ada = await hired(client, company, {}, { start: { date: '2025-05-10' } });
  const before = (await eventsOf(client)).length;
  timed.clock.set('2025-05-10T07:30:00Z');
  const now = await employeeNow(client, ada);
  expect(now).toMatchObject({ status: 'active', lastUpdatedAt: '2025-05-10T07:30:00.000000Z' });
  const events = (await eventsOf(client)).slice(before);
  expect(events.map(({ topic }) => topic)).toEqual(['employee.updated', 'employment.updated', 'job-position.updated']);
  for (const event of events) {
    expect(event).toMatchObject({ previousAttributes: { status: 'upcoming' }, data: { status: 'active' } });
    expect(Object.keys(event.previousAttributes ?? {})).toEqual(['status']);
    expect(event.businessEstablishment).toMatchObject(at(company.place));
  }
});

test('the event of a move on a new day belongs to the new establishment', async () => {
  const { client, account, company } = await companyIn(timed, 'Europe/Paris', '2025-05-01T12:00:00Z');
  const other = await establishment(client, company.owner, { timezoneId: 'Europe/Paris' });
  const ada = await hired(client, company, {}, { start: { date: '2025-01-01' } });
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  await moved(client, company, employment, '2025-05-10', { businessEstablishment: at(other) });
  const [one, two] = (await positionsOf(client, ada)) as [Row, Row];
  const before = (await eventsOf(client)).length;
  timed.clock.set('2025-05-10T07:30:00Z');
  await employeeNow(client, ada);
  const events = (await eventsOf(client)).slice(before);
  expect(events.map(({ topic, data, previousAttributes }) => [topic, data.id, previousAttributes])).toEqual([
    ['employee.updated', ada.id, { applicableJobPosition: expect.objectContaining({ id: one.id }) }],
    ['job-position.updated', one.id, { status: 'active' }],
    ['job-position.updated', two.id, { status: 'upcoming' }],
  ]);
  // The events of a position name its own establishment.
  expect(events.map(({ businessEstablishment }) => businessEstablishment?.id)).toEqual(
    [other, company.place, other].map(({ id }) => id),
  );
  const limited = await timed.service.client(account, { establishments: [other.id] });
  expect((await eventsOf(limited)).filter(({ topic }) => topic === 'employee.updated')).toHaveLength(1);
});

test('many who read at once, on two nodes, find the same state and record each change once', async () => {
  const { client, company } = await companyIn(timed, 'Europe/Paris', '2025-05-01T12:00:00Z');
  const people: Row[] = [];
  for (let count = 0; count < 6; count += 1) {
    people.push(await hired(client, company, {}, { start: { date: '2025-05-10' }, end: { date: '2025-05-20' } }));
  }
  for (const [moment, status] of [
    ['2025-05-10T07:30:00Z', 'active'],
    ['2025-05-21T07:30:00Z', 'deactivated'],
  ] as const) {
    const before = (await eventsOf(client)).length;
    timed.clock.set(moment);
    const { token } = await timed.service.renewed(client);
    const reads = Array.from({ length: 24 }, (_, index) => {
      const resource = [employees, employments, jobPositions][index % 3] as typeof employees;
      return call(index % 2 ? timed.service.url : second.url, token, 'GET', pathOf(resource));
    });
    for (const { body } of await Promise.all(reads)) {
      expect(body.items.map((row: Row) => row.status)).toEqual(people.map(() => status));
    }
    const reported = counted((await eventsOf(client)).slice(before));
    expect(Object.keys(reported)).toHaveLength(3 * people.length);
    expect(new Set(Object.values(reported))).toEqual(new Set([1]));
  }
});

test('a day begins where nobody reads, within a few seconds', async () => {
  const { client, company } = await companyIn(timed, 'Europe/Paris', '2025-05-01T12:00:00Z');
  const ada = await hired(client, company, {}, { start: { date: '2025-05-10' } });
  const before = (await eventsOf(client)).length;
  timed.clock.set('2025-05-09T22:00:00Z');
  // Reading events does not record days.
  await vi.waitFor(async () => expect((await eventsOf(client)).length).toBe(before + 3), {
    timeout: 5000,
    interval: 100,
  });
  await employeeNow(client, ada);
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect((await eventsOf(client)).length).toBe(before + 3);
});

test('days that were missed are caught up with one by one, each dated by its beginning', async () => {
  const { client, company } = await companyIn(timed, 'Europe/Paris', '2025-05-01T12:00:00Z');
  const ada = await hired(client, company, {}, { start: { date: '2025-05-10' }, end: { date: '2025-06-30' } });
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  for (const day of ['2025-05-15', '2025-05-20', '2025-06-20']) await moved(client, company, employment, day);
  const [one, two, three, four] = (await positionsOf(client, ada)) as [Row, Row, Row, Row];
  const before = (await eventsOf(client)).length;
  timed.clock.set('2025-05-25T12:00:00Z');
  const statuses = async () => (await positionsOf(client, ada)).map(({ status }) => status);
  expect(await statuses()).toEqual(['deactivated', 'deactivated', 'active', 'upcoming']);
  const reported = ({ occurredAt, topic, data, previousAttributes }: EventRow) => [
    occurredAt,
    topic,
    data.id,
    previousAttributes,
  ];
  const applied = (position: Row) => ({ applicableJobPosition: expect.objectContaining({ id: position.id }) });
  const [tenth, fifteenth, twentieth] = ['09', '14', '19'].map((day) => `2025-05-${day}T22:00:00.000000Z`);
  const events = (await eventsOf(client)).slice(before);
  expect(events.map(reported)).toEqual([
    [tenth, 'employee.updated', ada.id, { status: 'upcoming' }],
    [tenth, 'employment.updated', employment.id, { status: 'upcoming' }],
    [tenth, 'job-position.updated', one.id, { status: 'upcoming' }],
    [fifteenth, 'employee.updated', ada.id, applied(one)],
    [fifteenth, 'job-position.updated', one.id, { status: 'active' }],
    [fifteenth, 'job-position.updated', two.id, { status: 'upcoming' }],
    [twentieth, 'employee.updated', ada.id, applied(two)],
    [twentieth, 'job-position.updated', two.id, { status: 'active' }],
    [twentieth, 'job-position.updated', three.id, { status: 'upcoming' }],
  ]);
  timed.clock.set('2025-08-01T12:00:00Z');
  expect(await statuses()).toEqual(['deactivated', 'deactivated', 'deactivated', 'deactivated']);
  const last = Number(events.at(-1)?.id);
  const later = (await eventsOf(client)).filter(({ id }) => Number(id) > last);
  const [moving, leaving] = ['2025-06-19T22:00:00.000000Z', '2025-06-30T22:00:00.000000Z'];
  expect(later.map(reported)).toEqual([
    [moving, 'employee.updated', ada.id, applied(three)],
    [moving, 'job-position.updated', three.id, { status: 'active' }],
    [moving, 'job-position.updated', four.id, { status: 'upcoming' }],
    [leaving, 'employee.updated', ada.id, { status: 'active' }],
    [leaving, 'employment.updated', employment.id, { status: 'active' }],
    [leaving, 'job-position.updated', four.id, { status: 'active' }],
  ]);
});

test('a write that is the first to come on a day finds it begun, and tells of both in their order', async () => {
  const { client, company } = await companyIn(timed, 'Europe/Paris', '2025-05-01T12:00:00Z');
  const ada = await hired(client, company, {}, { start: { date: '2025-05-10' } });
  const before = (await eventsOf(client)).length;
  timed.clock.set('2025-05-10T07:30:00Z');
  expect(await changed(client, employees, ada, { givenName: 'Grace' })).toMatchObject({ status: 'active' });
  const reported = (await eventsOf(client)).slice(before).filter(({ topic }) => topic === 'employee.updated');
  expect(reported.map(({ previousAttributes }) => previousAttributes)).toEqual([
    { status: 'upcoming' },
    { givenName: 'Ada' },
  ]);
});

test('a new time zone records events only for people whom it changes', async () => {
  const { client, company } = await companyIn(timed, 'America/Los_Angeles', '2025-05-01T12:00:00Z');
  await hired(client, company, {}, { start: { date: '2025-01-01' } });
  const ada = await hired(client, company, {}, { start: { date: '2025-05-10' } });
  timed.clock.set('2025-05-09T20:00:00Z');
  await employeeNow(client, ada);
  const before = (await eventsOf(client)).length;
  await changed(client, businessEstablishments, company.place, { timezoneId: 'Asia/Tokyo' });
  expect((await employeeNow(client, ada)).status).toBe('active');
  expect((await eventsOf(client)).slice(before).map(({ topic }) => topic)).toEqual([
    'business-establishment.updated',
    'employee.updated',
    'employment.updated',
    'job-position.updated',
  ]);
});
