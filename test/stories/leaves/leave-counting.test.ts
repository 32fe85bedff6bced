/** How the days of a leave are counted: by unit, working week, calendar and length of a day. */
import { leaves } from '@muster/contract/resources/leaves.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import type { Body, Row } from '../../support/examples.ts';
import {
  arrangementOf,
  calendarOf,
  dayTexts,
  type LeaveRow,
  leaveAccount,
  leaveBody,
  leaveOf,
  workingTime,
} from '../../support/leaves/leaves.ts';
import { creationErrors } from '../../support/organization/organization.ts';
import { type Company, hired, moved, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

const units = ['workingDays', 'workingHours', 'businessDays', 'calendarDays'] as const;
type Unit = (typeof units)[number];

let service: SharedService;
let account: Account;
let client: TestClient;
let company: Company;
let accounts: Record<Unit, Row>;
/** A calendar with Ascension Day of 2025, and New Year's Days. */
let calendar: string;
let arrangement: { id: string };

const openAccounts = async (of: TestClient): Promise<Record<Unit, Row>> =>
  Object.fromEntries(await Promise.all(units.map(async (unit) => [unit, await leaveAccount(of, { unit })])));

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...company } = await newCompany(service));
  accounts = await openAccounts(client);
  calendar = await calendarOf(service, account, ['2025-05-29', '2025-01-01', '2026-01-01', '2025-11-01']);
  arrangement = await arrangementOf(service, account, calendar);
});

/** A person whose position uses the calendar. */
const somebody = (): Promise<Row> => hired(client, company, {}, {}, { workingTimeArrangement: arrangement });

const counted = async (unit: Unit, days: string, members: Body = {}): Promise<LeaveRow> =>
  leaveOf(client, await somebody(), accounts[unit], days, members);

const refused = async (unit: Unit, days: string, members: Body = {}): Promise<string[]> =>
  creationErrors(client, leaves, leaveBody(await somebody(), accounts[unit], days, members));

const secondHalf = { startPosition: 'secondHalfDay' };
const untilNoon = { endPosition: 'firstHalfDay' };

describe('from Wednesday noon to Monday noon over a public holiday and a weekend', () => {
  test.each([
    ['workingDays', ['05-28 secondHalfDay 0.5', '05-30 allDay 1', '06-02 firstHalfDay 0.5'], 2, 'P2D', 'days'],
    ['workingHours', ['05-28 secondHalfDay 3.5', '05-30 allDay 7', '06-02 firstHalfDay 3.5'], 14, 'PT14H', 'hours'],
    [
      'businessDays',
      ['05-28 secondHalfDay 0.5', '05-30 allDay 1', '05-31 allDay 1', '06-02 firstHalfDay 0.5'],
      3,
      'P3D',
      'days',
    ],
    [
      'calendarDays',
      [
        '05-28 secondHalfDay 0.5',
        '05-29 allDay 1',
        '05-30 allDay 1',
        '05-31 allDay 1',
        '06-01 allDay 1',
        '06-02 firstHalfDay 0.5',
      ],
      5,
      'P5D',
      'days',
    ],
  ] as const)('%s count %j', async (unit, days, value, iso, durationUnit) => {
    const leave = await counted(unit, '2025-05-28/2025-06-02', { ...secondHalf, ...untilNoon });
    expect(dayTexts(leave)).toEqual(days.map((day) => `2025-${day}`));
    expect(leave.totalDuration).toEqual({ iso, value, unit: durationUnit });
    expect(leave.days.map(({ duration }) => duration.unit)).toEqual(days.map(() => durationUnit));
  });
});

