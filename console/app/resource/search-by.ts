import type { Resource } from '@muster/contract/kit/resource.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useMay } from '../session.tsx';
import type { SearchBy } from './search-text.ts';

/** Parts of job titles find people too, so the role must open positions. */
export function useSearchBy({ searchedInside }: Resource): SearchBy {
  const may = useMay();
  return searchedInside.length > 0 && may(jobPositions, 'list') ? 'contains' : 'search';
}
