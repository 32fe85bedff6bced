/** Leaves are counted again when a calendar, an arrangement or the working time of the account changes: which of them, with which events, and in batches. */
import { leaves } from '@muster/contract/resources/leaves.ts';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { recountBatch } from '../../../server/leaves/recounts.ts';
import { todayIn } from '../../../server/people/calendar.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { type Body, createExample, pathOf, type Row } from '../../support/examples.ts';
import {
  approve,
  cancel,
  type LeaveRow,
  leaveAccount,
  leaveNow,
  leaveOf,
  recountsDone,
  requestOf,
  stepsOf,
  workingTime,
} from '../../support/leaves/leaves.ts';
import { changed, establishment } from '../../support/organization/organization.ts';
import { at, type Company, hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let company: Company;
let days: Row;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...company } = await newCompany(service));
  days = await leaveAccount(client, { unit: 'workingDays' });
});

const year = new Date().getUTCFullYear() + 1;
/** The first Monday of May next year: a week that is still to come. */
const monday = Array.from({ length: 7 }, (_, index) => `${year}-05-0${index + 1}`).find(
  (date) => new Date(date).getUTCDay() === 1,
) as string;
const dayAfter = (date: string, count: number) =>
  new Date(Date.parse(date) + count * 86_400_000).toISOString().slice(0, 10);
const [tuesday, friday] = [dayAfter(monday, 1), dayAfter(monday, 4)];
const week = `${monday}/${friday}`;
const past = '2025-03-03/2025-03-07';

async function arranged(members: Body = {}) {
  const calendar = await createExample(client, publicHolidaysCalendars);
  const arrangement = await createExample(client, workingTimeArrangements, {
    publicHolidaysCalendar: at(calendar),
    workingWeek: null,
    ...members,
  });
  const somebody = () => hired(client, company, {}, {}, { workingTimeArrangement: at(arrangement) });
  return { calendar, arrangement, somebody };
}

const holiday = (date: string) => ({ days: [{ date, name: 'Holiday' }] });
const datesOf = ({ days }: LeaveRow) => days.map(({ date }) => date);
const preview = async (
  resource: typeof publicHolidaysCalendars | typeof workingTimeArrangements,
  { id }: Row,
  body: Body,
) => (await client.call('PATCH', `${pathOf(resource, id)}?dryRun=true`, { body })).body;

const steps = (act: () => Promise<unknown>) =>
  stepsOf(service, client, async () => {
    await act();
    await recountsDone(service, account);
  });

test('a new public holiday counts open and future leaves again, each with its event, and leaves the others alone', async () => {
  const { calendar, somebody } = await arranged();
  const open = await leaveOf(client, await somebody(), days, week);
  const future = await leaveOf(client, await somebody(), days, week, { status: 'confirmed' });
  const openPast = await leaveOf(client, await somebody(), days, past);
  const confirmedPast = await leaveOf(client, await somebody(), days, past, { status: 'confirmed' });
  const cancelled = await leaveOf(client, await somebody(), days, week);
  await cancel(client, cancelled);
  const elsewhere = await leaveOf(client, await hired(client, company), days, week);
  const both = {
    days: [...holiday('2025-03-04').days, ...holiday(tuesday).days],
  };
  expect(await preview(publicHolidaysCalendars, calendar, both)).toEqual({
    type: 'public-holidays-calendar',
    changedLeavesCount: 3,
    keptLeavesCount: 0,
    isComplete: true,
  });
  expect((await client.call('GET', pathOf(publicHolidaysCalendars, calendar.id))).body.days).toEqual([]);
  const former = ({ days, totalDuration }: LeaveRow) => ['leave.updated', { days, totalDuration }];
  expect(await steps(() => changed(client, publicHolidaysCalendars, calendar, both))).toEqual([
    ['public-holidays-calendar.updated', { days: [] }],
    former(open),
    former(future),
    former(openPast),
  ]);
  for (const leave of [open, future]) {
    const now = await leaveNow(client, leave);
    expect(datesOf(now)).toEqual(datesOf(leave).filter((date) => date !== tuesday));
    expect(now.totalDuration).toEqual({ iso: 'P4D', value: 4, unit: 'days' });
  }
  for (const leave of [confirmedPast, elsewhere]) expect(await leaveNow(client, leave)).toEqual(leave);
  expect(datesOf(await leaveNow(client, cancelled))).toEqual(datesOf(cancelled));
  // What changes nothing counts nothing.
  expect(await steps(() => changed(client, publicHolidaysCalendars, calendar, both))).toEqual([]);
  expect(await steps(() => changed(client, publicHolidaysCalendars, calendar, { name: 'Other' }))).toHaveLength(1);
});

