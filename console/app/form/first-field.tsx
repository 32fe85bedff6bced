/** The first field of what opens has the focus: the trap of a dialog would take the button that closes it. */
import { type RefObject, useEffect, useRef } from 'react';

/** A file is chosen by a button, which is marked. What can only be copied is the first one where nothing is entered. */
const fields =
  'input:not([type=hidden]):not([type=file]):not(:disabled):not([data-copy]), textarea:not(:disabled), select:not(:disabled), [data-field]';

/** Of a form in a dialog that may have been open before. */
export function useFirstField(element: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (element.current) focusFirst(element.current);
  }, [element]);
}

/** A child of the content of every dialog: also of fields outside of a form, and of those that are drawn later. */
export function FirstField() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const content = mark.current?.parentElement;
    if (!content || isChosen(content) || focusFirst(content)) return;
    focusItself(content);
    const drawn = new MutationObserver(() => {
      if (isChosen(content) || focusFirst(content)) drawn.disconnect();
    });
    drawn.observe(content, { childList: true, subtree: true });
    return () => drawn.disconnect();
  }, []);
  return <span ref={mark} hidden />;
}

/** Until a field is drawn, and where there is none: a blank that is typed must not press the button that closes. */
function focusItself(content: HTMLElement): void {
  content.tabIndex = -1;
  content.style.outline = 'none';
  content.setAttribute('data-autofocus', 'true');
  content.focus({ preventScroll: true });
}

/** A dialog that asks chooses the button that changes nothing. */
const isChosen = (content: Element): boolean => content.querySelector('[data-autofocus]') !== null;

/** False if there is no field, or no dialog. */
function focusFirst(content: HTMLElement): boolean {
  const dialog = content.closest('[role=dialog]');
  const first = content.querySelector<HTMLElement>(fields) ?? content.querySelector<HTMLElement>('[data-copy]');
  if (!dialog || !first) return false;
  content.removeAttribute('data-autofocus');
  // The trap of a dialog that is just opening looks for this mark.
  if (!isChosen(dialog)) first.setAttribute('data-autofocus', 'true');
  const focused = document.activeElement;
  if (focused === content || !content.contains(focused)) first.focus({ preventScroll: true });
  return true;
}
