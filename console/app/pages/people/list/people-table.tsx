/**
 * The table of people as a workbench: any column, any filter, selected rows that change together, exports. Pages are
 * requested while scrolling; a hundred thousand people are never loaded at once.
 */
import { ActionIcon, Button, Group, Popover, Text, Tooltip } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { IconFilterPlus } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import { type ScreenQuery, useList } from '../../../data/queries.ts';
import type { TableFilter } from '../../../resource/filters.tsx';
import { type ListState, queryOf } from '../../../resource/list-state.ts';
import { RowCards } from '../../../resource/row-cards.tsx';
import { useSearchBy } from '../../../resource/search-by.ts';
import { TableFooter } from '../../../resource/table-footer.tsx';
import { TableToolbar } from '../../../resource/table-toolbar.tsx';
import { type TableRow, VirtualTable } from '../../../resource/virtual-table.tsx';
import { useMay } from '../../../session.tsx';
import { useFormats } from '../../../texts/formats.ts';
import { tableTexts } from '../../../texts/table.ts';
import { useTexts } from '../../../texts/texts.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { EmptyState, ProblemNotice } from '../../../ui/states.tsx';
import type { Person } from '../career.ts';
import { usePeopleColumns } from '../columns.tsx';
import { ColumnPicker } from './column-picker.tsx';
import { type Condition, parameterOf } from './conditions.ts';
import { ExportMenu } from './export-menu.tsx';
import { FilterChips } from './filter-chips.tsx';
import { type FilterMember, useFilterMembers } from './filter-members.ts';
import { useChosenColumns, useSelection } from './use-workbench.ts';

/** Loaded when it is first opened: the table does not need its inputs. */
const FilterBuilder = lazy(async () => ({ default: (await import('./filter-builder.tsx')).FilterBuilder }));

interface PeopleTableProps {
  readonly state: ListState;
  /** Filters with a control of their own. */
  readonly filters: readonly TableFilter[];
  readonly onBulk: (people: readonly Person[]) => void;
}

const defaultSort = 'familyName';
const hrefOf = ({ id }: { readonly id: string }): string => `/people/${id}`;
const nameOf = ({ givenName, familyName }: Person): string => `${givenName} ${familyName}`;

export function PeopleTable({ state, filters, onBulk }: PeopleTableProps) {
  const columns = usePeopleColumns();
  const members = useFilterMembers();
  const [visibility, setVisible] = useChosenColumns(columns, state.change);
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false;
  const sort = state.sort ?? defaultSort;
  const query = queryOf({ ...state, sort }, {}, useSearchBy(employees));
  const { list, rows, selection, mayChange } = usePeopleRows(query);
  const body = {
    rows,
    columns,
    visibility,
    state,
    sort,
    hrefOf,
    nameOf,
    isLoading: list.isPending,
    isRefreshing: list.isPlaceholderData,
    onEnd: () => {
      if (list.hasNextPage && !list.isFetchingNextPage && !list.isError) list.fetchNextPage();
    },
    ...(mayChange && { selection: selection.rows }),
  };
  const tools = (
    <Group gap="xs" wrap="nowrap">
      <FilterButton members={members} state={state} />
      <ExportMenu query={query} columns={columns.filter(({ id }) => visibility[id])} />
      <ColumnPicker columns={columns} visibility={visibility} onChange={setVisible} />
    </Group>
  );
  const total = list.data?.pages[0]?.totalCount ?? null;
  return (
    <div>
      <TableToolbar hasSearch filters={filters} state={state} isNarrow={isNarrow} columns={tools} />
      <FilterChips state={state} members={members} others={filters.map(({ name }) => name)} />
      <SelectionBar count={selection.people.length} onBulk={() => onBulk(selection.people)} onClear={selection.clear} />
      {list.isError && <ProblemNotice error={list.error} onRetry={() => list.refetch()} />}
      {list.isSuccess && rows.length === 0 ? (
        <Nothing state={state} />
      ) : isNarrow ? (
        <RowCards {...body} />
      ) : (
        <VirtualTable {...body} />
      )}
      <TableFooter loaded={rows.length} total={total} isLoading={list.isFetchingNextPage} />
    </div>
  );
}

/** The loaded people, and which of them are selected. */
function usePeopleRows(query: ScreenQuery) {
  const may = useMay();
  const list = useList(employees, query);
  const pages = list.data?.pages;
  const rows = useMemo(
    () =>
      pages?.flatMap(({ items, embedded }) => items.map((item): TableRow<typeof employees> => ({ item, embedded }))) ??
      [],
    [pages],
  );
  const people = useMemo(() => rows.map(({ item }) => item), [rows]);
  const selection = useSelection(people);
  const mayChange = may(jobPositions, 'create') || may(employeeAttributes, 'create');
  return { list, rows, selection, mayChange };
}

function Nothing({ state }: { readonly state: ListState }) {
  const t = useTexts(tableTexts);
  const isNarrowed = state.search !== '' || Object.keys(state.filters).length > 0;
  if (isNarrowed) return <EmptyState title={t.emptyFiltered}>{t.emptyFilteredHint}</EmptyState>;
  return <EmptyState title={t.empty} />;
}

interface FilterButtonProps {
  readonly members: readonly FilterMember[];
  readonly state: ListState;
}

function FilterButton({ members, state }: FilterButtonProps) {
  const t = useTexts(workbenchTexts);
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const add = (condition: Condition) => {
    const [parameter, value] = parameterOf(condition);
    state.change({ [parameter]: value });
    close();
  };
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" trapFocus withinPortal shadow="md" width={340}>
      <Popover.Target>
        <Tooltip label={t.moreFilters}>
          <ActionIcon variant="default" size={36} aria-label={t.moreFilters} onClick={toggle}>
            <IconFilterPlus size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.moreFilters}>
        <Suspense>
          <FilterBuilder members={members} onAdd={add} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

interface SelectionBarProps {
  readonly count: number;
  readonly onBulk: () => void;
  readonly onClear: () => void;
}

function SelectionBar({ count, onBulk, onClear }: SelectionBarProps) {
  const t = useTexts(workbenchTexts);
  const { number } = useFormats();
  if (count === 0) return null;
  return (
    <Group gap="sm" mb="sm">
      <Text size="sm" fw={600} role="status">
        {t.selected(number(count), count === 1)}
      </Text>
      <Button size="compact-sm" onClick={onBulk}>
        {t.bulk}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onClear}>
        {t.clearSelection}
      </Button>
    </Group>
  );
}
