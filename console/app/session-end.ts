/** What happens when the service does not know the session any more, or stops it for what it lacks. */
import { queryClient, sessionEnded } from './data/cache.ts';
import { lackIn } from './data/problems.ts';
import { readSession } from './data/session.ts';
import { isTakenOver } from './data/tab-person.ts';
import { hasUnsaved, personKey, storeDrafts } from './form/unsaved.ts';
import { safeNext } from './next.ts';
import { sessionOptions } from './session.tsx';

/** Where to come back to, and why the session was stopped where it was not simply over. */
export function signInSearch(next: string, error: unknown): Record<string, string> {
  const problem = lackIn(error);
  return { next, ...(problem && { problem }) };
}

/** Somebody else has signed in in another tab: this one shows their data, unless that would lose entries of a form. */
export function followOtherTabs(): void {
  window.addEventListener('storage', () => {
    if (isTakenOver() && !hasUnsaved()) window.location.reload();
  });
}

/**
 * One 401 is enough, unless it was of a token that another request has just replaced: the session is looked at once more. The
 * page is loaded from the beginning, so that nothing of the person stays in memory; it knows where to come back to. Entries
 * of open forms wait in the storage of the tab, for this person alone.
 */
export function leaveWhenSessionEnds(location: () => { readonly pathname: string; readonly href: string }): void {
  let isLooking = false;
  sessionEnded.addEventListener('ended', async () => {
    const { pathname, href } = location();
    if (isLooking || pathname === '/sign-in' || pathname === '/invitation') return;
    isLooking = true;
    try {
      await readSession({ signal: AbortSignal.timeout(10_000) });
      await queryClient.invalidateQueries();
    } catch (error) {
      const session = queryClient.getQueryData(sessionOptions.queryKey);
      if (session) storeDrafts(personKey(session));
      window.location.assign(`/console/sign-in?${new URLSearchParams(signInSearch(safeNext(href), error))}`);
    } finally {
      isLooking = false;
    }
  });
}
