/** Working-time arrangements and calendars of public holidays: what they say, what is refused, and how leaves count by it. */
import { leaves } from '@muster/contract/resources/leaves.ts';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { type Body, createExample, type Row } from '../../support/examples.ts';
import { dayTexts, leaveAccount, leaveBody, leaveOf, stepsOf, workingTime } from '../../support/leaves/leaves.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  removalErrors,
  removalStatus,
} from '../../support/organization/organization.ts';
import { at, type Company, hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let company: Company;
let calendar: Row;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...company } = await newCompany(service));
  const days = [{ date: '2025-05-29', name: 'Ascension Day' }];
  calendar = await createExample(client, publicHolidaysCalendars, { days });
});

const arrangement = (members: Body): Promise<Row> =>
  createExample(client, workingTimeArrangements, {
    publicHolidaysCalendar: at(calendar),
    workingWeek: null,
    ...members,
  });

const allDay = (weekday: number) => ({ weekday, range: 'allDay', minutes: null });
const mornings = (weekday: number) => ({ weekday, range: 'firstHalfDay', minutes: null });

describe('an arrangement', () => {
  test('has its days in the order of the week, with every member', async () => {
    const week = [{ weekday: 5, range: 'firstHalfDay', minutes: 240 }, { weekday: 1 }];
    const made = await arrangement({ workingWeek: week, minutesPerDay: 450 });
    expect(made).toMatchObject({
      workingWeek: [allDay(1), { weekday: 5, range: 'firstHalfDay', minutes: 240 }],
      cycle: null,
      minutesPerDay: 450,
      isArchived: false,
    });
    // Another order is no change.
    expect(
      await stepsOf(service, client, () => changed(client, workingTimeArrangements, made, { workingWeek: week })),
    ).toEqual([]);
    const cycle = { startsOn: '2025-01-06', weeks: [[{ weekday: 1 }], []] };
    const toShifts = () => changed(client, workingTimeArrangements, made, { workingWeek: null, cycle });
    const { workingWeek } = made;
    expect(await stepsOf(service, client, toShifts)).toEqual([
      ['working-time-arrangement.updated', { workingWeek, cycle: null }],
    ]);
  });

  test.each<[string, Body, string[]]>([
    ['a day twice', { workingWeek: [{ weekday: 1 }, { weekday: 1 }] }, ['workingWeek.1.weekday']],
    ['no day', { workingWeek: [] }, ['workingWeek']],
    ['an eighth day', { workingWeek: [{ weekday: 8 }] }, ['workingWeek.0.weekday']],
    ['a day of no time', { workingWeek: [{ weekday: 1, minutes: 0 }] }, ['workingWeek.0.minutes']],
    ['a day of more than a day', { minutesPerDay: 1441 }, ['minutesPerDay']],
    ['a cycle of one week', { cycle: { startsOn: '2025-01-06', weeks: [[]] } }, ['cycle.weeks']],
    ['a cycle from no day', { cycle: { startsOn: 'monday', weeks: [[{ weekday: 1 }], []] } }, ['cycle.startsOn']],
    [
      'a week and a cycle',
      { workingWeek: [{ weekday: 1 }], cycle: { startsOn: '2025-01-06', weeks: [[{ weekday: 1 }], []] } },
      ['cycle'],
    ],
    ['a blank name', { name: ' ' }, ['name']],
    ['no such calendar', { publicHolidaysCalendar: { id: '999999' } }, ['publicHolidaysCalendar']],
    [
      'several of these',
      { publicHolidaysCalendar: { id: '999999' }, workingWeek: [{ weekday: 1 }, { weekday: 1 }], minutesPerDay: 1 },
      ['minutesPerDay', 'publicHolidaysCalendar', 'workingWeek.1.weekday'],
    ],
  ])('with %s is refused', async (_, members, keys) => {
    const body = { name: 'Days', publicHolidaysCalendar: at(calendar), ...members };
    expect((await creationErrors(client, workingTimeArrangements, body)).toSorted()).toEqual(keys);
    const made = await arrangement({});
    expect((await changeErrors(client, workingTimeArrangements, made, members)).toSorted()).toEqual(keys);
  });

  test('that a position refers to is archived, not deleted', async () => {
    const used = await arrangement({});
    await hired(client, company, {}, {}, { workingTimeArrangement: at(used) });
    expect(await removalErrors(client, workingTimeArrangements, used)).toEqual(['id']);
    await changed(client, workingTimeArrangements, used, { isArchived: true });
    expect(await removalStatus(client, workingTimeArrangements, await arrangement({}))).toBe(204);
  });
});

