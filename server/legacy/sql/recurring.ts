/**
 * Prepares queries that come again. Programs send the same queries each night, and planning a statement with many joins
 * takes longer than finding a row; but texts combine freely, and a text that comes once is not worth preparing.
 */
import { LRUCache } from 'lru-cache';
import { type Statement, statement } from '../../platform/database/statement.ts';

/** Texts that have come once. */
const once = new LRUCache<string, true>({ max: 1000 });

export function recurring(text: string): Statement {
  if (once.get(text)) return statement(text);
  once.set(text, true);
  return { text };
}