describe('half-days', () => {
  test.each([
    ['2025-03-03', {}, ['2025-03-03 allDay 1'], 'P1D'],
    ['2025-03-03', secondHalf, ['2025-03-03 secondHalfDay 0.5'], 'PT12H'],
    ['2025-03-03', untilNoon, ['2025-03-03 firstHalfDay 0.5'], 'PT12H'],
    [
      '2025-03-03/2025-03-04',
      { ...secondHalf, ...untilNoon },
      ['2025-03-03 secondHalfDay 0.5', '2025-03-04 firstHalfDay 0.5'],
      'P1D',
    ],
    // Halves of days that are not counted add nothing: Saturday noon to Monday noon.
    ['2025-03-01/2025-03-03', { ...secondHalf, ...untilNoon }, ['2025-03-03 firstHalfDay 0.5'], 'PT12H'],
    // Friday noon to Sunday noon.
    ['2025-03-07/2025-03-09', { ...secondHalf, ...untilNoon }, ['2025-03-07 secondHalfDay 0.5'], 'PT12H'],
  ])('%s %j is %j', async (days, members, texts, iso) => {
    const leave = await counted('workingDays', days, members);
    expect(dayTexts(leave)).toEqual(texts);
    expect(leave.totalDuration.iso).toBe(iso);
  });

  test('a single day does not end at noon and begin then', async () => {
    expect(await refused('workingDays', '2025-03-03', { ...secondHalf, ...untilNoon })).toEqual(['endPosition']);
  });

  test.each([
    ['workingDays', '2025-03-01/2025-03-02'],
    ['workingHours', '2025-03-01/2025-03-02'],
    ['businessDays', '2025-03-02'],
    ['workingDays', '2025-05-29'],
    ['businessDays', '2025-05-29'],
    // A public holiday on a Saturday.
    ['businessDays', '2025-11-01/2025-11-02'],
  ] as const)('%s refuse %s, where nothing counts', async (unit, days) => {
    expect(await refused(unit, days)).toEqual(['startsOn']);
  });
});

describe('the calendar', () => {
  test('over the end of a year, each year has its holidays', async () => {
    expect(dayTexts(await counted('workingDays', '2025-12-31/2026-01-02'))).toEqual([
      '2025-12-31 allDay 1',
      '2026-01-02 allDay 1',
    ]);
    expect((await counted('calendarDays', '2024-12-30/2025-01-03')).totalDuration.iso).toBe('P5D');
  });

  test('a leap day counts where there is one', async () => {
    expect(dayTexts(await counted('workingDays', '2024-02-28/2024-03-01'))).toEqual([
      '2024-02-28 allDay 1',
      '2024-02-29 allDay 1',
      '2024-03-01 allDay 1',
    ]);
    expect((await counted('calendarDays', '2025-02-28/2025-03-01')).days).toHaveLength(2);
    expect(await refused('calendarDays', '2025-02-29')).toEqual(['startsOn', 'endsOn']);
  });

  // Clocks change in the night to Sunday, and a week before or after on other continents.
  test.each([
    ['Europe/Paris', '2025-03-28/2025-03-31'],
    ['Europe/Paris', '2025-10-24/2025-10-27'],
    ['America/Sao_Paulo', '2025-10-31/2025-11-03'],
    ['Pacific/Apia', '2025-12-29/2026-01-02'],
    ['America/New_York', '2025-03-07/2025-03-10'],
  ])('days are days where clocks change: %s, %s', async (timezoneId, days) => {
    const { client, ...where } = await newCompany(service, { timezoneId });
    const own = await openAccounts(client);
    const dates = ({ days }: LeaveRow) => days.map(({ date }) => date);
    const [first = '', last = ''] = days.split('/');
    const everyDay = Array.from({ length: 5 }, (_, index) => new Date(Date.parse(first) + index * 86_400_000))
      .map((date) => date.toISOString().slice(0, 10))
      .filter((date) => date <= last);
    const person = await hired(client, where);
    const all = await leaveOf(client, person, own.calendarDays, days);
    expect(dates(all)).toEqual(everyDay);
    expect(new Set(all.days.map(({ duration }) => duration.iso))).toEqual(new Set(['P1D']));
    const hours = await leaveOf(client, await hired(client, where), own.workingHours, days);
    expect(dates(hours)).toEqual(everyDay.filter((date) => ![0, 6].includes(new Date(date).getUTCDay())));
    expect(hours.totalDuration.value).toBe(hours.days.length * 7);
  });

  test('a holiday on a weekend takes nothing from any other day', async () => {
    expect(dayTexts(await counted('businessDays', '2025-10-31/2025-11-03'))).toEqual([
      '2025-10-31 allDay 1',
      '2025-11-03 allDay 1',
    ]);
    expect((await counted('calendarDays', '2025-10-31/2025-11-03')).totalDuration.value).toBe(4);
  });

  test('is that of the position in force on the day', async () => {
    const other = await arrangementOf(service, account, await calendarOf(service, account, ['2025-06-09']));
    const person = await somebody();
    const employment = person.applicableEmployment as Row;
    // From June on another calendar, in which Whit Monday is off; Ascension Day belongs to the first.
    await moved(client, company, employment, '2025-06-01', { workingTimeArrangement: other });
    const leave = await leaveOf(client, person, accounts.workingDays, '2025-05-28/2025-06-10');
    expect(leave.days.map(({ date }) => date.slice(5))).toEqual([
      '05-28',
      '05-30',
      '06-02',
      '06-03',
      '06-04',
      '06-05',
      '06-06',
      '06-10',
    ]);
  });

  test('without an arrangement it is that of the account, and without that there are no holidays', async () => {
    const { account, client, ...where } = await newCompany(service);
    const own = await openAccounts(client);
    const ascension = '2025-05-29';
    const without = await leaveOf(client, await hired(client, where), own.workingDays, ascension);
    expect(without.days).toHaveLength(1);
    await workingTime(service, account, { calendar: await calendarOf(service, account, [ascension]) });
    const body = leaveBody(await hired(client, where), own.workingDays, ascension);
    expect(await creationErrors(client, leaves, body)).toEqual(['startsOn']);
    // The former leave keeps its count.
    const { body: kept } = await client.call('GET', `/svc-api/leaves/${without.id}`);
    expect(kept.days).toEqual(without.days);
  });
});

