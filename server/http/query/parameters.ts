/** Query strings → parameters by name, each a list of values. Unknown parameters are refused by name. */
import { addError, type FieldErrors } from '../../problem.ts';
import { isStorable } from '../request-body/json-text.ts';

/** Values by name. A repeated parameter equals a comma list. */
export type Parameters = ReadonlyMap<string, readonly string[]>;

/** In these parameters a comma has no special meaning, or another one. */
const unsplit = new Set(['search', 'contains', 'page']);

export const none: Parameters = new Map();

export function parametersOf(url: string, errors: FieldErrors): Parameters {
  const start = url.indexOf('?');
  if (start === -1 || start === url.length - 1) return none;
  const parameters = new Map<string, string[]>();
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const [rawName = '', ...rest] = pair.split('=');
    const name = decoded(rawName);
    const value = decoded(rest.join('='));
    if (name === null || value === null || !isStorable(name) || !isStorable(value)) {
      addError(
        errors,
        name ?? rawName,
        'This parameter is not well-formed: percent-encoded UTF-8 without NUL is needed.',
      );
      continue;
    }
    const values = unsplit.has(name) ? [value] : split(value);
    parameters.set(name, [...(parameters.get(name) ?? []), ...values]);
  }
  return parameters;
}

function decoded(text: string): string | null {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Splits at commas; inside a value, `\,` is a comma and `\\` a backslash. */
function split(text: string): string[] {
  if (!text.includes('\\')) return text.split(',');
  const values = [''];
  for (const [part] of text.matchAll(/\\[\\,]|,|[^\\,]+|\\/g)) {
    if (part === ',') values.push('');
    else values.push((values.pop() ?? '') + (part.length === 2 && part.startsWith('\\') ? part.slice(1) : part));
  }
  return values;
}

/** An address without the token of a file, so that it can be shown and stored. */
export function withoutToken(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return url;
  const kept = url
    .slice(start + 1)
    .split('&')
    .filter((pair) => decoded(pair.split('=', 1)[0] ?? '') !== 'token');
  return kept.length === 0 ? url.slice(0, start) : `${url.slice(0, start)}?${kept.join('&')}`;
}

/** A value as it appears in an address: the reverse of `split`. */
export const escaped = (value: string): string => value.replace(/[\\,]/g, '\\$&');
