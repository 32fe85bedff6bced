/** Dates as people of a locale write them, and as the service does: `2026-03-01`. */

export interface DayFormat {
  /** `2026-03-01` → 01/03/2026. */
  readonly written: (day: string) => string;
  /** Null if the text is not a date. */
  readonly read: (typed: string) => string | null;
  /** The order of the parts, with the letters of the language: DD/MM/YYYY. */
  readonly placeholder: string;
}

/** The letters of day, month and year in placeholders. */
const letters: Readonly<Record<string, readonly [day: string, month: string, year: string]>> = {
  de: ['TT', 'MM', 'JJJJ'],
  en: ['DD', 'MM', 'YYYY'],
  es: ['DD', 'MM', 'AAAA'],
  fr: ['JJ', 'MM', 'AAAA'],
  it: ['GG', 'MM', 'AAAA'],
  nl: ['DD', 'MM', 'JJJJ'],
};

/** `today` decides the century of a short year. */
export function dayFormatOf(locale: string, today: string): DayFormat {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
  const parts = format.formatToParts(new Date('2026-03-31T12:00:00Z'));
  const isMonthFirst = parts.findIndex(({ type }) => type === 'month') < parts.findIndex(({ type }) => type === 'day');
  const [dd, mm, yyyy] = letters[locale.slice(0, 2)] ?? ['DD', 'MM', 'YYYY'];
  const letterOf: Readonly<Record<string, string>> = { day: dd, month: mm, year: yyyy };
  return {
    written: (day) => format.format(new Date(`${day}T12:00:00Z`)),
    read: (typed) => typedDay(typed, isMonthFirst, today),
    placeholder: parts.map(({ type, value }) => letterOf[type] ?? value).join(''),
  };
}

/** `2026-03-01`, `1.3.2026`, `1/3/26`; null for everything else, such as 31/02/2026. */
export function typedDay(typed: string, isMonthFirst: boolean, today: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed.trim());
  const usual = /^(\d{1,2})[./ -](\d{1,2})[./ -](\d{2}|\d{4})$/.exec(typed.trim());
  if (iso) return checked(iso[1], iso[2], iso[3]);
  if (!usual) return null;
  const [, first, second, year = ''] = usual;
  const fullYear = year.length === 2 ? inCentury(year, Number(today.slice(0, 4))) : year;
  return isMonthFirst ? checked(fullYear, first, second) : checked(fullYear, second, first);
}

/** Contracts and permits end some years from now; what lies further ahead is a birthday, which lies behind. */
const yearsAhead = 20;

function inCentury(year: string, thisYear: number): string {
  const century = Math.floor(thisYear / 100) * 100;
  const inThis = century + Number(year);
  return String(inThis > thisYear + yearsAhead ? inThis - 100 : inThis);
}

function checked(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : null;
}
