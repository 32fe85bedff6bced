/**
 * Leaves in days: a line for each person, a column for each day, half days fill half of their cell. Arrow keys move
 * from cell to cell, and each cell says in words what it shows.
 */
import { ScrollArea } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { useFormats } from '../../texts/formats.ts';
import type { Holidays } from './holidays.ts';
import classes from './leave-calendar.module.css';
import type { PersonLeaves } from './leaves-by-person.ts';
import { AwayRow, DaysHead, PersonRow, type Place } from './month-rows.tsx';

export interface MonthGridProps {
  readonly label: string;
  readonly days: readonly string[];
  readonly people: readonly PersonLeaves[];
  readonly holidaysOf: (arrangementId: string | null) => Holidays;
  /** The leave that is being decided or entered. */
  readonly markedId?: string;
  readonly onOpen?: (leaveId: string) => void;
}

/** So many rows are drawn at once: a longer list draws what is on the screen, and some more above and below. */
const drawnMax = 100;
const drawnAround = 15;
const rowHeightPx = 31;

/** The rows on the screen, which scrolls as a whole, and the heights of the others. */
function useDrawnRows(count: number, box: RefObject<HTMLElement | null>) {
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeightPx,
    overscan: count <= drawnMax ? count : drawnAround,
    scrollMargin: box.current ? box.current.getBoundingClientRect().top + window.scrollY : 0,
  });
  const items = virtual.getVirtualItems();
  const { scrollMargin } = virtual.options;
  return {
    indexes: items.map(({ index }) => index),
    beforePx: (items[0]?.start ?? scrollMargin) - scrollMargin,
    afterPx: virtual.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin),
    measure: virtual.measureElement,
  };
}

export function MonthGrid({ label, days, people, onOpen, ...others }: MonthGridProps) {
  const { longDay } = useFormats();
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  const body = useRef<HTMLTableSectionElement>(null);
  const { indexes, beforePx, afterPx, measure } = useDrawnRows(people.length, body);
  const named = useMemo(() => days.map((date) => ({ date, words: longDay(date) })), [days, longDay]);
  // The cell that Tab leads to is always one that is drawn.
  const focusedRow = Math.min(Math.max(place.row, indexes[0] ?? 0), indexes.at(-1) ?? 0);
  return (
    <ScrollArea type="auto">
      <table
        className={classes.month}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells take the focus
        role="grid"
        aria-label={label}
        aria-rowcount={people.length + 2}
        onKeyDown={moveWithKeys}
      >
        <DaysHead days={named} />
        <tbody ref={body} onFocus={(event) => setPlace(placeOf(event.target) ?? place)}>
          {beforePx > 0 && <tr style={{ height: beforePx }} aria-hidden />}
          {indexes.map((row) => {
            const person = people[row];
            if (!person) return null;
            return (
              <PersonRow
                {...others}
                key={person.id}
                ref={measure}
                row={row}
                person={person}
                days={named}
                focusedColumn={row === focusedRow ? place.column : -1}
                onOpen={onOpen}
              />
            );
          })}
          {afterPx > 0 && <tr style={{ height: afterPx }} aria-hidden />}
        </tbody>
        <AwayRow days={named} people={people} />
      </table>
    </ScrollArea>
  );
}

const cellOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('td[data-row]') : null;

function placeOf(target: EventTarget): Place | null {
  const { row, column } = cellOf(target)?.dataset ?? {};
  return row === undefined ? null : { row: Number(row), column: Number(column) };
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

function moveWithKeys(event: KeyboardEvent<HTMLTableElement>): void {
  const cell = cellOf(event.target);
  const from = placeOf(event.target);
  if (!cell || !from) return;
  if (event.key === 'Enter') cell.click();
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const columns = cell.parentElement?.querySelectorAll('td').length ?? 0;
  const column = Math.max(0, Math.min(columns - 1, from.column + step[1]));
  const next = `td[data-row="${from.row + step[0]}"][data-column="${column}"]`;
  event.currentTarget.querySelector<HTMLElement>(next)?.focus();
}
