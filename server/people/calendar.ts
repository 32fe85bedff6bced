/** Days as `YYYY-MM-DD`, which compare as texts, and when they begin in a timezone. */
import { LRUCache } from 'lru-cache';

const msPerDay = 86_400_000;

/** A cache: nearly every question is about today, and an import asks several for each person. */
const days = new LRUCache<number, string>({ max: 1000 });

function dayOf(utcMs: number): string {
  const number = Math.floor(utcMs / msPerDay);
  const known = days.get(number);
  if (known !== undefined) return known;
  const found = new Date(utcMs).toISOString().split('T', 1)[0] as string;
  days.set(number, found);
  return found;
}

const midnightUtcMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);

export const dayBefore = (date: string): string => dayOf(midnightUtcMs(date) - msPerDay);
export const dayAfter = (date: string): string => dayOf(midnightUtcMs(date) + msPerDay);

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, made);
  return made;
}

/** A cache: whole companies use the same few days. */
const offsets = new LRUCache<string, number>({ max: 5000 });

/** How far a timezone is ahead of UTC. */
function offsetMs(zone: string, atMs: number): number {
  const key = `${atMs} ${zone}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const found = workedOutOffsetMs(zone, atMs);
  offsets.set(key, found);
  return found;
}

/** Before standard time, offsets include seconds. */
function workedOutOffsetMs(zone: string, atMs: number): number {
  const [, sign, hours, minutes, seconds = '0'] =
    /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(formatOf(zone).format(atMs)) ?? [];
  if (sign === undefined) return 0;
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** Local time as milliseconds since 1970 as if it were UTC. */
const wallClockMs = (zone: string, atMs: number): number => atMs + offsetMs(zone, atMs);

/** The answers at one moment, by zone: an import asks several times for each person, at the time of its batch. */
const todays = new Map<string, string>();
let todaysAtMs = Number.NaN;

export function todayIn(zone: string, now: Date): string {
  const atMs = now.getTime();
  if (atMs !== todaysAtMs) todays.clear();
  todaysAtMs = atMs;
  const known = todays.get(zone);
  if (known !== undefined) return known;
  const today = dayOf(wallClockMs(zone, atMs));
  todays.set(zone, today);
  return today;
}

/** Whether a day has begun in every timezone: none is two days away from UTC. Most days of careers are long past. */
export const isBegunEverywhere = (date: string, now: Date): boolean => date < dayOf(now.getTime() - 2 * msPerDay);

/**
 * The first moment of a day in a timezone. If clocks change around midnight, there may be two midnights, of which the
 * earlier one counts, or none: the day then begins with the change. A day that a zone skips begins with the next one.
 */
export function beginningOf(date: string, zone: string): Date {
  const wantedMs = midnightUtcMs(date);
  const [before, after] = [offsetMs(zone, wantedMs - msPerDay), offsetMs(zone, wantedMs + msPerDay)];
  const [earlierMs, laterMs] = [wantedMs - Math.max(before, after), wantedMs - Math.min(before, after)];
  if (wallClockMs(zone, earlierMs) >= wantedMs) return new Date(earlierMs);
  let [yesterdayMs, todayMs] = [earlierMs, laterMs];
  // Searches for the clock change, to the second.
  while (todayMs - yesterdayMs > 1000) {
    const betweenMs = yesterdayMs + Math.floor((todayMs - yesterdayMs) / 2000) * 1000;
    if (wallClockMs(zone, betweenMs) < wantedMs) yesterdayMs = betweenMs;
    else todayMs = betweenMs;
  }
  return new Date(todayMs);
}

export function dayAndMonth(date: string): { day: number; month: number } {
  const [, month, day] = date.split('-').map(Number);
  return { day: day as number, month: month as number };
}