describe('a calendar', () => {
  const days = (...dates: string[]) => dates.map((date) => ({ date, name: `Holiday ${date}` }));

  test('has its days in order, each date once', async () => {
    const made = await createExample(client, publicHolidaysCalendars, { days: days('2026-05-01', '2025-05-01') });
    expect(made.days).toEqual(days('2025-05-01', '2026-05-01'));
    const reversed = () => changed(client, publicHolidaysCalendars, made, { days: days('2026-05-01', '2025-05-01') });
    expect(await stepsOf(service, client, reversed)).toEqual([]);
    const fewer = () => changed(client, publicHolidaysCalendars, made, { days: days('2026-05-01') });
    expect(await stepsOf(service, client, fewer)).toEqual([['public-holidays-calendar.updated', { days: made.days }]]);
    for (const [wrong, keys] of [
      [days('2026-05-01', '2026-05-01'), ['days.1.date']],
      [days('2026-02-29'), ['days.0.date']],
      [[{ date: '2026-05-01', name: ' ' }], ['days.0.name']],
      [Array.from({ length: 1001 }, () => days('2026-05-01')[0]), ['days']],
    ] as const) {
      expect(await changeErrors(client, publicHolidaysCalendars, made, { days: wrong })).toEqual(keys);
      expect(await creationErrors(client, publicHolidaysCalendars, { name: 'Wrong', days: wrong })).toEqual(keys);
    }
  });

  test('that an arrangement or the account uses is not deleted', async () => {
    const used = await createExample(client, publicHolidaysCalendars);
    const one = await createExample(client, workingTimeArrangements, { publicHolidaysCalendar: at(used) });
    expect(await removalErrors(client, publicHolidaysCalendars, used)).toEqual(['id']);
    expect(await removalStatus(client, workingTimeArrangements, one)).toBe(204);
    await workingTime(service, account, { calendar: used.id });
    expect(await removalErrors(client, publicHolidaysCalendars, used)).toEqual(['id']);
    await workingTime(service, account, { calendar: null });
    expect(await removalStatus(client, publicHolidaysCalendars, used)).toBe(204);
  });
});

