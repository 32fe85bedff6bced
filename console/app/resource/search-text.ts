/** What is searched for: nothing if only separators were typed, which the API refuses because they hold no word. */
export const searchText = (typed: string): string => (/[^\s\-_,.]/.test(typed) ? typed.trim() : '');

/** The parameter of the API: by beginnings of words, or by any part of a text. */
export type SearchBy = 'search' | 'contains';
