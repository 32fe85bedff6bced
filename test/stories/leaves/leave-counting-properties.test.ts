/** Counting compared with a simple model that checks every half-day of a period, for every unit of an account. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import type { Row } from '../../support/examples.ts';
import {
  arrangementOf,
  askLeave,
  calendarOf,
  type LeaveRow,
  leaveAccount,
  workingTime,
} from '../../support/leaves/leaves.ts';
import { type Company, hired, moved, newCompany } from '../../support/people/people.ts';
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
/** Around the end of a leap year. */
const firstDayMs = Date.UTC(2024, 11, 20);
const dayAt = (index: number): string => new Date(firstDayMs + index * msPerDay).toISOString().slice(0, 10);

const units = ['workingDays', 'workingHours', 'businessDays', 'calendarDays'] as const;

const cases = fc.record({
  unit: fc.constantFrom(...units),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  minutesPerDay: fc.integer({ min: 60, max: 720 }),
  /** Of the first position, of the next one, and of the account. */
  holidays: fc.tuple(...[1, 2, 3].map(() => fc.uniqueArray(fc.integer({ min: 0, max: 24 }), { maxLength: 6 }))),
  movesOn: fc.integer({ min: 1, max: 24 }),
  isArranged: fc.tuple(fc.boolean(), fc.boolean()),
  first: fc.integer({ min: 0, max: 12 }),
  length: fc.integer({ min: 0, max: 12 }),
  startsAtNoon: fc.boolean(),
  endsAtNoon: fc.boolean(),
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** The counted half-days, as `<day> <AM or PM>`. */
function halvesOf({ unit, weekdays, holidays, movesOn, isArranged, first, length, startsAtNoon, endsAtNoon }: Case) {
  const halves: string[] = [];
  for (let index = first; index <= first + length; index += 1) {
    const weekday = new Date(firstDayMs + index * msPerDay).getUTCDay() || 7;
    const stage = index < movesOn ? 0 : 1;
    const isHoliday = (isArranged[stage] ? holidays[stage] : holidays[2])?.includes(index);
    const isWorked = weekdays.includes(weekday) || (unit === 'businessDays' && weekday === 6);
    if (unit !== 'calendarDays' && (isHoliday || !isWorked)) continue;
    for (const half of ['AM', 'PM']) {
      if (index === first && startsAtNoon && half === 'AM') continue;
      if (index === first + length && endsAtNoon && half === 'PM') continue;
      halves.push(`${dayAt(index)} ${half}`);
    }
  }
  return halves;
}

const halvesShown = ({ days }: LeaveRow): string[] =>
  days.flatMap(({ date, range }) => {
    if (range === 'allDay') return [`${date} AM`, `${date} PM`];
    return [`${date} ${range === 'firstHalfDay' ? 'AM' : 'PM'}`];
  });

async function employeeOf({ holidays, movesOn, isArranged }: Case): Promise<Row> {
  const dated = (days: readonly number[] = []) => calendarOf(service, account, days.map(dayAt));
  const [before, after] = await Promise.all(
    [0, 1].map(async (stage) =>
      isArranged[stage]
        ? { workingTimeArrangement: await arrangementOf(service, account, await dated(holidays[stage])) }
        : {},
    ),
  );
  await workingTime(service, account, { calendar: await dated(holidays[2]) });
  const person = await hired(client, company, {}, {}, before);
  await moved(client, company, person.applicableEmployment as Row, dayAt(movesOn), after);
  return person;
}

test(
  'a leave counts the half-days that a naive model counts, and their lengths add up',
  async () => {
    const property = fc.asyncProperty(cases, async (one) => {
      const { unit, weekdays, minutesPerDay, first, length, startsAtNoon, endsAtNoon } = one;
      await workingTime(service, account, { weekdays, minutesPerDay });
      const person = await employeeOf(one);
      const { status, body } = await askLeave(
        client,
        person,
        await leaveAccount(client, { unit }),
        `${dayAt(first)}/${dayAt(first + length)}`,
        {
          startPosition: startsAtNoon ? 'secondHalfDay' : 'firstHalfDay',
          endPosition: endsAtNoon ? 'firstHalfDay' : 'secondHalfDay',
        },
      );
      const expected = halvesOf(one);
      if (expected.length === 0) {
        expect(status).toBe(400);
        return;
      }
      expect(status).toBe(201);
      expect(halvesShown(body)).toEqual(expected);
      const halfMs = unit === 'workingHours' ? minutesPerDay * 30_000 : msPerDay / 2;
      const unitMs = unit === 'workingHours' ? 3_600_000 : msPerDay;
      const total = Math.round((expected.length * halfMs * 1000) / unitMs) / 1000;
      expect(body.totalDuration).toMatchObject({ value: total, unit: unit === 'workingHours' ? 'hours' : 'days' });
    });
    await fc.assert(property, runsWithin(500, 60));
  },
  propertyMs,
);
