/** Content negotiation: selects a response type that the `Accept` header allows. */
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../../problem.ts';
import { problemMediaType } from './problem-json.ts';

/** The first type that the header accepts; operations list their preferred type first. */
export function acceptedType(header: string | undefined, types: readonly string[]): string {
  const found = admittedType(header, types);
  if (found === undefined) throw notAcceptable(types);
  return found;
}

export const notAcceptable = (types: readonly string[]): Problem =>
  new Problem('not-acceptable', detail('notAcceptable', { types: types.join(', ') }));

/** Like `acceptedType`, but returns undefined if the header accepts no type. */
export function admittedType(header: string | undefined, types: readonly string[]): string | undefined {
  const [first = ''] = types;
  if (header === undefined || header === '' || header === '*/*' || header === first) return first;
  const weights = new Map(rangesOf(header).map(({ range, weight }) => [range, weight]));
  return types.find((type) => weightOf(type, weights) > 0) ?? (admitsOnlyProblems(first, weights) ? first : undefined);
}

/**
 * Generated clients name the type of errors alone where a success has no body, and some name it everywhere. A type that
 * the header excludes stays excluded.
 */
const admitsOnlyProblems = (type: string, weights: ReadonlyMap<string, number>): boolean =>
  (weights.get(problemMediaType) ?? 0) > 0 && !weights.has(type);

/** The most specific range decides: a type that is excluded by its name is not admitted by a wildcard. */
const weightOf = (type: string, weights: ReadonlyMap<string, number>): number =>
  weights.get(type) ?? weights.get(`${type.split('/', 1)[0]}/*`) ?? weights.get('*/*') ?? 0;

export interface MediaRange {
  /** Lower case, without parameters. */
  readonly range: string;
  readonly weight: number;
}

export const rangesOf = (header: string): MediaRange[] => header.split(',').map(rangeOf);

function rangeOf(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return { range, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
}
