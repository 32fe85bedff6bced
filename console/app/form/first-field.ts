/** The first field of a form has the focus when it opens. */
import { type RefObject, useEffect } from 'react';

const fields =
  'input:not([type=hidden]):not([type=file]):not(:disabled), textarea:not(:disabled), select:not(:disabled)';

/** In a drawer or dialog, whose focus trap would take the button that closes it. */
export function useFirstField(element: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const dialog = element.current?.closest('[role=dialog]');
    const first = element.current?.querySelector<HTMLElement>(fields);
    if (!dialog || !first) return;
    // The trap of a dialog that is just opening looks for this mark.
    if (!dialog.querySelector('[data-autofocus]')) first.setAttribute('data-autofocus', 'true');
    const { activeElement } = document;
    const isTyping = activeElement !== null && element.current?.contains(activeElement);
    if (!isTyping) first.focus({ preventScroll: true });
  }, [element]);
}
