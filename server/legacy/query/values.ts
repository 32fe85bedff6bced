/** Parses the values of callers, by the type of the member. */
import type { Enumeration, Scalar } from '../members.ts';
import { ParameterError } from './parameter-errors.ts';
import type { Span, Value } from './query.ts';

/** The expected format of a value, for errors. */
export function formOf(member: Scalar): string {
  if (member.kind === 'enumeration') {
    const names = Object.entries(member.names).map(([name, number]) => `${number} or ${name}`);
    return `one of ${names.join(', ')}`;
  }
  return {
    integer: 'an integer',
    number: 'a number',
    text: 'a text',
    boolean: 'true or false',
    date: dateForms,
    moment: dateForms,
  }[member.kind];
}

const dateForms =
  'a date such as 2025-05-28, 2025-05-28T08:30:00, 2025-05-28T08:30:00Z or 2025-05-28T08:30:00+00:00, or today, now, tomorrow, yesterday';

export function valueIn(member: Scalar, text: string, now: Date): Value {
  const value = understood(member, member.kind === 'text' ? text : text.trim(), now);
  if (value === null) {
    const form = formOf(member);
    throw new ParameterError(`'${text}' is not ${form}.`, `Must be ${form}.${secondOperatorHint(text)}`);
  }
  return value;
}

const secondOperatorHint = (text: string): string =>
  /^(since|until)$/i.test(text) ? ' One operator is allowed; for a range: between,<first>,<last>.' : '';

function understood(member: Scalar, text: string, now: Date): Value | null {
  switch (member.kind) {
    case 'text':
      // The database stores no such character, so no text can equal this one.
      return text.includes('\0') ? null : text;
    case 'integer':
      return /^-?\d+$/.test(text) ? integerOf(text) : null;
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
    case 'boolean':
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : null;
    case 'enumeration':
      return enumerated(member, text);
    default:
      return spanOf(text, now, member.kind === 'date');
  }
}

const bigintMax = 2n ** 63n - 1n;

/** Numbers beyond the range of the database become the greatest one, which no row has. */
function integerOf(text: string): string {
  const value = BigInt(text);
  if (value > bigintMax) return String(bigintMax);
  return String(value < -bigintMax ? -bigintMax : value);
}

function enumerated({ names, shows }: Enumeration, text: string): Value | null {
  const found = Object.entries(names).find(
    ([name, number]) => name.toLowerCase() === text.toLowerCase() || String(number) === text,
  );
  if (!found) return null;
  return shows === 'name' ? found[0] : found[1];
}

const dayMs = 86_400_000;
const secondMs = 1000;

/** A fraction of a second is ignored, as in responses. The plus sign of an offset arrives as a blank unless it is encoded. */
const dateForm =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:T(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d{1,9})?(?:([+\- ])(0\d|1[0-4]):?([0-5]\d))?)?Z?$/i;

const dayWords: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

function spanOf(text: string, now: Date, isDate: boolean): Span | null {
  const word = text.toLowerCase();
  // A date is not compared with an implicit time of day.
  if (word === 'now' && !isDate) return span(Math.floor(now.getTime() / secondMs) * secondMs, secondMs);
  const days = word === 'now' ? 0 : Object.hasOwn(dayWords, word) ? dayWords[word] : undefined;
  if (days !== undefined) return span((Math.floor(now.getTime() / dayMs) + days) * dayMs, dayMs);
  const parts = dateForm.exec(text);
  if (!parts) return null;
  const [year = '', ...others] = parts.slice(1, 7);
  const [month, day, hour, minute, second] = others.map((part) => (part ?? '0').padStart(2, '0'));
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const at = new Date(written);
  // A day that does not exist is not the next one; the database has no year 0.
  if (year === '0000' || Number.isNaN(at.getTime()) || at.toISOString() !== written) return null;
  return span(at.getTime() - offsetMsOf(parts.slice(7)), parts[4] === undefined ? dayMs : secondMs);
}

function offsetMsOf([sign, hours = '0', minutes = '0']: readonly (string | undefined)[]): number {
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60 * secondMs;
}

const span = (from: number, lengthMs: number): Span => ({ kind: 'span', from, until: from + lengthMs });
