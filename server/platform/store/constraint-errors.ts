/**
 * Turns constraint violations into problems on the member concerned. Constraints are named after their column:
 * `<table>_<column>_fkey` and `<table>_<column>_key`.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { invalid, type Problem } from '../../problem.ts';
import { storedFields, tableOf } from './columns.ts';

interface DatabaseError {
  readonly code?: string;
  readonly table?: string;
  readonly constraint?: string;
}

/** Runs a change and turns constraint violations into problems; other errors pass through. */
export async function refusing<T>(resource: Resource, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw refusal(resource, error as DatabaseError) ?? error;
  }
}

function refusal(resource: Resource, { code, table, constraint = '' }: DatabaseError): Problem | undefined {
  const own = tableOf(resource);
  // Citus names no table of a key.
  const isOwn = table === undefined ? constraint.startsWith(`${own}_`) : table === own;
  const column = constraint.slice(own.length + 1).replace(/_(fkey|key)$/, '');
  const stored = isOwn ? storedFields(resource).find((field) => field.column === column) : undefined;
  if (code === '23503' && !isOwn) {
    return invalid({ id: [`This ${resource.type} is still in use, so it cannot be deleted.`] });
  }
  if (!stored) return undefined;
  const key = stored.field.isBlamedOnId ? `${stored.name}.id` : stored.name;
  if (code === '23503')
    return invalid({ [key]: [`There is no ${stored.field.keptAs ?? stored.field.target} with this id.`] });
  if (code === '23505') return invalid({ [key]: [isTaken(resource)] });
  return undefined;
}

export const isTaken = ({ type }: Resource): string => `Another ${type} bears this value already.`;
