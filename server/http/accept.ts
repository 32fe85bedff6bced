/** Content negotiation: which of the types that an operation can answer does the caller admit? */
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../problem.ts';

/** The first type that the header admits; all operations prefer their first. */
export function acceptedType(header: string | undefined, types: readonly string[]): string {
  const [first = ''] = types;
  if (header === undefined || header === '' || header === '*/*' || header === first) return first;
  const ranges = header
    .split(',')
    .map(rangeOf)
    .filter(({ weight }) => weight > 0);
  const found = types.find((type) =>
    ranges.some(({ range }) => range === '*/*' || range === type || range === `${type.split('/')[0]}/*`),
  );
  if (found === undefined) throw new Problem('not-acceptable', detail('notAcceptable', { types: types.join(', ') }));
  return found;
}

function rangeOf(text: string): { range: string; weight: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return { range, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
}
