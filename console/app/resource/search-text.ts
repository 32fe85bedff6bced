import type { Resource } from '@muster/contract/kit/resource.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useMay } from '../session.tsx';

/** What is searched for: nothing if only separators were typed, which the API refuses because they hold no word. */
export const searchText = (typed: string): string => (/[^\s\-_,.]/.test(typed) ? typed.trim() : '');

/** The parameter of the API: by beginnings of words, or by any part of a text. */
export type SearchBy = 'search' | 'contains';

/** Parts of job titles find people too, so the role must open positions. */
export function useSearchBy({ searchedInside }: Resource): SearchBy {
  const may = useMay();
  return searchedInside.length > 0 && may(jobPositions, 'list') ? 'contains' : 'search';
}