// The dates of these two time zones are never equal.
test('a confirmed leave that begins today is still to come where the day has not begun', async () => {
  const { calendar, arrangement } = await arranged({
    workingWeek: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday })),
  });
  const today = todayIn('Pacific/Kiritimati', service.now());
  const leaveIn = async (timezoneId: string) => {
    const place = await establishment(client, company.owner, { timezoneId });
    const person = await hired(client, { ...company, place }, {}, {}, { workingTimeArrangement: at(arrangement) });
    return leaveOf(client, person, days, `${today}/${dayAfter(today, 1)}`, { status: 'confirmed' });
  };
  const [begun, future] = [await leaveIn('Pacific/Kiritimati'), await leaveIn('Etc/GMT+12')];
  const change = holiday(dayAfter(today, 1));
  expect(await preview(publicHolidaysCalendars, calendar, change)).toMatchObject({ changedLeavesCount: 1 });
  await changed(client, publicHolidaysCalendars, calendar, change);
  await recountsDone(service, account);
  expect(await leaveNow(client, begun)).toEqual(begun);
  expect(datesOf(await leaveNow(client, future))).toEqual([today]);
});

describe('a change of an arrangement', () => {
  test('counts by the new days and hours, also the half-days of older systems', async () => {
    const { arrangement, somebody } = await arranged();
    const hours = await leaveAccount(client, { unit: 'workingHours' });
    const inDays = await leaveOf(client, await somebody(), days, week);
    const inHours = await leaveOf(client, await somebody(), hours, week);
    const total = { totalDuration: { value: 31, unit: 'hours' } };
    const stated = await leaveOf(client, await somebody(), hours, week, total);
    const longer = { minutesPerDay: 480 };
    expect(await preview(workingTimeArrangements, arrangement, longer)).toMatchObject({
      changedLeavesCount: 1,
      keptLeavesCount: 1,
    });
    await changed(client, workingTimeArrangements, arrangement, longer);
    await recountsDone(service, account);
    expect(await leaveNow(client, inDays)).toEqual(inDays);
    expect((await leaveNow(client, inHours)).totalDuration.value).toBe(40);
    // A total that was stated does not reach the last day any more.
    expect(await leaveNow(client, stated)).toEqual(stated);
    expect(await minutesOf(inDays)).toEqual(Array(10).fill(240));

    const mornings = { workingWeek: [{ weekday: 1, range: 'firstHalfDay' }, { weekday: 2 }] };
    await changed(client, workingTimeArrangements, arrangement, mornings);
    await recountsDone(service, account);
    expect((await leaveNow(client, inDays)).days.map(({ date, range }) => `${date} ${range}`)).toEqual([
      `${monday} firstHalfDay`,
      `${tuesday} allDay`,
    ]);
    expect(await minutesOf(inDays)).toEqual([240, 240, 240]);
    expect((await leaveNow(client, inHours)).totalDuration.value).toBe(12);
  });

  test('leaves a leave as it is in which no day would count any more', async () => {
    const { arrangement, somebody } = await arranged();
    const leave = await leaveOf(client, await somebody(), days, tuesday);
    const fridays = { workingWeek: [{ weekday: 5 }] };
    expect(await preview(workingTimeArrangements, arrangement, fridays)).toMatchObject({
      changedLeavesCount: 0,
      keptLeavesCount: 1,
    });
    await changed(client, workingTimeArrangements, arrangement, fridays);
    await recountsDone(service, account);
    expect(await leaveNow(client, leave)).toEqual(leave);
    await approve(client, await requestOf(client, leave));
    expect((await leaveNow(client, leave)).status).toBe('confirmed');
  });

  test('is checked by a preview as by a change', async () => {
    const { arrangement } = await arranged();
    const path = pathOf(workingTimeArrangements, arrangement.id);
    const wrong = await client.call('PATCH', `${path}?dryRun=true`, { body: { minutesPerDay: 1 } });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['minutesPerDay']]);
    expect((await client.call('PATCH', `${path}?dryRun=maybe`, { body: {} })).status).toBe(400);
    expect(
      (await client.call('PATCH', `${path}?dryRun=true`, { body: {}, headers: { 'if-match': 'W/"0"' } })).status,
    ).toBe(412);
    expect(
      (await client.call('PATCH', `${pathOf(workingTimeArrangements, '999999')}?dryRun=true`, { body: {} })).status,
    ).toBe(404);
    expect((await client.call('PATCH', `${pathOf(leaves, '1')}?dryRun=true`, { body: {} })).status).toBe(400);
  });
});

