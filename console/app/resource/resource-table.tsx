/**
 * A table of any resource: search, filters, sort, choice of columns, and any number of rows. Pages are requested while
 * scrolling, and only visible rows are rendered, so that the hundred thousandth is as fast as the first. On narrow
 * screens each row is a card.
 */
import { useMediaQuery } from '@mantine/hooks';
import type { Row } from '@muster/client/collection.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { type ReactNode, useMemo } from 'react';
import { useList } from '../data/queries.ts';
import { tableTexts } from '../texts/table.ts';
import { useTexts } from '../texts/texts.ts';
import { EmptyState, ProblemNotice } from '../ui/states.tsx';
import { type Column, ColumnChoice, useVisibility } from './columns.tsx';
import type { TableFilter } from './filters.tsx';
import { type ListState, queryOf } from './list-state.ts';
import { RowCards } from './row-cards.tsx';
import { TableFooter } from './table-footer.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { type TableRow, VirtualTable } from './virtual-table.tsx';

export interface ResourceTableProps<R extends Resource> {
  readonly resource: R;
  readonly state: ListState;
  readonly columns: readonly Column<R>[];
  readonly filters?: readonly TableFilter[];
  /** Fixed filters. */
  readonly fixed?: Readonly<Record<string, string>>;
  readonly defaultSort?: string;
  readonly ownerId?: string;
  /** Called when a row is opened; without it the table is read-only. */
  readonly onOpen?: (row: Row<R>) => void;
  readonly hrefOf?: (row: Row<R>) => string;
  /** Shown if there are no rows at all, not even without filters. */
  readonly empty?: ReactNode;
  /** The height of the scrolling box; by default the rest of the window. */
  readonly height?: string;
  /** The storage key of the column choice; by default the type of the resource. */
  readonly name?: string;
}

export function ResourceTable<R extends Resource>(props: ResourceTableProps<R>) {
  const { resource, state, columns, filters = [], fixed = {}, defaultSort, ownerId } = props;
  const [visibility, setVisible] = useVisibility(props.name ?? resource.type, columns);
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false;
  const sort = state.sort ?? defaultSort;
  const list = useList(resource, queryOf({ ...state, sort }, fixed), { ownerId });
  const pages = list.data?.pages;
  const rows = useMemo(
    () => pages?.flatMap(({ items, embedded }) => items.map((item): TableRow<R> => ({ item, embedded }))) ?? [],
    [pages],
  );
  const onEnd = () => {
    if (list.hasNextPage && !list.isFetchingNextPage && !list.isError) list.fetchNextPage();
  };
  const body = {
    ...props,
    rows,
    visibility,
    sort,
    onEnd,
    isLoading: list.isPending,
    isRefreshing: list.isPlaceholderData,
  };
  return (
    <div>
      <TableToolbar
        hasSearch={resource.searched.length > 0}
        filters={filters}
        state={state}
        isNarrow={isNarrow}
        columns={<ColumnChoice columns={columns} visibility={visibility} onChange={setVisible} />}
      />
      {list.isError && <ProblemNotice error={list.error} onRetry={() => list.refetch()} />}
      {list.isSuccess && rows.length === 0 ? (
        <Nothing state={state} empty={props.empty} />
      ) : isNarrow ? (
        <RowCards {...body} />
      ) : (
        <VirtualTable {...body} />
      )}
      <TableFooter loaded={rows.length} total={pages?.[0]?.totalCount ?? null} isLoading={list.isFetchingNextPage} />
    </div>
  );
}

function Nothing({ state, empty }: { readonly state: ListState; readonly empty: ReactNode }) {
  const t = useTexts(tableTexts);
  const isNarrowed = state.search !== '' || Object.keys(state.filters).length > 0;
  if (isNarrowed) return <EmptyState title={t.emptyFiltered}>{t.emptyFilteredHint}</EmptyState>;
  return <EmptyState title={t.empty}>{empty}</EmptyState>;
}
