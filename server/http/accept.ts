/** Content negotiation: which of the types that an operation can answer does the caller admit? */
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../problem.ts';

/** The first type that the header admits; all operations prefer their first. */
export function acceptedType(header: string | undefined, types: readonly string[]): string {
  const found = admittedType(header, types);
  if (found === undefined) throw new Problem('not-acceptable', detail('notAcceptable', { types: types.join(', ') }));
  return found;
}

/** The same; undefined where the header admits none. */
export function admittedType(header: string | undefined, types: readonly string[]): string | undefined {
  const [first = ''] = types;
  if (header === undefined || header === '' || header === '*/*' || header === first) return first;
  const ranges = rangesOf(header).filter(({ weight }) => weight > 0);
  return types.find((type) =>
    ranges.some(({ range }) => range === '*/*' || range === type || range === `${type.split('/')[0]}/*`),
  );
}

export interface MediaRange {
  /** In small letters, without parameters. */
  readonly range: string;
  readonly weight: number;
}

export const rangesOf = (header: string): MediaRange[] => header.split(',').map(rangeOf);

function rangeOf(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return { range, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
}
