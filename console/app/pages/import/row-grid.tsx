/**
 * The rows of the file, in which every cell can be corrected. Only visible rows are rendered. Arrow keys and Enter move
 * from row to row; on narrow screens each row is a card.
 */
import { Checkbox, Group, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useServiceWords } from '../../form/service-words.ts';
import { useFormats } from '../../texts/formats.ts';
import { importTexts } from '../../texts/imports.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { columnOfFault } from './fault-columns.ts';
import type { Sheet } from './file-rows.ts';
import classes from './import.module.css';
import type { Faults } from './import-run.ts';
import { useColumnLabel } from './labels.ts';
import type { Matching } from './match.ts';

interface RowGridProps {
  readonly sheet: Sheet;
  readonly matching: Matching;
  readonly faults: Faults;
  readonly isLocked: boolean;
  readonly onEdit: (place: number, column: number, cell: string) => void;
}

interface GridColumn {
  readonly column: number;
  readonly label: string;
}

export function RowGrid({ sheet, matching, faults, isLocked, onEdit }: RowGridProps) {
  const t = useTexts(importTexts);
  const { number } = useFormats();
  const labelOf = useColumnLabel();
  const [isOnlyFaults, setOnlyFaults] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const columns = useMemo(
    () => matching.flatMap((path, column) => (path === null ? [] : [{ column, label: labelOf(path) }])),
    [matching, labelOf],
  );
  const places = useMemo(
    () => (isOnlyFaults ? [...faults.keys()].sort((one, other) => one - other) : sheet.rows.map((_, place) => place)),
    [isOnlyFaults, faults, sheet.rows],
  );
  const virtual = useVirtualizer({
    count: places.length,
    getScrollElement: () => box.current,
    estimateSize: () => 40,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <Panel title={t.rows} about={t.rowsAbout}>
      <Group mb="xs" justify="space-between">
        <Text size="sm" role="status">
          {faults.size > 0 && t.summary.failed(number(faults.size))}
        </Text>
        {faults.size > 0 && (
          <Checkbox
            label={t.onlyFaults}
            checked={isOnlyFaults}
            onChange={(event) => setOnlyFaults(event.currentTarget.checked)}
          />
        )}
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls can be scrolled with the keyboard */}
      <div ref={box} className={classes.box} tabIndex={0}>
        <table className={classes.grid} aria-rowcount={places.length + 1}>
          <GridHead columns={columns} hasFaults={faults.size > 0} />
          <tbody onKeyDown={moveBetweenRows}>
            {before > 0 && <tr style={{ height: before }} aria-hidden />}
            {items.map(({ index }) => {
              const place = places[index] ?? 0;
              return (
                <GridRow
                  key={place}
                  measured={virtual.measureElement}
                  index={index}
                  place={place}
                  cells={sheet.rows[place] ?? []}
                  columns={columns}
                  matching={matching}
                  fault={faults.get(place)}
                  hasFaults={faults.size > 0}
                  isLocked={isLocked}
                  onEdit={onEdit}
                />
              );
            })}
            {after > 0 && <tr style={{ height: after }} aria-hidden />}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function GridHead({ columns, hasFaults }: { readonly columns: readonly GridColumn[]; readonly hasFaults: boolean }) {
  const t = useTexts(importTexts);
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">{t.row}</th>
        {hasFaults && <th scope="col">{t.fault}</th>}
        {columns.map(({ column, label }) => (
          <th key={column} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface GridRowProps {
  readonly measured: (element: Element | null) => void;
  readonly index: number;
  readonly place: number;
  readonly cells: readonly string[];
  readonly columns: readonly GridColumn[];
  readonly matching: Matching;
  readonly fault: Readonly<Record<string, readonly string[]>> | undefined;
  readonly hasFaults: boolean;
  readonly isLocked: boolean;
  readonly onEdit: (place: number, column: number, cell: string) => void;
}

function GridRow({ index, place, cells, columns, matching, fault = {}, isLocked, ...props }: GridRowProps) {
  const t = useTexts(importTexts);
  const { number } = useFormats();
  const faultyColumns = new Set(Object.keys(fault).map((path) => columnOfFault(path, matching)));
  const row = number(place + 1);
  return (
    <tr ref={props.measured} data-index={index} aria-rowindex={index + 2}>
      <td className={classes.number}>
        <span className={classes.label}>{t.row}</span>
        {row}
      </td>
      {props.hasFaults && (
        <td className={classes.fault} id={`fault-${place}`}>
          <FaultWords fault={fault} />
        </td>
      )}
      {columns.map(({ column, label }) => (
        <td key={column}>
          <span className={classes.label} aria-hidden>
            {label}
          </span>
          <input
            className={classes.cell}
            aria-label={t.cell(label, row)}
            data-column={column}
            value={cells[column] ?? ''}
            readOnly={isLocked}
            {...(faultyColumns.has(column) && { 'aria-invalid': true, 'aria-describedby': `fault-${place}` })}
            onChange={(event) => props.onEdit(place, column, event.currentTarget.value)}
          />
        </td>
      ))}
    </tr>
  );
}

function FaultWords({ fault }: { readonly fault: Readonly<Record<string, readonly string[]>> }) {
  const labelOf = useColumnLabel();
  const wordsFor = useServiceWords();
  return Object.entries(fault).map(([path, messages]) => (
    <div key={path}>
      {path !== '$' && `${labelOf(path)}: `}
      {messages.map(wordsFor).join(' ')}
    </div>
  ));
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event;
  const step = key === 'ArrowDown' || key === 'Enter' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(target instanceof HTMLInputElement)) return;
  const row = target.closest('tr');
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  const cell = next?.querySelector<HTMLInputElement>(`input[data-column="${target.dataset.column}"]`);
  if (!cell) return;
  event.preventDefault();
  cell.focus();
  cell.select();
}
