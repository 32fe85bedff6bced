/** Asks before another page is opened while a form has unsaved entries; the browser asks before the tab is closed. */
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { forgetDrafts, forgetDraftsOfOthers, hasUnsaved, personKey } from '../form/unsaved.ts';
import type { SearchParams } from '../search-params.ts';
import { useSession } from '../session.tsx';

/** With its dialog only when it is needed. */
const DiscardDialog = lazy(async () => ({ default: (await import('../form/discard-dialog.tsx')).DiscardDialog }));

interface Address {
  readonly pathname: string;
  readonly search: SearchParams;
}

/** Another filter of the same page keeps its forms, but what is open in it and its tab are in the address, too. */
const keepsForms = (current: Address, next: Address): boolean =>
  current.pathname === next.pathname &&
  (current.search.open === undefined ||
    (next.search.open === current.search.open && next.search.tab === current.search.tab));

export function UnsavedGuard() {
  const person = personKey(useSession());
  useEffect(() => forgetDraftsOfOthers(person), [person]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !keepsForms(current, next) && hasUnsaved(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <DiscardDialog
        onKeep={blocker.reset}
        onDiscard={() => {
          forgetDrafts();
          blocker.proceed();
        }}
      />
    </Suspense>
  );
}