describe('another working time', () => {
  let client: TestClient;
  let where: Company;
  let own: Record<Unit, Row>;

  beforeAll(async () => {
    let account: Account;
    ({ account, client, ...where } = await newCompany(service));
    own = await openAccounts(client);
    // Sunday to Thursday, seven hours and twenty minutes.
    await workingTime(service, account, { weekdays: [7, 1, 2, 3, 4], minutesPerDay: 440 });
  });

  const week = async (unit: Unit, members: Body = {}) =>
    leaveOf(client, await hired(client, where), own[unit], '2025-03-06/2025-03-09', members);

  test('the working week is that of the account; Saturdays are business days wherever', async () => {
    expect(dayTexts(await week('workingDays'))).toEqual(['2025-03-06 allDay 1', '2025-03-09 allDay 1']);
    expect(dayTexts(await week('businessDays'))).toEqual([
      '2025-03-06 allDay 1',
      '2025-03-08 allDay 1',
      '2025-03-09 allDay 1',
    ]);
  });

  test('a day is as long as the account says, and half of it exactly half', async () => {
    const leave = await week('workingHours', { startPosition: 'secondHalfDay' });
    expect(leave.days.map(({ duration }) => duration)).toEqual([
      { iso: 'PT3H40M', value: 3.667, unit: 'hours' },
      { iso: 'PT7H20M', value: 7.333, unit: 'hours' },
    ]);
    expect(leave.totalDuration).toEqual({ iso: 'PT11H', value: 11, unit: 'hours' });
  });
});

describe('a long leave', () => {
  test('has at most 365 days that count', async () => {
    expect((await counted('calendarDays', '2024-03-01/2025-02-28')).days).toHaveLength(365);
    expect(await refused('calendarDays', '2024-03-01/2025-03-01')).toEqual(['endsOn']);
    expect((await counted('workingDays', '2024-03-01/2025-03-01')).days.length).toBeLessThan(365);
    expect(await refused('workingDays', '2024-03-01/9999-12-31')).toEqual(['endsOn']);
  });
});
