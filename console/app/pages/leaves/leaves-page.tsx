import { Button, Group, SegmentedControl } from '@mantine/core';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { type ListState, useAddressState } from '../../resource/list-state.ts';
import { useNames } from '../../resource/names.ts';
import { useOpened } from '../../resource/opened.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import type { SearchParams } from '../../search-params.ts';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useLabels } from '../../texts/labels.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { useTexts } from '../../texts/texts.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PersonName } from '../people/person-name.tsx';
import { LeaveCalendar } from './leave-calendar.tsx';
import { useLeaveFilters } from './leave-filters.ts';
import { MoveLeaveDrawer } from './move-leave-drawer.tsx';

/** As a table or as a month; the address contains the view and the filters. */
export function LeavesPage() {
  const t = useTexts(leaveTexts);
  const words: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = words.view === 'calendar' ? 'calendar' : 'table';
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={
        <SegmentedControl
          aria-label={t.view}
          data={(['table', 'calendar'] as const).map((value) => ({ value, label: t.views[value] }))}
          value={view}
          onChange={(chosen) =>
            navigate({ to: '.', search: (current: SearchParams) => ({ ...current, view: chosen }), replace: true })
          }
        />
      }
    >
      {view === 'table' ? <LeaveTable /> : <LeaveCalendar />}
    </Page>
  );
}

function LeaveTable() {
  const t = useTexts(leaveTexts);
  const filters = useLeaveFilters();
  const state = useAddressState([...filters.map(({ name }) => name), 'since', 'until']);
  const columns = useLeaveColumns();
  const mayMove = useMay()(leaves, 'update');
  return (
    <div>
      <Period state={state} />
      <ResourceTable
        resource={leaves}
        state={state}
        columns={columns}
        filters={filters}
        defaultSort="-startsOn"
        empty={t.empty}
        height="calc(100dvh - 320px)"
      />
      {mayMove && <MoveLeaveDrawer />}
    </div>
  );
}

/** Leaves that overlap these days. */
function Period({ state }: { readonly state: ListState }) {
  const t = useTexts(leaveTexts);
  const ends = ['since', 'until'] as const;
  return (
    <Group gap="sm" mb="sm">
      {ends.map((end) => (
        <DayInput
          key={end}
          label={t[end]}
          value={state.filters[end] ?? null}
          isClearable
          w={160}
          onChange={(day) => state.change({ [end]: day ?? undefined })}
        />
      ))}
    </Group>
  );
}

function useLeaveColumns(): readonly Column<typeof leaves>[] {
  const t = useTexts(leaveTexts);
  const { valueLabel } = useLabels();
  const { day, number } = useFormats();
  const accountName = useNames(leaveAccounts);
  const mayMove = useMay()(leaves, 'update');
  const [, open] = useOpened();
  return useMemo(
    () => [
      {
        id: 'person',
        header: t.person,
        widthPx: 220,
        cell: ({ employee }) => <PersonName id={employee.id} hasPicture />,
      },
      { id: 'kind', header: t.kind, widthPx: 180, cell: ({ leaveAccount }) => accountName(leaveAccount.id) },
      {
        id: 'from',
        header: t.from,
        sortKey: 'startsOn',
        widthPx: 200,
        cell: ({ startsOn, startPosition }) =>
          startPosition === 'secondHalfDay' ? `${day(startsOn)}, ${t.afternoon}` : day(startsOn),
      },
      {
        id: 'to',
        header: t.to,
        sortKey: 'endsOn',
        widthPx: 200,
        cell: ({ endsOn, endPosition }) =>
          endPosition === 'firstHalfDay' ? `${day(endsOn)}, ${t.morning}` : day(endsOn),
      },
      {
        id: 'duration',
        header: t.duration,
        widthPx: 110,
        cell: ({ totalDuration: { value, unit } }) => `${number(value)} ${valueLabel(unit)}`,
      },
      {
        id: 'status',
        header: t.status,
        widthPx: 130,
        cell: ({ status }) => <StatusBadge status={status} label={t.statuses[status]} />,
      },
      ...(mayMove ? [moveColumn(t.moveOne, open)] : []),
    ],
    [t, valueLabel, day, number, accountName, mayMove, open],
  );
}

const moveColumn = (label: string, open: (id: string) => void): Column<typeof leaves> => ({
  id: 'move',
  header: '',
  widthPx: 110,
  cell: ({ id, status }) =>
    status !== 'cancelled' && (
      <Button size="compact-sm" variant="subtle" onClick={() => open(id)}>
        {label}
      </Button>
    ),
});
