// Commands for working time, public holidays and arrangements, and their effect on the count of leaves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BulkService, bulkService } from '../../support/commands/bulk.ts';
import { inFull } from '../../support/form.ts';
import type { Ended } from '../../support/muster-line.ts';
import { company, hired } from '../../support/people/people.ts';
import type { Reply, TestClient } from '../../support/service.ts';

let service: BulkService;
let client: TestClient;
/** The calendar of the account. */
let usualCalendar: string;

beforeAll(async () => {
  service = await bulkService();
  client = await service.client(await service.openAccount('acme'));
  usualCalendar = (await json('calendars', 'create', '--name', 'Usual')).id;
  await json('accounts', 'working-time', '--calendar', usualCalendar);
});
afterAll(() => service.stop());

const api = (method: string, path: string, body?: unknown): Promise<Reply> =>
  client.call(method, `/svc-api/${path}`, body === undefined ? {} : { body });
const muster = (...args: string[]): Promise<Ended> => service.muster(...args, '--account', 'acme');

/** The one JSON object that a successful command prints. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function json(...args: string[]): Promise<any> {
  const { status, stdout, stderr } = await muster(...args, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function refusal(...args: string[]): Promise<Record<string, string[]>> {
  const { status, stdout, stderr } = await muster(...args, '--json');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  return JSON.parse(stderr).error.errors;
}

async function made(path: string, body: unknown): Promise<Reply['body']> {
  const { status, body: answer, text } = await api('POST', path, body);
  if (status !== 201) throw new Error(text);
  return answer;
}

const previous = ({ previousAttributes }: Reply['body']) => previousAttributes;

const lastEvents = async (topic: string) => (await api('GET', `events?sort=-id&topic=${topic}`)).body.items;

describe('public holidays', () => {
  let calendarId: string;

  it('a calendar is created, renamed and listed, each with its event', async () => {
    const { id } = await json('calendars', 'create', '--name', 'Testland');
    calendarId = id;
    await json('calendars', 'rename', id, 'Testland, north');
    expect((await api('GET', `public-holidays-calendars/${id}`)).body.name).toBe('Testland, north');
    const { calendars } = await json('calendars', 'list');
    expect(calendars.at(-1)).toEqual({
      id,
      name: 'Testland, north',
      days: 0,
      firstDay: null,
      lastDay: null,
      arrangements: 0,
      isDefault: false,
    });
    await expect
      .poll(async () => (await lastEvents('public-holidays-calendar.updated'))[0]?.data.id, { timeout: 5000 })
      .toBe(id);
  });

  it('days are added, renamed and removed, and shown in order', async () => {
    expect(await json('calendars', 'add', calendarId, '2031-05-01', 'Labour Day')).toMatchObject({ isNew: true });
    expect(await json('calendars', 'add', calendarId, '2031-05-01', 'May Day')).toMatchObject({ isNew: false });
    await json('calendars', 'add', calendarId, '2031-01-01', 'New Year');
    const { stdout } = await muster('calendars', 'show', calendarId);
    expect(stdout).toBe('DATE        DAY  NAME\n2031-01-01  Wed  New Year\n2031-05-01  Thu  May Day\n');
    expect((await json('calendars', 'show', calendarId, '--year', '2032')).holidays).toEqual([]);
    await json('calendars', 'remove', calendarId, '2031-01-01');
    expect(await json('calendars', 'show', calendarId)).toMatchObject({ days: 1, firstDay: '2031-05-01' });
  });

  it('a file of days goes in, and changes nothing the second time', async () => {
    const text = '\ufeffYear;Date;Name\r\n2031;2031-05-01;"Labour Day; all"\r\n2031;2031-12-25;Noël\r\n';
    const file = await service.file('holidays.csv', text);
    const counts = { added: 1, renamed: 1, unchanged: 0 };
    expect(await json('calendars', 'import', calendarId, file)).toMatchObject(counts);
    expect(await json('calendars', 'import', calendarId, file)).toMatchObject({ added: 0, renamed: 0, unchanged: 2 });
    const { holidays } = await json('calendars', 'show', calendarId);
    expect(holidays).toEqual([
      { date: '2031-05-01', name: 'Labour Day; all' },
      { date: '2031-12-25', name: 'Noël' },
    ]);
  });

  it('a file with mistakes is refused with all of them', async () => {
    const lines = [
      'date,name',
      '2031-12-26,One',
      '25/12/2031,Noël',
      '2031-02-29,Leap',
      '2031-12-26,Two',
      '2031-12-24,',
    ];
    const file = await service.file('wrong.csv', lines.join('\n'));
    expect(await refusal('calendars', 'import', calendarId, file)).toEqual({
      date: [
        '"25/12/2031" is no date. A date is written as 2026-05-01.',
        '"2031-02-29" is no date. A date is written as 2026-05-01.',
        '2031-12-26 is there more than once.',
      ],
      name: [expect.stringContaining('2031-12-24: A name has 1 to 255 characters')],
    });
  });

  it('an unknown name is refused, and nothing is changed', async () => {
    expect(await refusal('calendars', 'show', '999999')).toHaveProperty('calendar');
    expect(await refusal('calendars', 'add', 'x', '2031-05-01', 'May Day')).toHaveProperty('calendar');
    expect(await refusal('calendars', 'create', '--name', ' ')).toHaveProperty('name');
    const errors = await refusal('calendars', 'remove', calendarId, '2031-12-25', '2031-12-24');
    expect(errors.date).toEqual(['2031-12-24 is no public holiday of this calendar.']);
    expect((await json('calendars', 'show', calendarId)).days).toBe(2);
  });
});

describe('an arrangement', () => {
  it('is created with its calendar, changed, archived and taken into use again, each with its event', async () => {
    const calendar = (await json('calendars', 'create', '--name', 'Elsewhere')).id;
    const { id } = await json('working-time-arrangements', 'create', '--name', 'Nights', '--calendar', calendar);
    const shown = async () => (await api('GET', `working-time-arrangements/${id}`)).body;
    expect(await shown()).toMatchObject({
      name: 'Nights',
      publicHolidaysCalendar: { id: calendar },
      isArchived: false,
    });
    await json('working-time-arrangements', 'change', id, '--name', 'Late', '--calendar', usualCalendar);
    expect(await shown()).toMatchObject({ name: 'Late', publicHolidaysCalendar: { id: usualCalendar } });
    await json('working-time-arrangements', 'change', id, '--name', 'Late', '--calendar', calendar);
    await json('working-time-arrangements', 'archive', id);
    expect(await shown()).toMatchObject({ isArchived: true });
    expect((await muster('working-time-arrangements', 'list')).stdout).toMatch(/Late +\d+ Elsewhere +0 +archived/);
    await json('working-time-arrangements', 'restore', id);
    await json('working-time-arrangements', 'restore', id);
    await expect
      .poll(async () => (await lastEvents('working-time-arrangement.updated')).map(previous), { timeout: 5000 })
      .toEqual([
        { isArchived: true },
        { isArchived: false },
        { publicHolidaysCalendar: expect.objectContaining({ id: usualCalendar }) },
        { name: 'Nights', publicHolidaysCalendar: expect.objectContaining({ id: calendar }) },
      ]);
  });

  it('names a calendar that exists', async () => {
    const create = ['working-time-arrangements', 'create', '--name', 'Days', '--calendar'];
    expect(await refusal(...create, '999999')).toHaveProperty('calendar');
    expect(await refusal('working-time-arrangements', 'archive', '999999')).toHaveProperty('arrangement');
  });
});

describe('working time', () => {
  const set = (...options: string[]) => json('accounts', 'working-time', ...options);
  const usual = { weekdays: [1, 2, 3, 4, 5], minutesPerDay: 420 };

  it('is set by the account, or the default', async () => {
    const own = await set('--weekdays', 'Mon,tuesday,sat', '--hours-per-day', '7:45', '--language', 'fr-FR');
    expect(own).toMatchObject({ weekdays: [1, 2, 6], minutesPerDay: 465, language: 'fr-FR' });
    expect(await set('--hours-per-day', '7.6')).toMatchObject({ weekdays: [1, 2, 6], minutesPerDay: 456 });
    expect(await set('--weekdays', 'default', '--hours-per-day', 'default')).toMatchObject(usual);
    expect((await muster('accounts', 'working-time')).stdout).toMatch(
      /^acme: working days monday, .*, friday; 7:00 hours a day; default calendar \S+; language fr-FR\.\n$/,
    );
  });

  inFull('is refused with every wrong member', async () => {
    const wrong = ['--weekdays', 'mon,moonday', '--hours-per-day', '7.33', '--calendar', '999999', '--language', 'xx'];
    const errors = await refusal('accounts', 'working-time', ...wrong);
    expect(Object.keys(errors)).toEqual(['weekdays', 'minutesPerDay', 'calendar', 'language']);
    const others = await refusal('accounts', 'working-time', '--weekdays', 'mon,mon', '--hours-per-day', '24:01');
    expect(Object.keys(others)).toEqual(['weekdays', 'minutesPerDay']);
  });

  it('counts for leaves made afterwards, and a calendar also for those that are still to come', async () => {
    const calendar = (await json('calendars', 'create', '--name', 'Of the account')).id;
    await json('calendars', 'add', calendar, '2031-05-01', 'Labour Day');
    await set('--calendar', calendar);
    const employee = await hired(client, await company(client));
    const account = await made('leave-accounts', { name: 'Days off', unit: 'workingDays' });
    // Wednesday to Saturday, with the holiday on Thursday.
    const week = { startsOn: '2031-04-30', endsOn: '2031-05-03' };
    const leave = { ...week, employee: { id: employee.id }, leaveAccount: { id: account.id }, status: 'confirmed' };
    const before = await made('leaves', leave);
    expect(before.days.map(({ date }: { date: string }) => date)).toEqual(['2031-04-30', '2031-05-02']);

    await set('--weekdays', 'wed,sat');
    expect((await api('GET', `leaves/${before.id}`)).body).toEqual(before);
    await json('calendars', 'remove', calendar, '2031-05-01');
    const shown = async () =>
      (await api('GET', `leaves/${before.id}`)).body.days.map(({ date }: { date: string }) => date);
    await expect.poll(shown, { timeout: 10_000 }).toEqual(['2031-04-30', '2031-05-03']);
    await api('PATCH', `leaves/${before.id}`, { status: 'cancelled' });
    const after = await made('leaves', leave);
    expect(after.days.map(({ date }: { date: string }) => date)).toEqual(['2031-04-30', '2031-05-03']);
  });
});

const keepTheirDays = 'Leaves that exist keep the days that were counted for them';
const areCountedAgain = 'Open leaves, and confirmed ones that are still to come, are counted again';

it.concurrent.each([
  ['accounts working-time', keepTheirDays],
  ['calendars add', areCountedAgain],
  ['calendars remove', areCountedAgain],
  ['calendars import', areCountedAgain],
])('muster %s --help says what happens to leaves', async (command, sentence) => {
  const { status, stdout } = await service.muster(...command.split(' '), '--help');
  expect(status).toBe(0);
  expect(stdout).toContain('Examples:\n  ');
  expect(stdout.replace(/\s+/g, ' ')).toContain(sentence);
});
