/** SQL that compares a row before a change, `before`, with the row after it, `given`. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { memberValues } from './representation.ts';

/**
 * The members that differ, with their former values; limited to some members if no other can differ. `lastUpdatedAt` is
 * excluded because it always differs.
 */
export function previousAttributes(resource: Resource, among: readonly string[]): string {
  const differing = comparisons(resource, among).map(
    ({ name, was, differs }) => `case when ${differs} then ',"${name}":' || coalesce(${was}, 'null') else '' end`,
  );
  return differing.length === 0 ? `'{}'` : `'{' || substr(${differing.join(' || ')}, 2) || '}'`;
}

/** The names of the members that differ, an array. */
export function changedAttributes(resource: Resource, among: readonly string[]): string {
  const names = comparisons(resource, among).map(({ name, differs }) => `case when ${differs} then '${name}' end`);
  return `array_remove(array[${names.join(', ')}]::text[], null)`;
}

function comparisons(resource: Resource, among: readonly string[]) {
  const after = memberValues(resource, 'given');
  return [...memberValues(resource, 'before')]
    .filter(([name]) => name !== 'lastUpdatedAt' && name !== 'createdAt' && among.includes(name))
    .map(([name, was]) => ({ name, was, differs: `${was} is distinct from ${after.get(name)}` }));
}
