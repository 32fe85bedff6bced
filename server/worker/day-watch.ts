/** Looks once a second whether a day has begun somewhere that changes who is active, and where. */
import type { Settling } from '../people/settling.ts';
import { repeat } from '../repeat.ts';

export interface DayWatch {
  stop(): Promise<void>;
}

const everyMs = 1000;

export const startDayWatch = (settling: Settling, onError: (error: unknown) => void): DayWatch =>
  repeat(everyMs, settling.sweep, onError);
