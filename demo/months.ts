/** Days by months from now: careers of the demo are planned in months, and look the same whenever it is made. */
import { dayBefore, todayIn } from '@muster/server/people/calendar.ts';

export interface Months {
  /** The first day of a month, or its 16th for half a month more; 0 is the current one. */
  day(month: number): string;
  /** The last day before. */
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
