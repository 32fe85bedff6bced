/** Renders the visible rows of a table, between two spacer rows for the others. */
import { Checkbox, Skeleton, UnstyledButton } from '@mantine/core';
import type { Row } from '@muster/client/collection.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type ColumnDef, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { Embedded } from '../data/queries.ts';
import { tableTexts } from '../texts/table.ts';
import { useTexts } from '../texts/texts.ts';
import type { Column, Visibility } from './columns.tsx';
import type { ListState } from './list-state.ts';
import { rowIndexOf, rowKeys } from './row-keys.ts';
import { RowLink } from './row-link.tsx';
import classes from './table.module.css';

export interface TableRow<R extends Resource> {
  readonly item: Row<R>;
  readonly embedded: Embedded;
}

/** Rows that a person has selected for a change of all of them. */
export interface Selection<R extends Resource> {
  readonly isSelected: (id: string) => boolean;
  readonly toggle: (row: Row<R>) => void;
  /** Of the loaded rows. */
  readonly areAllSelected: boolean;
  readonly toggleAll: () => void;
}

export interface RowsProps<R extends Resource> {
  readonly rows: readonly TableRow<R>[];
  readonly columns: readonly Column<R>[];
  readonly visibility: Visibility;
  readonly state: ListState;
  readonly sort: string | undefined;
  /** Called near the last row to load more. */
  readonly onEnd: () => void;
  readonly onOpen?: (row: Row<R>) => void;
  readonly hrefOf?: (row: Row<R>) => string;
  readonly isLoading: boolean;
  readonly isRefreshing: boolean;
  readonly height?: string;
  readonly selection?: Selection<R>;
  /** The name of a row, for its checkbox. */
  readonly nameOf?: (row: Row<R>) => string;
}

export const rowHeightPx = 44;
const aheadRows = 30;
const features = tableFeatures({ columnVisibilityFeature });

const idOf = <R extends Resource>({ item }: TableRow<R>): string => item.id;

function useRows<R extends Resource>({ rows, columns, visibility }: RowsProps<R>) {
  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, header, cell }): ColumnDef<typeof features, TableRow<R>> => ({
          id,
          header,
          cell: ({ row }) => cell(row.original.item, row.original.embedded),
        }),
      ),
    [columns],
  );
  // The library's type is mutable; it does not change the list.
  const data = rows as TableRow<R>[];
  return useTable({
    features,
    columns: definitions,
    data,
    getRowId: idOf,
    state: { columnVisibility: { ...visibility } },
  });
}

export function VirtualTable<R extends Resource>(props: RowsProps<R>) {
  const { columns, onEnd, isLoading, isRefreshing, height = 'calc(100dvh - 226px)' } = props;
  const box = useRef<HTMLDivElement>(null);
  const table = useRows(props);
  const { rows } = table.getRowModel();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeightPx,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the end comes nearer or moves away, not at every drawing
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - aheadRows) onEnd();
  }, [last, rows.length]);
  const shown = columns.filter(({ id }) => props.visibility[id]);
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div
      ref={box}
      className={classes.box}
      style={{ maxHeight: height }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls can be scrolled with the keyboard
      tabIndex={0}
      data-refreshing={isRefreshing || undefined}
    >
      <table className={classes.table} aria-rowcount={rows.length + 1} aria-busy={isLoading}>
        <colgroup>
          {props.selection && <col style={{ width: 44 }} />}
          {shown.map(({ id, widthPx }) => (
            <col key={id} style={{ width: widthPx ?? 180 }} />
          ))}
        </colgroup>
        <TableHead columns={shown} sort={props.sort} state={props.state} selection={props.selection} />
        <tbody onKeyDown={rowKeys({ count: rows.length, scrollToIndex: virtual.scrollToIndex })}>
          {isLoading && <LoadingBody count={shown.length} />}
          {before > 0 && <tr style={{ height: before }} aria-hidden />}
          {items.map(({ index }) => {
            const row = rows[index];
            if (!row) return null;
            const open = props.onOpen;
            return (
              <tr
                key={row.id}
                aria-rowindex={rowIndexOf(index)}
                className={classes.row}
                onClick={open && (() => open(row.original.item))}
                data-opens={(open ?? props.hrefOf) ? true : undefined}
                aria-selected={props.selection?.isSelected(row.original.item.id)}
              >
                {props.selection && <SelectionCell {...props} selection={props.selection} row={row.original.item} />}
                {row.getVisibleCells().map((cell, place) => (
                  <td key={cell.id}>
                    {place === 0 ? (
                      <RowLink row={row.original.item} hrefOf={props.hrefOf} onOpen={open}>
                        <table.FlexRender cell={cell} />
                      </RowLink>
                    ) : (
                      <table.FlexRender cell={cell} />
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
          {after > 0 && <tr style={{ height: after }} aria-hidden />}
        </tbody>
      </table>
    </div>
  );
}

interface TableHeadProps<R extends Resource> {
  readonly columns: readonly Column<R>[];
  readonly sort: string | undefined;
  readonly state: ListState;
  readonly selection: Selection<R> | undefined;
}

function TableHead<R extends Resource>({ columns, sort, state, selection }: TableHeadProps<R>) {
  const t = useTexts(tableTexts);
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col">
            <Checkbox
              size="xs"
              aria-label={t.selectAll}
              checked={selection.areAllSelected}
              onChange={selection.toggleAll}
            />
          </th>
        )}
        {columns.map(({ id, header, sortKey }) => {
          if (sortKey === undefined)
            return (
              <th key={id} scope="col">
                {header}
              </th>
            );
          const isUp = sort === sortKey;
          const isDown = sort === `-${sortKey}`;
          const Icon = isUp ? IconArrowUp : isDown ? IconArrowDown : IconArrowsSort;
          return (
            <th key={id} scope="col" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
              <UnstyledButton
                className={classes.sort}
                data-active={isUp || isDown || undefined}
                title={t.sortBy(header)}
                onClick={() => state.change({ sort: isUp ? `-${sortKey}` : sortKey })}
              >
                {header} <Icon size={14} />
              </UnstyledButton>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function LoadingBody({ count }: { readonly count: number }) {
  return Array.from({ length: 12 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
    <tr key={row} className={classes.row}>
      {Array.from({ length: count }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: likewise
        <td key={column}>
          <Skeleton height={14} width={`${80 - ((row * 7 + column * 13) % 40)}%`} />
        </td>
      ))}
    </tr>
  ));
}

interface SelectionCellProps<R extends Resource> {
  readonly selection: Selection<R>;
  readonly row: Row<R>;
  readonly nameOf?: (row: Row<R>) => string;
}

/** Outside of the order of Tab: Space on the link of the row does the same. */
export function SelectionCell<R extends Resource>({ selection, row, nameOf }: SelectionCellProps<R>) {
  const t = useTexts(tableTexts);
  return (
    <td data-selects>
      <Checkbox
        size="xs"
        tabIndex={-1}
        aria-label={t.select(nameOf?.(row) ?? row.id)}
        checked={selection.isSelected(row.id)}
        onClick={(event) => event.stopPropagation()}
        onChange={() => selection.toggle(row)}
      />
    </td>
  );
}
