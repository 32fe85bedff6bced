/**
 * Questions that come again are prepared. Programs ask the same each night, and to plan a statement of many joins takes
 * longer than to find a row by it; but texts combine freely, and one that comes once is not worth being prepared.
 */
import { type Statement, statement } from '../../platform/database/statement.ts';

/** Texts that have come once; forgotten all at once when they are too many. */
const onceMax = 1000;
const once = new Set<string>();

export function recurring(text: string): Statement {
  if (once.has(text)) return statement(text);
  if (once.size >= onceMax) once.clear();
  once.add(text);
  return { text };
}
