/** Content negotiation: selects a response type that the `Accept` header allows. */
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../../problem.ts';

/** The first type that the header accepts; operations list their preferred type first. */
export function acceptedType(header: string | undefined, types: readonly string[]): string {
  const found = admittedType(header, types);
  if (found === undefined) throw new Problem('not-acceptable', detail('notAcceptable', { types: types.join(', ') }));
  return found;
}

/** Like `acceptedType`, but returns undefined if the header accepts no type. */
export function admittedType(header: string | undefined, types: readonly string[]): string | undefined {
  const [first = ''] = types;
  if (header === undefined || header === '' || header === '*/*' || header === first) return first;
  const ranges = rangesOf(header).filter(({ weight }) => weight > 0);
  return types.find((type) =>
    ranges.some(({ range }) => range === '*/*' || range === type || range === `${type.split('/')[0]}/*`),
  );
}

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
