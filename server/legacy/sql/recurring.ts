/**
 * Questions that come again are prepared. Programs ask the same each night, and to plan a statement of many joins takes
 * longer than to find a row by it; but texts combine freely, and a connection keeps whatever it has prepared.
 */
import type { Statement } from '../../database/statement.ts';

/** A connection keeps some hundred kilobytes for each. */
const preparedMax = 50;
/** Texts that have come once; forgotten all at once when they are too many. */
const onceMax = 1000;

const once = new Set<string>();
const prepared = new Map<string, Statement>();

export function recurring(text: string): Statement {
  const known = prepared.get(text);
  if (known) return known;
  if (once.has(text) && prepared.size < preparedMax) {
    const named = { text, name: `muster_legacy_${prepared.size}` };
    prepared.set(text, named);
    once.delete(text);
    return named;
  }
  if (once.size >= onceMax) once.clear();
  once.add(text);
  return { text };
}
