/** Months relative to now → days. Careers are planned in months, so every demo looks the same, whenever it is created. */
import { dayBefore, todayIn } from '@muster/server/people/calendar.ts';

export interface Months {
  /** The first day of a month, or its 16th day for half a month more; 0 is the current month. */
  day(month: number): string;
  /** The day before that. */
  eve(month: number): string;
}

export function monthsFrom(now: Date, zone: string): Months {
  const [year, month] = todayIn(zone, now).split('-').map(Number) as [number, number];
  const day = (count: number): string => {
    const whole = Math.floor(count);
    const date = new Date(Date.UTC(year, month - 1 + whole, count === whole ? 1 : 16));
    return date.toISOString().split('T', 1)[0] as string;
  };
  return { day, eve: (count) => dayBefore(day(count)) };
}
