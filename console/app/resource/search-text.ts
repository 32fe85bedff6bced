import { limits } from '@muster/contract/limits.ts';

/**
 * What is searched for: nothing if only separators were typed, which the API refuses because they hold no word, and of a
 * pasted page as much as the API takes. The cut may go through a character of two parts, which no address can hold.
 */
export function searchText(typed: string): string {
  const text = typed.trim().slice(0, limits.searchCharactersMax).toWellFormed();
  return /[^\s\-_,.]/.test(text) ? text : '';
}

/** The parameter of the API: by beginnings of words, or by any part of a text. */
export type SearchBy = 'search' | 'contains';
