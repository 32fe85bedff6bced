/** A member that is not stored, such as a new secret, in the response that shows it once. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { withMember } from './address.ts';
import type { StoredRow } from './read.ts';

/** Members stand in the order of the declaration, this one too. */
export function showingOnce({ fields }: Resource, shown: StoredRow, member: string, value: string): StoredRow {
  const names = Object.keys(fields);
  const next = names.slice(names.indexOf(member) + 1).find((name) => fields[name]?.column !== 'once');
  return { ...shown, representation: withMember(shown.representation, member, value, next) };
}
