/** Asks before another page is opened while a form has unsaved entries; the browser asks before the tab is closed. */
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { forgetDrafts, forgetDraftsOfOthers, hasUnsaved, personKey } from '../form/unsaved.ts';
import { useSession } from '../session.tsx';

/** With its dialog only when it is needed. */
const DiscardDialog = lazy(async () => ({ default: (await import('../form/discard-dialog.tsx')).DiscardDialog }));

export function UnsavedGuard() {
  const person = personKey(useSession());
  useEffect(() => forgetDraftsOfOthers(person), [person]);
  const blocker = useBlocker({
    // Another tab or filter of the same page keeps its forms.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsaved(),
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
