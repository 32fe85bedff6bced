/** What every page stands in: the root of all addresses, and the frame behind the sign-in. */
import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { queryClient } from './data/cache.ts';
import { isSignedOut } from './data/problems.ts';
import { searchParamsOf } from './search-params.ts';
import { sessionOptions } from './session.tsx';
import { signInSearch } from './session-end.ts';
import { Shell } from './shell/shell.tsx';

export const root = createRootRoute({ component: Outlet, validateSearch: searchParamsOf });

/** All pages that need a sign-in. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(sessionOptions);
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: '/sign-in', search: signInSearch(location.href, error) });
      throw error;
    }
  },
});

export const within = <const P extends string>(path: P) => ({ getParentRoute: () => inside, path });
