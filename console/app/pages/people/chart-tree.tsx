/** The tree of an org chart, with the keys that people know from other trees. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './chart.module.css';
import { useChart } from './chart-state.ts';

const item = '[role=treeitem]';

function focusItem(wanted: HTMLElement | null | undefined): void {
  wanted?.focus();
  wanted?.scrollIntoView({ block: 'nearest' });
}

/** The item that a key leads to; undefined if the key means nothing here, null if there is no such item. */
function itemAt(key: string, current: HTMLElement, all: readonly HTMLElement[]): HTMLElement | null | undefined {
  const at = all.indexOf(current);
  switch (key) {
    case 'ArrowDown':
      return all[at + 1] ?? null;
    case 'ArrowUp':
      return all[at - 1] ?? null;
    case 'Home':
      return all[0] ?? null;
    case 'End':
      return all.at(-1) ?? null;
    case 'ArrowLeft':
      return current.closest('ul')?.closest('li')?.querySelector<HTMLElement>(item) ?? null;
    case 'ArrowRight':
      return current.nextElementSibling?.querySelector<HTMLElement>(item) ?? null;
    default:
      return undefined;
  }
}

/** Left closes an open branch first, right opens a closed one first, Enter follows the link of the item. */
function useKeys() {
  const { setOpen } = useChart();
  return (event: KeyboardEvent<HTMLElement>) => {
    const current = event.target as HTMLElement;
    if (!current.matches(item) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') return current.querySelector<HTMLElement>('a, button:not([aria-expanded])')?.click();
    const state = current.getAttribute('aria-expanded');
    const toggles =
      (event.key === 'ArrowLeft' && state === 'true') || (event.key === 'ArrowRight' && state === 'false');
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(item)];
    const wanted = itemAt(event.key, current, all);
    if (wanted === undefined) return;
    event.preventDefault();
    if (toggles) setOpen(current.dataset.id ?? '', state === 'false');
    else focusItem(wanted);
  };
}

export function Tree({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const keys = useKeys();
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: lists are the common elements of a tree
    <ul className={classes.branch} data-first role="tree" aria-label={label} onKeyDown={keys}>
      {children}
    </ul>
  );
}

export const Branch = ({ children }: { readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: the branch of a tree, not a group of inputs
  <ul className={classes.branch} role="group">
    {children}
  </ul>
);

interface TreeItemProps {
  readonly id: string;
  readonly depth: number;
  readonly row: ReactNode;
  /** Its number in its level, from 1, and how many the level has: not all of them may be drawn. */
  readonly at: number;
  readonly of: number;
  /** Undefined if there is nothing below. */
  readonly isOpen?: boolean | undefined;
  /** The branch below. */
  readonly children?: ReactNode;
}

/** All items can be reached with Tab: the first one alone would not be found by people who do not know the arrow keys. */
export function TreeItem({ id, depth, row, at, of, isOpen, children }: TreeItemProps) {
  const { path, takeFocus } = useChart();
  const isWanted = path.at(-1) === id;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isWanted || !takeFocus()) return;
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView({ block: 'center' });
  }, [isWanted, takeFocus]);
  return (
    <li role="none">
      <div
        ref={element}
        className={classes.item}
        role="treeitem"
        tabIndex={0}
        data-id={id}
        aria-level={depth + 1}
        aria-posinset={at}
        aria-setsize={of}
        aria-current={isWanted || undefined}
        {...(isOpen !== undefined && { 'aria-expanded': isOpen })}
      >
        {row}
      </div>
      {children}
    </li>
  );
}
