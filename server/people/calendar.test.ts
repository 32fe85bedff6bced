/** Days and their beginnings, also where clocks are changed at midnight, days are skipped, or nobody kept time yet. */
import { describe, expect, test } from 'vitest';
import { beginningOf, dayAfter, dayBefore, isBegunEverywhere, todayIn } from './calendar.ts';

const beginning = (date: string, zone: string): string => beginningOf(date, zone).toISOString();
const today = (zone: string, moment: string): string => todayIn(zone, new Date(moment));

test('days follow each other over months, leap days and years', () => {
  expect(dayAfter('2024-02-28')).toBe('2024-02-29');
  expect(dayAfter('2023-02-28')).toBe('2023-03-01');
  expect(dayBefore('2024-03-01')).toBe('2024-02-29');
  expect(dayBefore('1900-03-01')).toBe('1900-02-28');
  expect(dayBefore('2025-01-01')).toBe('2024-12-31');
  expect(dayAfter('0099-12-31')).toBe('0100-01-01');
});

test.each([
  ['Pacific/Auckland', '2024-07-01', '2024-06-30T12:00:00.000Z'],
  ['America/Los_Angeles', '2024-07-01', '2024-07-01T07:00:00.000Z'],
  ['Asia/Kathmandu', '2024-07-01', '2024-06-30T18:15:00.000Z'],
  ['UTC', '2024-07-01', '2024-07-01T00:00:00.000Z'],
  ['Etc/GMT+5', '2024-07-01', '2024-07-01T05:00:00.000Z'],
  ['Pacific/Kiritimati', '2024-07-01', '2024-06-30T10:00:00.000Z'],
])('a day in %s begins at midnight there', (zone, date, moment) => {
  expect(beginning(date, zone)).toBe(moment);
});

test('a day on which clocks change begins by the clocks before, the next one by those after', () => {
  expect(beginning('2024-03-31', 'Europe/Paris')).toBe('2024-03-30T23:00:00.000Z');
  expect(beginning('2024-04-01', 'Europe/Paris')).toBe('2024-03-31T22:00:00.000Z');
  expect(beginning('2024-10-27', 'Europe/Paris')).toBe('2024-10-26T22:00:00.000Z');
  expect(beginning('2024-10-28', 'Europe/Paris')).toBe('2024-10-27T23:00:00.000Z');
  expect(beginning('2024-04-07', 'Australia/Lord_Howe')).toBe('2024-04-06T13:00:00.000Z');
});

describe('where clocks are changed around midnight', () => {
  test('a day without midnight begins when the clocks have been changed', () => {
    expect(beginning('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z');
    expect(today('America/Sao_Paulo', '2018-11-04T02:59:59.999Z')).toBe('2018-11-03');
    // From half past eleven to half past midnight.
    expect(beginning('1919-03-31', 'America/Toronto')).toBe('1919-03-31T04:30:00.000Z');
  });

  test('a day whose eve is repeated begins after the repetition', () => {
    expect(beginning('2018-02-18', 'America/Sao_Paulo')).toBe('2018-02-18T03:00:00.000Z');
    expect(today('America/Sao_Paulo', '2018-02-18T02:30:00Z')).toBe('2018-02-17');
  });

  test('a day with two midnights begins at the first', () => {
    expect(beginning('2021-10-29', 'Asia/Amman')).toBe('2021-10-28T21:00:00.000Z');
    expect(beginning('2024-11-03', 'America/Havana')).toBe('2024-11-03T04:00:00.000Z');
  });

  test('a day that a zone skips begins with the one after it', () => {
    expect(beginning('2011-12-29', 'Pacific/Apia')).toBe('2011-12-29T10:00:00.000Z');
    expect(beginning('2011-12-30', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z');
    expect(beginning('2011-12-31', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z');
    expect(beginning('2012-01-01', 'Pacific/Apia')).toBe('2011-12-31T10:00:00.000Z');
    expect(today('Pacific/Apia', '2011-12-30T09:59:59.999Z')).toBe('2011-12-29');
    expect(today('Pacific/Apia', '2011-12-30T10:00:00Z')).toBe('2011-12-31');
  });
});

test('the far past, whose zones differ by seconds, and the far future have days too', () => {
  expect(beginning('1800-01-01', 'Europe/Paris')).toBe('1799-12-31T23:50:39.000Z');
  expect(beginning('0050-06-01', 'America/St_Johns')).toBe('0050-06-01T03:30:52.000Z');
  expect(beginning('0001-01-01', 'America/Los_Angeles')).toBe('0001-01-01T07:52:58.000Z');
  expect(beginning('0001-01-01', 'Asia/Tokyo')).toBe('0000-12-31T14:41:01.000Z');
  expect(beginning('9999-12-31', 'Pacific/Auckland')).toBe('9999-12-30T11:00:00.000Z');
  expect(todayIn('Europe/Paris', new Date('0099-12-31T23:55:00Z'))).toBe('0100-01-01');
  expect(todayIn('Europe/Paris', new Date('9999-12-31T22:59:59Z'))).toBe('9999-12-31');
});

test('each zone has its own day at each moment, whichever was asked before', () => {
  const moments = ['2026-11-19T10:30:00Z', '2026-11-19T11:30:00Z', '2026-11-19T10:30:00Z', '2026-11-20T10:30:00Z'];
  const asked = moments.map((moment) => ['Etc/GMT-13', 'UTC', 'Etc/GMT+11', 'UTC'].map((zone) => today(zone, moment)));
  expect(asked).toEqual([
    ['2026-11-19', '2026-11-19', '2026-11-18', '2026-11-19'],
    ['2026-11-20', '2026-11-19', '2026-11-19', '2026-11-19'],
    ['2026-11-19', '2026-11-19', '2026-11-18', '2026-11-19'],
    ['2026-11-20', '2026-11-20', '2026-11-19', '2026-11-20'],
  ]);
});

/** Days of these years on which a zone has other clocks at one noon than at the next, with the days around them. */
function daysOfChange(zone: string): string[] {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const days = new Set<string>();
  let former: string | undefined;
  for (let atMs = Date.UTC(2026, 0, 1, 12); atMs < Date.UTC(2028, 0, 1); atMs += 86_400_000) {
    const offset = format.format(atMs).split(' ').at(-1);
    if (former !== undefined && offset !== former) {
      for (const shift of [-2, -1, 0, 1, 2]) days.add(new Date(atMs + shift * 86_400_000).toISOString().slice(0, 10));
    }
    former = offset;
  }
  return [...days, '2024-02-29', '2026-07-01'];
}

test('in every zone, a day is not there before its beginning, and is there from it on', () => {
  const wrong = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
    daysOfChange(zone).filter((date) => {
      const begins = beginningOf(date, zone);
      return todayIn(zone, begins) !== date || todayIn(zone, new Date(begins.getTime() - 1)) !== dayBefore(date);
    }),
  );
  expect(wrong).toEqual([]);
});

test('a day that has begun everywhere has begun in each timezone, and every day does three days later', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const date of ['1892-07-04', '1995-01-01', '2011-12-30', '2024-03-31', '2026-11-17']) {
      const begins = beginningOf(date, zone).getTime();
      for (const hours of [-30, -1, 0, 1, 23, 24, 36, 48, 60, 72]) {
        const now = new Date(begins + hours * 3_600_000);
        if (isBegunEverywhere(date, now)) expect([zone, date, begins <= now.getTime()]).toEqual([zone, date, true]);
      }
      expect(isBegunEverywhere(date, new Date(Date.parse(date) + 3 * 86_400_000))).toBe(true);
    }
  }
});
