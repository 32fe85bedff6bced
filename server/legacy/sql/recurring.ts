/**
 * Prepares queries that come again. Programs send the same queries each night, and planning a statement with many joins
 * takes longer than finding a row; but texts combine freely, and a text that comes once is not worth preparing.
 */
import { type Statement, statement } from '../../platform/database/statement.ts';

/** Texts that have come once; all forgotten together when there are too many. */
const onceMax = 1000;
const once = new Set<string>();

export function recurring(text: string): Statement {
  if (once.has(text)) return statement(text);
  if (once.size >= onceMax) once.clear();
  once.add(text);
  return { text };
}
