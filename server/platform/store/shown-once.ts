/** A member that is not stored, such as a new secret, in the response that shows it once. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { OpenText } from '../database/texts.ts';
import { withTail } from './address.ts';
import type { StoredRow } from './read.ts';

/** Members stand in the order of the declaration, this one too. */
export function showingOnce({ fields }: Resource, shown: StoredRow, member: string, value: string): StoredRow {
  const names = Object.keys(fields);
  const next = names.slice(names.indexOf(member) + 1).find((name) => fields[name]?.column !== 'once');
  const text = shown.representation;
  const written = `,"${member}":${JSON.stringify(value)}`;
  // A quote inside a text is escaped, so this is found only where a member begins.
  const at = next === undefined ? -1 : text.indexOf(`,"${next}":`);
  const representation = at === -1 ? withTail(text, written) : text.slice(0, at) + written + text.slice(at);
  // Parts of an open text, and what this process has written in between.
  return { ...shown, representation: representation as OpenText };
}
