import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A SQL text, prepared once per connection. The account is always `$1`: no statement can run without one. */
export interface Statement {
  readonly text: string;
  /** Derived from the text, so that a name never means two texts. Absent: not worth preparing. */
  readonly name?: string;
}

/** Filters combine freely, so texts are without number. A text that comes again after it was forgotten has the same name. */
const known = new LRUCache<string, Statement>({ max: 2000 });

export function statement(text: string): Statement {
  const found = known.get(text);
  if (found) return found;
  const made = { text, name: `muster_${hash('sha1', text, 'base64url')}` };
  known.set(text, made);
  return made;
}
