/** What is open on a page is in its address, so that it can be linked, and is open again after a sign-in. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SearchParams } from '../search-params.ts';

const word = 'open';

/** The open row; `new` for a new one. */
export function useOpened(): readonly [string | undefined, (id: string | undefined) => void] {
  const words: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = (id: string | undefined) =>
    navigate({
      to: '.',
      search: (current: SearchParams) => {
        const { [word]: _, ...others } = current;
        return id === undefined ? others : { ...others, [word]: id };
      },
      replace: true,
      // Who closes a form with its own buttons has been asked already.
      ignoreBlocker: true,
    });
  return [words[word], open];
}
