/** A typed date → the format of the service; null if it is no date. */

/** `2026-03-01`, `1.3.2026`, `1/3/26`; the calendar component parses dates with names of months. */
export function typedDay(typed: string, isMonthFirst: boolean): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed.trim());
  const usual = /^(\d{1,2})[./ -](\d{1,2})[./ -](\d{2}|\d{4})$/.exec(typed.trim());
  if (iso) return checked(iso[1], iso[2], iso[3]);
  if (!usual) return null;
  const [, first, second, year = ''] = usual;
  const fullYear = year.length === 2 ? `20${year}` : year;
  return isMonthFirst ? checked(fullYear, first, second) : checked(fullYear, second, first);
}

function checked(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : null;
}
