import { describe, expect, it } from 'vitest';
import { awayOn, daysAround, isMonth, isWeekend, monthOf, overlapping, partOn, shifted } from './month.ts';

describe('a month', () => {
  it('has all its days, also in a leap year', () => {
    expect(monthOf('2024-02').days.at(-1)).toBe('2024-02-29');
    expect(monthOf('2026-11').days).toHaveLength(30);
  });

  it('is followed by the next one, over the end of the year', () => {
    expect(shifted('2026-12', 1)).toBe('2027-01');
    expect(shifted('2026-01', -1)).toBe('2025-12');
  });

  it('is known by its form', () => {
    expect(isMonth('2026-12')).toBe(true);
    expect(isMonth('2026-13')).toBe(false);
    expect(isMonth(undefined)).toBe(false);
  });

  it('has weekends', () => {
    expect(['2026-11-14', '2026-11-15', '2026-11-16'].map(isWeekend)).toEqual([true, true, false]);
  });
});

describe('a leave', () => {
  const leave = {
    startsOn: '2026-11-02',
    startPosition: 'secondHalfDay',
    endsOn: '2026-11-04',
    endPosition: 'firstHalfDay',
  } as const;

  it('takes half of its first and last day where it says so, and nothing beyond', () => {
    const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'];
    expect(days.map((day) => partOn(day, leave))).toEqual([null, 'afternoon', 'whole', 'morning', null]);
  });
});

describe('days around a leave', () => {
  it('are whole weeks, and at most six', () => {
    const days = daysAround('2026-11-11', '2026-11-12');
    expect([days[0], days.at(-1)]).toEqual(['2026-11-02', '2026-11-15']);
    expect(daysAround('2026-01-01', '2026-12-31')).toHaveLength(42);
  });
});

describe('absences of several people', () => {
  const of = (id: string, startsOn: string, endsOn: string, status = 'confirmed') =>
    ({
      employee: { id },
      startsOn,
      endsOn,
      status: status as 'confirmed' | 'cancelled',
      startPosition: 'firstHalfDay',
      endPosition: 'secondHalfDay',
    }) as const;
  const all = [
    of('1', '2026-11-02', '2026-11-04'),
    of('1', '2026-11-06', '2026-11-06'),
    of('2', '2026-11-04', '2026-11-05'),
    of('3', '2026-11-04', '2026-11-04', 'cancelled'),
  ];

  it('are counted by person, without cancelled ones', () => {
    expect(['2026-11-03', '2026-11-04', '2026-11-07'].map((day) => awayOn(day, all))).toEqual([1, 2, 0]);
  });

  it('overlap with the leave of another person only', () => {
    const asked = of('2', '2026-11-04', '2026-11-05');
    expect(overlapping(asked, all).map(({ employee }) => employee.id)).toEqual(['1']);
  });
});