describe('a leave counts by the arrangement of the position', () => {
  const units = ['workingDays', 'workingHours', 'businessDays', 'calendarDays'] as const;
  const accounts: Partial<Record<(typeof units)[number], Row>> = {};

  beforeAll(async () => {
    for (const unit of units) accounts[unit] = await leaveAccount(client, { unit });
  });

  /** What a leave of a person with this arrangement counts: `05-28 allDay 1`. */
  async function counted(unit: (typeof units)[number], members: Body, days: string, more: Body = {}) {
    const position = { workingTimeArrangement: at(await arrangement(members)) };
    const leave = await leaveOf(
      client,
      await hired(client, company, {}, {}, position),
      accounts[unit] as Row,
      days,
      more,
    );
    return dayTexts(leave).map((text) => text.slice(5));
  }

  // Monday, Tuesday, and Thursday until noon.
  const partTime = { workingWeek: [allDay(1), allDay(2), mornings(4)], minutesPerDay: 480 };

  test.each([
    ['workingDays', ['03-03 allDay 1', '03-04 allDay 1', '03-06 firstHalfDay 0.5']],
    ['workingHours', ['03-03 allDay 8', '03-04 allDay 8', '03-06 firstHalfDay 4']],
    ['businessDays', ['03-03 allDay 1', '03-04 allDay 1', '03-06 firstHalfDay 0.5', '03-08 allDay 1']],
  ] as const)('in part time, in %s', async (unit, days) => {
    expect(await counted(unit, partTime, '2025-03-03/2025-03-09')).toEqual(days);
  });

  test('only worked halves of the first and the last day', async () => {
    const halves = { startPosition: 'secondHalfDay', endPosition: 'firstHalfDay' };
    expect(await counted('workingDays', partTime, '2025-03-03/2025-03-06', halves)).toEqual([
      '03-03 secondHalfDay 0.5',
      '03-04 allDay 1',
      '03-06 firstHalfDay 0.5',
    ]);
    const person = await hired(client, company, {}, {}, { workingTimeArrangement: at(await arrangement(partTime)) });
    const afternoon = { startPosition: 'secondHalfDay' };
    const body = leaveBody(person, accounts.workingDays as Row, '2025-03-06', afternoon);
    expect(await creationErrors(client, leaves, body)).toEqual(['startsOn']);
  });

  test('in shifts: the weeks of the cycle in turn, also before it begins, without public holidays', async () => {
    const weeks = [[allDay(1), allDay(2)], [{ ...allDay(6), minutes: 600 }], []];
    const cycle = { startsOn: '2025-05-21', weeks };
    // 19 May begins the first week, and 5 May the second before it.
    expect(await counted('workingHours', { cycle }, '2025-05-05/2025-06-15')).toEqual([
      '05-10 allDay 10',
      '05-19 allDay 7',
      '05-20 allDay 7',
      '05-31 allDay 10',
      '06-09 allDay 7',
      '06-10 allDay 7',
    ]);
    // Ascension Day is a Thursday.
    expect(await counted('workingDays', { workingWeek: [allDay(4), allDay(5)] }, '2025-05-26/2025-06-01')).toEqual([
      '05-30 allDay 1',
    ]);
  });

  test('a total is laid by the hours of each day, and half-days of older systems are as long as they are worked', async () => {
    const week = [{ ...allDay(1), minutes: 600 }, { ...mornings(2), minutes: 200 }, allDay(3)];
    const position = { workingTimeArrangement: at(await arrangement({ workingWeek: week, minutesPerDay: 360 })) };
    const days = '2025-03-03/2025-03-05';
    const person = await hired(client, company, {}, {}, position);
    const total = { totalDuration: { value: 14, unit: 'hours' } };
    const leave = await leaveOf(client, person, accounts.workingHours as Row, days, total);
    expect(leave.days.map(({ date, duration }) => `${date.slice(8)} ${duration.iso}`)).toEqual([
      '03 PT10H',
      '04 PT3H20M',
      '05 PT40M',
    ]);
    const minutes = async (of: Row) => {
      const rows = await service.database.session(account.id).run<{ text: string }>(halfDays, [of.id]);
      return rows.map(({ text }) => text);
    };
    expect(await minutes(leave)).toEqual(['03 AM 300', '03 PM 300', '04 AM 200', '05 AM 40']);
    const other = await hired(client, company, {}, {}, position);
    const calendarDays = await leaveOf(client, other, accounts.calendarDays as Row, '2025-03-04/2025-03-06');
    expect(await minutes(calendarDays)).toEqual([
      ...['04 AM 200', '04 PM 180', '05 AM 180', '05 PM 180', '06 AM 180', '06 PM 180'],
    ]);
  });
});

const halfDays = statement(`
select to_char(day, 'DD') || case when is_afternoon then ' PM ' else ' AM ' end || minutes as text
from leave_half_days where account_id = $1 and leave_period_id = $2 order by day, is_afternoon`);
