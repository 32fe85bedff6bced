import { useNavigate } from '@tanstack/react-router';
import type { SearchParams } from '../search-params.ts';

/** Undefined leaves a part out. */
export function useMomentChange(): (moment: { asOf: string | undefined; knownAt: string | undefined }) => void {
  const navigate = useNavigate();
  return (moment) => {
    navigate({ to: '.', search: (current: SearchParams) => ({ ...current, ...moment }), replace: true });
  };
}
