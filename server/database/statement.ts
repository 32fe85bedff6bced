import { hash } from 'node:crypto';

/** A SQL text, prepared once per connection. The account is always `$1`: no statement can be run without one. */
export interface Statement {
  readonly text: string;
  /** Made of the text, so that a name never means two texts. Absent: not worth being prepared. */
  readonly name?: string;
}

/**
 * Filters combine freely, so texts are without number: those in use are kept, in two generations. A text that comes
 * again after it was forgotten gets the same name.
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
