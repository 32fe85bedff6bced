/** Checks once a second whether a new day changes anybody. */
import type { DayRollover } from '../people/day-rollover.ts';
import { repeat } from '../repeat.ts';

export interface DayWatch {
  stop(): Promise<void>;
}

const everyMs = 1000;

export const startDayWatch = (dayRollover: Pick<DayRollover, 'sweep'>, onError: (error: unknown) => void): DayWatch =>
  repeat(everyMs, dayRollover.sweep, onError);
