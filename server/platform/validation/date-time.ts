/** Timestamps and days in the format of the API: existing ones, with a zone, with up to seven fractional digits. */

const dateTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d{1,7})?(Z|[+-](\d{2}):(\d{2}))$/;

export function isDate(text: string): boolean {
  if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) || text.startsWith('0000')) return false;
  const day = Number(text.slice(8));
  // Every month has 28 days.
  return day <= 28 || day <= daysOf(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

export function isDateTime(text: string): boolean {
  const parts = dateTime.exec(text);
  if (!parts) return false;
  const [, day = '', hour, minute, second, , , zoneHour = '00', zoneMinute = '00'] = parts;
  return (
    isDate(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    Number(zoneHour) < 16 &&
    Number(zoneMinute) < 60
  );
}

/** An IANA name that the runtime knows; no bare offsets. */
export function isTimezone(text: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** Whether two timestamps are equal, whatever their zone and fraction. */
export const isSameMoment = (one: string, other: string): boolean =>
  one === other || (isDateTime(one) && isDateTime(other) && canonical(one) === canonical(other));

/** Milliseconds since 1970 and further digits, which `Date` does not keep. */
function canonical(text: string): string {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
  return `${Date.parse(text)}:${fraction.padEnd(7, '0').slice(3)}`;
}