test('a change of the working time of the account counts leaves without an arrangement of their own again', async () => {
  const own = { workingWeek: [1, 2, 3, 4, 5].map((weekday) => ({ weekday })) };
  const arrangedLeave = await leaveOf(client, await (await arranged(own)).somebody(), days, week);
  const leave = await leaveOf(client, await hired(client, company), days, week);
  const changes = await steps(() => workingTime(service, account, { weekdays: [1, 2, 3, 4] }));
  expect(changes).toContainEqual(['leave.updated', { days: leave.days, totalDuration: leave.totalDuration }]);
  expect(datesOf(await leaveNow(client, leave))).toEqual(datesOf(leave).slice(0, 4));
  expect(await leaveNow(client, arrangedLeave)).toEqual(arrangedLeave);
  await workingTime(service, account, { weekdays: null });
  await recountsDone(service, account);
  expect(datesOf(await leaveNow(client, leave))).toEqual(datesOf(leave));
});

test('many leaves are counted in batches, and work that was cut off goes on', async () => {
  const { calendar, somebody } = await arranged();
  const person = await somebody();
  const first = dayAfter(monday, 28);
  const made: LeaveRow[] = [];
  // Fridays with the Monday after them: more than one batch.
  for (let index = 0; index < 210; index += 10) {
    const some = Array.from({ length: 10 }, (_, more) => dayAfter(first, 7 * (index + more)));
    made.push(
      ...(await Promise.all(some.map((date) => leaveOf(client, person, days, `${dayAfter(date, -3)}/${date}`)))),
    );
  }
  const mondays = { days: made.map(({ endsOn }) => ({ date: String(endsOn), name: 'Holiday' })) };
  const cutOff = new Error('cut off');
  await changed(client, publicHolidaysCalendars, calendar, mondays);
  const batch = service.database.transaction(account.id, async (tx) => {
    await recountBatch(tx);
    throw cutOff;
  });
  await expect(batch).rejects.toBe(cutOff);
  await recountsDone(service, account);
  const { body } = await client.call('GET', `${pathOf(leaves)}?employee.id=${person.id}&limit=1000`);
  expect(body.items).toHaveLength(210);
  for (const leave of body.items) expect(datesOf(leave)).toEqual([leave.startsOn]);
}, 120_000);

const halfDays = statement(`
select minutes from leave_half_days where account_id = $1 and leave_period_id = $2 order by day, is_afternoon`);

const minutesOf = async ({ id }: Row): Promise<number[]> =>
  (await service.database.session(account.id).run<{ minutes: number }>(halfDays, [id])).map(({ minutes }) => minutes);
