/**
 * The state of a list: search, sort, filters. On its own page it is in the address, under the names of the API, so that
 * it can be bookmarked and shared.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ScreenQuery } from '../data/queries.ts';
import type { SearchParams } from '../search-params.ts';
import { type SearchBy, searchText } from './search-text.ts';

export interface ListState {
  readonly search: string;
  readonly sort: string | undefined;
  readonly filters: Readonly<Record<string, string>>;
  /** Undefined removes a parameter; the others stay. */
  readonly change: (words: SearchParams) => void;
}

function stateOf(words: SearchParams, filterNames: readonly string[], change: ListState['change']): ListState {
  const filters = filterNames.flatMap((name) => {
    const value = words[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { search: words.search ?? '', sort: words.sort, filters: Object.fromEntries(filters), change };
}

const without = (words: SearchParams): SearchParams =>
  Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined && value !== ''));

/** Stored in the address. */
export function useAddressState(filterNames: readonly string[]): ListState {
  const words: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (changed: SearchParams) =>
    navigate({ to: '.', search: (current: SearchParams) => without({ ...current, ...changed }), replace: true });
  return stateOf(words, filterNames, change);
}

/** Stored in the component: for lists inside a page with another subject. */
export function useOwnState(filterNames: readonly string[], initial: SearchParams = {}): ListState {
  const [words, setWords] = useState<SearchParams>(initial);
  return stateOf(words, filterNames, (changed) => setWords((current) => without({ ...current, ...changed })));
}

/** Filter values are as in the address: several are separated by commas, `null` means none. */
export function queryOf(
  { search, sort, filters }: ListState,
  fixed: Readonly<Record<string, string>> = {},
  searchBy: SearchBy = 'search',
): ScreenQuery {
  const all = { ...filters, ...fixed };
  return {
    chosen: {
      ...(searchText(search) !== '' && { [searchBy]: searchText(search) }),
      ...(sort !== undefined && { sort: [sort] }),
      ...(Object.keys(all).length > 0 && { filters: all }),
    },
  };
}
