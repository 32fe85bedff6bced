/** Rows as cards on narrow screens: the first column is the title, the others follow with their names. */
import { Checkbox, Skeleton, Stack } from '@mantine/core';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { tableTexts } from '../texts/table.ts';
import { useTexts } from '../texts/texts.ts';
import { wrappedText } from '../ui/wrapped-text.tsx';
import { RowLink } from './row-link.tsx';
import classes from './table.module.css';
import type { RowsProps } from './virtual-table.tsx';

export function RowCards<R extends Resource>({
  rows,
  columns,
  visibility,
  onEnd,
  onOpen,
  hrefOf,
  isLoading,
  isRefreshing,
  height = 'calc(100dvh - 290px)',
  selection,
  nameOf,
}: RowsProps<R>) {
  const t = useTexts(tableTexts);
  const box = useRef<HTMLDivElement>(null);
  const [title, ...others] = columns.filter(({ id }) => visibility[id]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 64 + others.length * 22,
    overscan: 4,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the end comes nearer or moves away, not at every drawing
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 15) onEnd();
  }, [last, rows.length]);
  if (isLoading) {
    return (
      <Stack gap="xs" aria-busy>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height={96} />
        ))}
      </Stack>
    );
  }
  return (
    <div
      ref={box}
      className={classes.cards}
      style={{ height: `max(320px, ${height})` }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls can be scrolled with the keyboard
      tabIndex={0}
      data-refreshing={isRefreshing || undefined}
    >
      <ul style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (!row || !title) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the link in the title does the same by keyboard
            <li
              key={index}
              ref={virtual.measureElement}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
              onClick={onOpen && (() => onOpen(row.item))}
            >
              <div className={classes.card}>
                {selection && (
                  <Checkbox
                    className={classes.cardSelection}
                    aria-label={t.select(nameOf?.(row.item) ?? row.item.id)}
                    checked={selection.isSelected(row.item.id)}
                    onClick={(event) => event.stopPropagation()}
                    onChange={() => selection.toggle(row.item)}
                  />
                )}
                <RowLink row={row.item} hrefOf={hrefOf} onOpen={onOpen}>
                  {wrappedText(title.cell(row.item, row.embedded))}
                </RowLink>
                <dl>
                  {others.map(({ id, header, cell }) => (
                    <div key={id}>
                      <dt>{header}</dt>
                      <dd>{wrappedText(cell(row.item, row.embedded))}</dd>
                    </div>
                  ))}
                </dl>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
