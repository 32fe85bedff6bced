import { hash } from 'node:crypto';

/** A SQL text, prepared once per connection. The account is always `$1`: no statement can run without one. */
export interface Statement {
  readonly text: string;
  /** Derived from the text, so that a name never means two texts. Absent: not worth preparing. */
  readonly name?: string;
}

/**
 * Filters combine freely, so there is no limit to texts: those in use are kept, in two generations. A forgotten text
 * gets the same name again.
 */
const generationMax = 1000;
let current = new Map<string, Statement>();
let former = new Map<string, Statement>();

export function statement(text: string): Statement {
  const found = current.get(text);
  if (found) return found;
  const kept = former.get(text) ?? { text, name: `muster_${hash('sha1', text, 'base64url')}` };
  if (current.size >= generationMax) {
    former = current;
    current = new Map();
  }
  current.set(text, kept);
  return kept;
}
