/** Dates, numbers and lists in the format of the person's language. A time zone never shifts a date without a time. */
import { countryNames } from './countries.ts';
import { useLanguage } from './language.tsx';

/** Of a leave. */
export interface Duration {
  readonly value: number;
  readonly unit: string;
}

export interface Formats {
  /** `2026-03-01` → 1 Mar 2026. */
  readonly day: (text: string) => string;
  /** As people type it: `2026-03-01` → 01/03/2026. */
  readonly typedDay: (text: string) => string;
  /** `2026-03-01` → Sunday, 1 March 2026. */
  readonly longDay: (text: string) => string;
  readonly moment: (text: string) => string;
  /** To the second. */
  readonly precise: (text: string) => string;
  readonly month: (text: string) => string;
  /** 24 June, without a year. */
  readonly dayOfYear: (value: { readonly day: number; readonly month: number }) => string;
  readonly number: (value: number) => string;
  /** 1 day, 3.5 days. */
  readonly duration: (value: Duration) => string;
  readonly list: (parts: readonly string[]) => string;
  /** 3 minutes ago, tomorrow. */
  readonly fromNow: (text: string) => string;
  /** FRA → France (FRA). */
  readonly country: (code: string) => string;
  /** A label in the middle of a sentence: German nouns keep their capital. */
  readonly inSentence: (label: string) => string;
  readonly compare: (one: string, other: string) => number;
}

export function useFormats(): Formats {
  return formatsOf(useLanguage().locale);
}

/** Of each locale once: the formats of Intl take a millisecond to make, and every row of a list asks for them. */
const made = new Map<string, Formats>();

export function formatsOf(locale: string): Formats {
  const known = made.get(locale) ?? makeFormats(locale);
  made.set(locale, known);
  return known;
}

const midday = (day: string) => new Date(`${day}T12:00:00Z`);

function makeFormats(locale: string): Formats {
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  const day = inUtc({ dateStyle: 'medium' });
  const typedDay = inUtc({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const longDay = inUtc({ dateStyle: 'full' });
  const month = inUtc({ month: 'long', year: 'numeric' });
  const dayOfYear = inUtc({ day: 'numeric', month: 'long' });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const precise = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' });
  const number = new Intl.NumberFormat(locale);
  const inUnit = (unit: 'day' | 'hour') => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  const [days, hours] = [inUnit('day'), inUnit('hour')];
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const collator = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });
  return {
    day: (text) => day.format(midday(text)),
    typedDay: (text) => typedDay.format(midday(text)),
    longDay: (text) => longDay.format(midday(text)),
    month: (text) => month.format(midday(text)),
    // A leap year: somebody may be born on 29 February.
    dayOfYear: ({ day, month }) => dayOfYear.format(new Date(Date.UTC(2024, month - 1, day))),
    moment: (text) => moment.format(new Date(text)),
    precise: (text) => precise.format(new Date(text)),
    number: (value) => number.format(value),
    duration: ({ value, unit }) => (unit === 'hours' ? hours : days).format(value),
    list: (parts) => list.format(parts),
    fromNow: (text) => relativeTo(relative, Date.parse(text) - Date.now()),
    country: countryNames(locale),
    inSentence: (label) => (locale.startsWith('de') ? label : label.toLocaleLowerCase(locale)),
    compare: collator.compare,
  };
}

const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

function relativeTo(format: Intl.RelativeTimeFormat, differenceMs: number): string {
  const [unit, ms] = steps.find((step) => Math.abs(differenceMs) >= step[1]) ?? ['second', 1000];
  return format.format(Math.round(differenceMs / ms), unit);
}
