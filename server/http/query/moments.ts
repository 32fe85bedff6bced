/** `asOf` and `knownAt`: the day and the moment that a list or a read asks about. */

import type { Resource } from '@muster/contract/kit/resource.ts';
import { type MomentParameter, momentsOf } from '@muster/contract/moments.ts';
import { isDate, isDateTime } from '../../platform/validation/date-time.ts';
import { addError, type FieldErrors } from '../../problem.ts';
import type { Parameters } from './parameters.ts';

/** As they were sent; absent: not asked for. */
export type Moments = Readonly<Partial<Record<MomentParameter, string>>>;

const forms: Readonly<Record<MomentParameter, { isValid(text: string): boolean; readonly message: string }>> = {
  asOf: { isValid: isDate, message: 'Must be one date, YYYY-MM-DD.' },
  knownAt: { isValid: isDateTime, message: 'Must be one date-time with its zone, such as 2024-11-01T00:00:00Z.' },
};

function check(name: MomentParameter, values: readonly string[], errors: FieldErrors): void {
  const [text = '', ...more] = values;
  if (more.length > 0 || !forms[name].isValid(text)) addError(errors, name, forms[name].message);
}

type Reader = (values: readonly string[], errors: FieldErrors) => null;

/** In a list they are handled like filters: cursors and links to other pages carry them. They compare no member. */
export const momentReaders = (resource: Resource): [string, Reader][] =>
  momentsOf(resource).map((name) => [
    name,
    (values, errors) => {
      check(name, values, errors);
      return null;
    },
  ]);

const isMoment = (name: string): name is MomentParameter => Object.hasOwn(forms, name);

/** Null if the query asks about now. */
export function momentsAmong(named: readonly (readonly [name: string, values: readonly string[]])[]): Moments | null {
  const found = named.filter(([name]) => isMoment(name)).map(([name, [text]]) => [name, text]);
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** Of a read, checked. */
export function momentsIn(resource: Resource, parameters: Parameters, errors: FieldErrors): Moments | null {
  const known = momentsOf(resource).filter((name) => parameters.has(name));
  for (const name of known) check(name, parameters.get(name) ?? [], errors);
  return momentsAmong(known.map((name) => [name, parameters.get(name) ?? []]));
}

/** The parameters in an address, for links that lead to the same time; empty where the target does not take them. */
export function momentsText(resource: Resource, moments: Moments | null): string {
  if (!moments) return '';
  return momentsOf(resource)
    .flatMap((name) => (moments[name] === undefined ? [] : [`${name}=${encodeURIComponent(moments[name])}`]))
    .join('&');
}
