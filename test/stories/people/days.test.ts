/** Days begin at local midnight where people work: only then do they become active, move, and leave. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSettings } from '../../support/account-settings.ts';
import { createExample, pathOf, type Row } from '../../support/examples.ts';
import { inFull, oneIn } from '../../support/form.ts';
import { changed, changeErrors, establishment, found } from '../../support/organization/organization.ts';
import {
  companyIn,
  justBefore,
  setAccountTimezone,
  statusOf,
  type TimedService,
  timedService,
} from '../../support/people/days.ts';
import { at, employeeNow, employmentsOf, hired, moved, positionsOf, rehired } from '../../support/people/people.ts';

let timed: TimedService;

beforeAll(async () => {
  timed = await timedService();
});
afterAll(() => timed.service.stop());

const clocks: [string, string, string, string][] = [
  ['Pacific/Auckland', '2025-07-10', '2025-07-09T12:00:00Z', '2025-07-10T12:00:00Z'],
  ['America/Los_Angeles', '2025-07-10', '2025-07-10T07:00:00Z', '2025-07-11T07:00:00Z'],
  ['Asia/Kathmandu', '2025-07-10', '2025-07-09T18:15:00Z', '2025-07-10T18:15:00Z'],
  // Clocks go forward: a day of 23 hours.
  ['Europe/Paris', '2025-03-30', '2025-03-29T23:00:00Z', '2025-03-30T22:00:00Z'],
  // Clocks go back: a day of 25 hours.
  ['America/New_York', '2025-11-02', '2025-11-02T04:00:00Z', '2025-11-03T05:00:00Z'],
  // Clocks go forward at midnight, which this day does not have.
  ['America/Santiago', '2025-09-07', '2025-09-07T04:00:00Z', '2025-09-08T03:00:00Z'],
];

test.each(oneIn(2, clocks, 1))(
  'in %s a person of one day is active from the first moment of it to the last',
  async (zone, date, begins, ends) => {
    const { client, company } = await companyIn(timed, zone, '2025-01-10T00:00:00Z');
    const ada = await hired(client, company, {}, { start: { date }, end: { date } });
    for (const [moment, status] of [
      [justBefore(begins), 'upcoming'],
      [begins, 'active'],
      [justBefore(ends), 'active'],
      [ends, 'deactivated'],
    ] as const) {
      timed.clock.set(moment);
      expect(await statusOf(client, ada)).toBe(status);
    }
  },
);

inFull('an establishment without a timezone keeps the days of the account, else those of UTC', async () => {
  const start = { date: '2025-02-10' };
  const plain = await companyIn(timed, null, '2025-01-10T00:00:00Z');
  const ada = await hired(plain.client, plain.company, {}, { start });
  const set = await companyIn(timed, null, '2025-01-10T00:00:00Z');
  await setAccountTimezone(timed.service, set.account.id, 'Asia/Tokyo');
  const bea = await hired(set.client, set.company, {}, { start });
  const days: [string, string, string][] = [
    ['2025-02-09T15:00:00Z', 'upcoming', 'active'],
    ['2025-02-10T00:00:00Z', 'active', 'active'],
  ];
  timed.clock.set(justBefore('2025-02-09T15:00:00Z'));
  expect([await statusOf(plain.client, ada), await statusOf(set.client, bea)]).toEqual(['upcoming', 'upcoming']);
  for (const [moment, inUtc, inTokyo] of days) {
    timed.clock.set(moment);
    expect([await statusOf(plain.client, ada), await statusOf(set.client, bea)]).toEqual([inUtc, inTokyo]);
  }
});

test('a hiring that names no day starts today, by the days of the account where the establishment has no timezone', async () => {
  const { client, account, company } = await companyIn(timed, null, '2025-02-09T15:00:00Z');
  await setAccountTimezone(timed.service, account.id, 'Asia/Tokyo');
  const ada = await hired(client, company, {}, { start: undefined });
  expect((await employmentsOf(client, ada))[0]).toMatchObject({ start: { date: '2025-02-10' }, status: 'active' });
});

test.each([
  ['Pacific/Honolulu', '2025-05-01T09:59:00Z', '2025-04-30'],
  ['Pacific/Kiritimati', '2025-05-01T10:01:00Z', '2025-05-02'],
  ['Europe/Paris', '2025-05-01T10:01:00Z', '2025-05-01'],
])('a hiring in %s that names no day starts today there, and is active at once', async (zone, now, date) => {
  const { client, account, company } = await companyIn(timed, zone, now);
  await setAccountTimezone(timed.service, account.id, 'Europe/Paris');
  const ada = await hired(client, company, {}, { start: undefined });
  expect([ada.status, (await employmentsOf(client, ada))[0]?.start]).toEqual(['active', { date }]);
  const { department, template, place } = company;
  await setSettings(timed.service, account, {
    timezoneId: 'Europe/Paris',
    template,
    businessEstablishment: place,
    department,
  });
  const { body: bea } = await client.call('POST', pathOf(employees), { body: { givenName: 'Bea', familyName: 'Day' } });
  expect([bea.status, (await employmentsOf(client, bea))[0]?.start]).toEqual(['active', { date }]);
});

test('what applies to a person changes when the day comes: the next position, then the next employment', async () => {
  const { client, company } = await companyIn(timed, 'Europe/Paris', '2025-05-01T12:00:00Z');
  const ada = await hired(client, company, {}, { start: { date: '2025-05-10' }, end: { date: '2025-05-31' } });
  const [first] = (await employmentsOf(client, ada)) as [Row];
  const department = await createExample(client, departments);
  await moved(client, company, first, '2025-05-20', { department: at(department) });
  const second = await rehired(client, company, ada, { start: { date: '2025-07-01' } });
  const [one, two, three] = (await positionsOf(client, ada)) as [Row, Row, Row];
  const seen = async () => {
    const { status, applicableEmployment, applicableJobPosition } = await employeeNow(client, ada);
    const ids = [applicableEmployment, applicableJobPosition].map((reference) => (reference as Row).id);
    const inDepartment = await found(client, employees, `applicableJobPosition.department.id=${department.id}`);
    return [status, ...ids, inDepartment.length];
  };
  const days: [string, [string, string, string, number]][] = [
    ['2025-05-09T21:59:59.999Z', ['upcoming', first.id, one.id, 0]],
    ['2025-05-09T22:00:00Z', ['active', first.id, one.id, 0]],
    ['2025-05-19T21:59:59.999Z', ['active', first.id, one.id, 0]],
    ['2025-05-19T22:00:00Z', ['active', first.id, two.id, 1]],
    ['2025-05-31T21:59:59.999Z', ['active', first.id, two.id, 1]],
    ['2025-05-31T22:00:00Z', ['upcoming', second.id, three.id, 0]],
    ['2025-06-30T22:00:00Z', ['active', second.id, three.id, 0]],
  ];
  for (const [moment, expected] of days) {
    timed.clock.set(moment);
    expect([moment, await seen()]).toEqual([moment, expected]);
  }
  const statuses = (await positionsOf(client, ada)).map(({ status }) => status);
  expect(statuses).toEqual(['deactivated', 'deactivated', 'active']);
});

test('an employment starts by the days of its first establishment and ends by those of its last', async () => {
  const { client, company } = await companyIn(timed, 'Pacific/Auckland', '2025-06-01T00:00:00Z');
  const west = await establishment(client, company.owner, { timezoneId: 'America/Los_Angeles' });
  const ada = await hired(client, company, {}, { start: { date: '2025-06-10' }, end: { date: '2025-06-20' } });
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  await moved(client, company, employment, '2025-06-15', { businessEstablishment: at(west) });
  const seen = async () => [
    (await employeeNow(client, ada)).status,
    (await employmentsOf(client, ada))[0]?.status,
    ...(await positionsOf(client, ada)).map(({ status }) => status),
  ];
  const days: [string, [string, string, string, string]][] = [
    ['2025-06-09T11:59:59Z', ['upcoming', 'upcoming', 'upcoming', 'upcoming']],
    ['2025-06-09T12:00:00Z', ['active', 'active', 'active', 'upcoming']],
    // The fifteenth has begun in the east, but not yet in the west.
    ['2025-06-14T12:00:00Z', ['active', 'active', 'deactivated', 'upcoming']],
    ['2025-06-15T07:00:00Z', ['active', 'active', 'deactivated', 'active']],
    ['2025-06-20T12:00:00Z', ['active', 'active', 'deactivated', 'active']],
    ['2025-06-21T07:00:00Z', ['deactivated', 'deactivated', 'deactivated', 'deactivated']],
  ];
  for (const [moment, expected] of days) {
    timed.clock.set(moment);
    expect([moment, await seen()]).toEqual([moment, expected]);
  }
});

test('somebody who moves to another establishment passes from one limited client to the other on the day', async () => {
  const { client, account, company } = await companyIn(timed, 'Europe/Paris', '2025-05-01T12:00:00Z');
  const east = await establishment(client, company.owner, { timezoneId: 'Asia/Tokyo' });
  const ada = await hired(client, company, {}, { start: { date: '2025-01-01' } });
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  await moved(client, company, employment, '2025-05-20', { businessEstablishment: at(east) });
  const limits = await Promise.all(
    [company.place, east].map(({ id }) => timed.service.client(account, { establishments: [id] })),
  );
  const whoSees = async () =>
    Promise.all(
      limits.map(async (first) => {
        const limited = await timed.service.renewed(first);
        const { status } = await limited.call('GET', pathOf(employees, ada.id));
        const { body } = await limited.call('GET', `${pathOf(employees)}?limit=0&include=totalCount`);
        const belongings = await Promise.all([
          found(limited, employments, `employee.id=${ada.id}`),
          found(limited, jobPositions, ''),
        ]);
        return [status, body.totalCount, ...belongings.map(({ length }) => length)];
      }),
    );
  const [sees, seesNot] = [
    [200, 1, 1, 2],
    [404, 0, 0, 0],
  ];
  timed.clock.set(justBefore('2025-05-19T15:00:00Z'));
  expect(await whoSees()).toEqual([sees, seesNot]);
  timed.clock.set('2025-05-19T15:00:00Z');
  expect(await whoSees()).toEqual([seesNot, sees]);
});

inFull('another timezone of an establishment makes other days for everybody there', async () => {
  const { client, account, company } = await companyIn(timed, 'America/Los_Angeles', '2025-05-01T12:00:00Z');
  const ada = await hired(client, company, {}, { start: { date: '2025-05-10' }, end: { date: '2025-05-20' } });
  timed.clock.set('2025-05-09T20:00:00Z');
  expect(await statusOf(client, ada)).toBe('upcoming');
  await changed(client, businessEstablishments, company.place, { timezoneId: 'Asia/Tokyo' });
  expect(await statusOf(client, ada)).toBe('active');
  await changed(client, businessEstablishments, company.place, { timezoneId: null });
  expect(await statusOf(client, ada)).toBe('upcoming');
  await setAccountTimezone(timed.service, account.id, 'Asia/Tokyo');
  await changed(client, businessEstablishments, company.place, { timezoneId: 'America/Los_Angeles' });
  timed.clock.set(justBefore('2025-05-20T15:00:00Z'));
  expect(await statusOf(client, ada)).toBe('active');
  await changed(client, businessEstablishments, company.place, { timezoneId: null });
  expect(await statusOf(client, ada)).toBe('active');
  timed.clock.set('2025-05-20T15:00:00Z');
  expect(await statusOf(client, ada)).toBe('deactivated');
});

test('an establishment and a department can be archived from the day on which nobody is there any more', async () => {
  const { client, company } = await companyIn(timed, 'Europe/Paris', '2025-05-01T12:00:00Z');
  await hired(client, company, {}, { start: { date: '2025-01-01' }, end: { date: '2025-05-20' } });
  const things = [
    [departments, company.department],
    [businessEstablishments, company.place],
  ] as const;
  for (const [resource, row] of things) {
    timed.clock.set(justBefore('2025-05-20T22:00:00Z'));
    expect(await changeErrors(client, resource, row, { isArchived: true })).toEqual(['isArchived']);
  }
  timed.clock.set('2025-05-20T22:00:00Z');
  for (const [resource, row] of things) await changed(client, resource, row, { isArchived: true });
});

test('a version that was read before a day began is not current afterwards', async () => {
  const { client, company } = await companyIn(timed, 'Europe/Paris', '2025-05-01T12:00:00Z');
  const ada = await hired(client, company, {}, { start: { date: '2025-05-20' } });
  const path = pathOf(employees, ada.id);
  const etag = (await client.call('GET', path)).headers.get('etag') as string;
  timed.clock.set(justBefore('2025-05-19T22:00:00Z'));
  expect((await client.call('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  timed.clock.set('2025-05-19T22:00:00Z');
  expect((await client.call('GET', path, { headers: { 'if-none-match': etag } })).body.status).toBe('active');
  const body = { givenName: 'Grace' };
  expect((await client.call('PATCH', path, { headers: { 'if-match': etag }, body })).status).toBe(412);
});
