/** The page and the order of a list. */
import type { Description } from '../members.ts';
import { ParameterError } from './parameter-errors.ts';
import { scalarAt } from './paths.ts';
import type { LegacyQuery, OrderKey } from './query.ts';

export function pagingIn(parts: readonly string[], { pageSizes: { max } }: Description): LegacyQuery['paging'] {
  const [first, size] = parts.map((part) => (/^\d+$/.test(part.trim()) ? Number(part) : Number.NaN));
  const isSound =
    parts.length === 2 && first !== undefined && first >= 0 && size !== undefined && size >= 1 && size <= max;
  if (!isSound) {
    throw new ParameterError(
      `'${parts.join(',')}' is no paging.`,
      `Must be <first>,<size>: the index of the first row, from 0, and a size from 1 to ${max}.`,
    );
  }
  // No list has rows beyond this.
  return { first: Math.min(first, Number.MAX_SAFE_INTEGER), size };
}

export function orderIn(description: Description, parts: readonly string[]): OrderKey[] {
  const form = 'Must be <property>,<asc or desc>, repeated for further properties.';
  if (parts.length % 2 !== 0) throw new ParameterError('The order has an odd number of parts.', form);
  return parts.flatMap((path, index) => {
    if (index % 2 !== 0) return [];
    const direction = parts[index + 1]?.trim().toLowerCase();
    if (direction !== 'asc' && direction !== 'desc') {
      throw new ParameterError(`'${parts[index + 1]}' is neither asc nor desc.`, form);
    }
    const { member, through } = scalarAt(description, path.trim());
    if (through) {
      throw new ParameterError(`Rows cannot be ordered by '${path}': it has several values.`, 'Must have one value.');
    }
    return [{ member, isDescending: direction === 'desc' }];
  });
}
