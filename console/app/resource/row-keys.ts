/** Keys in a table that draws only the rows on the screen: they move between the links of all loaded rows. */
import type { KeyboardEvent } from 'react';

interface Rows {
  readonly count: number;
  readonly scrollToIndex: (index: number) => void;
}

const pageRows = 10;
/** A row that was far away is drawn within some frames. */
const framesMax = 20;

const stepsOf: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, last) => Math.min(at + pageRows, last),
  PageUp: (at) => Math.max(at - pageRows, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Space selects the row. */
export const rowKeys =
  ({ count, scrollToIndex }: Rows) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const row = event.target instanceof Element ? event.target.closest('tr') : null;
    if (row === null) return;
    if (event.key === ' ') {
      const box = row.querySelector<HTMLElement>('td[data-selects] input');
      if (!box || event.target === box) return;
      event.preventDefault();
      box.click();
      return;
    }
    const step = stepsOf[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const wanted = step(indexOf(row), count - 1);
    if (wanted < 0 || wanted >= count) return;
    scrollToIndex(wanted);
    focusRow(event.currentTarget, wanted, framesMax);
  };

/** Rows count from 1, and the first is that of the headings. */
export const rowIndexOf = (index: number): number => index + 2;

const indexOf = (row: Element): number => Number(row.getAttribute('aria-rowindex')) - 2;

function focusRow(body: HTMLElement, index: number, framesLeft: number): void {
  const link = body.querySelector<HTMLElement>(`tr[aria-rowindex="${rowIndexOf(index)}"] :is(a, button)`);
  if (link) link.focus();
  else if (framesLeft > 0) requestAnimationFrame(() => focusRow(body, index, framesLeft - 1));
}
