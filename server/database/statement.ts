/** A SQL text, prepared once per connection. The account is always `$1`: no statement can be run without one. */
export interface Statement {
  readonly text: string;
  /** Absent once many texts exist: filters combine freely, and a server keeps every named statement in memory. */
  readonly name?: string;
}

const namedStatementsMax = 500;
const known = new Map<string, Statement>();

export function statement(text: string): Statement {
  const found = known.get(text);
  if (found) return found;
  if (known.size >= namedStatementsMax) return { text };
  const made = { text, name: `muster_${known.size}` };
  known.set(text, made);
  return made;
}
