/** Counting by arrangements compared with a simple model, before and after a change of the arrangement and its calendar. */
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { createExample } from '../../support/examples.ts';
import { askLeave, type LeaveRow, leaveAccount, leaveNow, recountsDone } from '../../support/leaves/leaves.ts';
import { changed } from '../../support/organization/organization.ts';
import { at, type Company, hired, newCompany } from '../../support/people/people.ts';
import { propertyMs, runsWithin } from '../../support/properties.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let company: Company;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...company } = await newCompany(service));
});

const msPerDay = 86_400_000;
/** A Monday in two years: everything is still to come. */
const firstMs = Date.UTC(new Date().getUTCFullYear() + 2, 0, 1);
const mondayMs = firstMs + ((8 - new Date(firstMs).getUTCDay()) % 7) * msPerDay;
const dayAt = (index: number): string => new Date(mondayMs + index * msPerDay).toISOString().slice(0, 10);

const units = ['workingDays', 'workingHours', 'businessDays', 'calendarDays'] as const;

const week = (minLength: number) =>
  fc.uniqueArray(
    fc.record({
      weekday: fc.integer({ min: 1, max: 7 }),
      range: fc.constantFrom('allDay', 'firstHalfDay', 'secondHalfDay'),
      minutes: fc.option(fc.integer({ min: 1, max: 700 })),
    }),
    { selector: ({ weekday }) => weekday, minLength, maxLength: 7 },
  );

const arrangements = fc.record({
  weeks: fc.oneof(
    fc.constant([]),
    week(1).map((one) => [one]),
    fc.array(week(0), { minLength: 2, maxLength: 4 }),
  ),
  /** The day in the first week of a cycle. */
  startsOn: fc.integer({ min: -40, max: 40 }),
  minutesPerDay: fc.option(fc.integer({ min: 60, max: 720 })),
  holidays: fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 8 }),
});

const cases = fc.record({
  unit: fc.constantFrom(...units),
  before: arrangements,
  after: arrangements,
  first: fc.integer({ min: 0, max: 20 }),
  length: fc.integer({ min: 0, max: 20 }),
  startsAtNoon: fc.boolean(),
  endsAtNoon: fc.boolean(),
});

type Arrangement = typeof arrangements extends fc.Arbitrary<infer T> ? T : never;
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** Each counted half-day with its length in minutes, or in halves of days. */
function expectedHalves({ unit, first, length, startsAtNoon, endsAtNoon }: Case, arrangement: Arrangement) {
  const { weeks, startsOn, minutesPerDay, holidays } = arrangement;
  const halves: { text: string; size: number }[] = [];
  for (let index = first; index <= first + length; index += 1) {
    const weekday = (index % 7) + 1;
    const weeksPassed = Math.floor(index / 7) - Math.floor(startsOn / 7);
    const days = weeks[((weeksPassed % weeks.length) + weeks.length) % weeks.length];
    const day = days?.find((one) => one.weekday === weekday);
    for (const half of ['AM', 'PM']) {
      if (index === first && startsAtNoon && half === 'AM') continue;
      if (index === first + length && endsAtNoon && half === 'PM') continue;
      const inHalf = day && (day.range === 'allDay' || (day.range === 'firstHalfDay') === (half === 'AM'));
      const isWorked = weeks.length === 0 ? weekday <= 5 : inHalf;
      const isCounted = isWorked || (unit === 'businessDays' && weekday === 6);
      if (unit !== 'calendarDays' && (holidays.includes(index) || !isCounted)) continue;
      const whole = minutesPerDay ?? 420;
      const minutes = day?.range === 'allDay' ? (day.minutes ?? whole) / 2 : (day?.minutes ?? whole / 2);
      halves.push({ text: `${dayAt(index)} ${half}`, size: unit === 'workingHours' ? minutes / 60 : 0.5 });
    }
  }
  return halves;
}

function expectCount({ days, totalDuration }: LeaveRow, expected: ReturnType<typeof expectedHalves>): void {
  const shown = days.flatMap(({ date, range }) => {
    if (range === 'allDay') return [`${date} AM`, `${date} PM`];
    return [`${date} ${range === 'firstHalfDay' ? 'AM' : 'PM'}`];
  });
  expect(shown).toEqual(expected.map(({ text }) => text));
  expect(totalDuration.value).toBeCloseTo(
    expected.reduce((sum, { size }) => sum + size, 0),
    2,
  );
}

const bodyOf = ({ weeks, startsOn, minutesPerDay }: Arrangement) => ({
  workingWeek: weeks.length === 1 ? weeks[0] : null,
  cycle: weeks.length > 1 ? { startsOn: dayAt(startsOn), weeks } : null,
  minutesPerDay,
});
const daysOf = ({ holidays }: Arrangement) => ({
  days: holidays.map((index) => ({ date: dayAt(index), name: 'Holiday' })),
});

test(
  'a leave counts the half-days that a naive model counts, also after a change of the arrangement and the calendar',
  async () => {
    const property = fc.asyncProperty(cases, async (one) => {
      const calendar = await createExample(client, publicHolidaysCalendars, daysOf(one.before));
      const arrangement = await createExample(client, workingTimeArrangements, {
        publicHolidaysCalendar: at(calendar),
        ...bodyOf(one.before),
      });
      const person = await hired(client, company, {}, {}, { workingTimeArrangement: at(arrangement) });
      const { status, body } = await askLeave(
        client,
        person,
        await leaveAccount(client, { unit: one.unit }),
        `${dayAt(one.first)}/${dayAt(one.first + one.length)}`,
        {
          startPosition: one.startsAtNoon ? 'secondHalfDay' : 'firstHalfDay',
          endPosition: one.endsAtNoon ? 'firstHalfDay' : 'secondHalfDay',
        },
      );
      const before = expectedHalves(one, one.before);
      if (before.length === 0) {
        expect(status).toBe(400);
        return;
      }
      expect(status).toBe(201);
      expectCount(body, before);
      await changed(client, publicHolidaysCalendars, calendar, daysOf(one.after));
      await changed(client, workingTimeArrangements, arrangement, bodyOf(one.after));
      await recountsDone(service, account);
      const after = expectedHalves(one, one.after);
      // The calendar and the arrangement change one after the other: what counts nothing stays as it was in between.
      if (after.length > 0) expectCount(await leaveNow(client, body), after);
    });
    await fc.assert(property, runsWithin(500, 40));
  },
  propertyMs,
);
