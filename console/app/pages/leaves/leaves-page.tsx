import { Anchor, Button, Group, SegmentedControl } from '@mantine/core';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { type ListState, useAddressState } from '../../resource/list-state.ts';
import { useNames } from '../../resource/names.ts';
import { useOpened } from '../../resource/opened.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import type { SearchParams } from '../../search-params.ts';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PersonName } from '../people/person-name.tsx';
import { LeaveCalendar } from './leave-calendar.tsx';
import { LeaveDrawer } from './leave-drawer.tsx';
import { useLeaveFilters } from './leave-filters.ts';
import { RecordLeaveDrawer } from './record-leave-drawer.tsx';

/** In the address, in the place of an id. */
const recording = 'record';

/** As a table or as a month; the address contains the view and the filters. */
export function LeavesPage() {
  const t = useTexts(leaveTexts);
  const words: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = words.view === 'calendar' ? 'calendar' : 'table';
  const desk = useTexts(leaveDeskTexts);
  const [opened, open] = useOpened();
  const mayRecord = useMay()(leaves, 'create');
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={
        <Group gap="xs">
          <SegmentedControl
            aria-label={t.view}
            data={(['table', 'calendar'] as const).map((value) => ({ value, label: t.views[value] }))}
            value={view}
            onChange={(chosen) =>
              navigate({ to: '.', search: (current: SearchParams) => ({ ...current, view: chosen }), replace: true })
            }
          />
          {mayRecord && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => open(recording)}>
              {desk.record}
            </Button>
          )}
        </Group>
      }
    >
      {view === 'table' ? <LeaveTable /> : <LeaveCalendar />}
      <RelatedPages />
      <RecordLeaveDrawer isOpen={mayRecord && opened === recording} onClose={() => open(undefined)} />
      <LeaveDrawer id={opened === recording ? undefined : opened} onClose={() => open(undefined)} />
    </Page>
  );
}

/** What days are counted by. */
function RelatedPages() {
  const t = useTexts(shellTexts).navigation;
  const may = useMay();
  const pages = [
    ['/leave-accounts', t.leaveAccounts, leaveAccounts],
    ['/public-holidays', t.publicHolidays, publicHolidaysCalendars],
    ['/working-time', t.workingTime, workingTimeArrangements],
  ] as const;
  return (
    <Group gap="md">
      {pages
        .filter(([, , resource]) => may(resource, 'list'))
        .map(([to, label]) => (
          <Anchor key={to} size="sm" renderRoot={(props) => <Link to={to} {...props} />}>
            {label}
          </Anchor>
        ))}
    </Group>
  );
}

function LeaveTable() {
  const t = useTexts(leaveTexts);
  const filters = useLeaveFilters();
  const state = useAddressState([...filters.map(({ name }) => name), 'since', 'until']);
  const columns = useLeaveColumns();
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
        height="calc(100dvh - 350px)"
      />
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
  const { day, duration } = useFormats();
  const accountName = useNames(leaveAccounts);
  const mayMove = useMay()(leaves, 'update');
  const [, open] = useOpened();
  return useMemo(
    () => [
      {
        id: 'person',
        header: t.person,
        widthPx: 168,
        cell: ({ employee }) => <PersonName id={employee.id} hasPicture />,
      },
      { id: 'kind', header: t.kind, widthPx: 120, cell: ({ leaveAccount }) => accountName(leaveAccount.id) },
      {
        id: 'from',
        header: t.from,
        sortKey: 'startsOn',
        widthPx: 172,
        cell: ({ startsOn, startPosition }) =>
          startPosition === 'secondHalfDay' ? `${day(startsOn)}, ${t.afternoon}` : day(startsOn),
      },
      {
        id: 'to',
        header: t.to,
        sortKey: 'endsOn',
        widthPx: 175,
        cell: ({ endsOn, endPosition }) =>
          endPosition === 'firstHalfDay' ? `${day(endsOn)}, ${t.morning}` : day(endsOn),
      },
      {
        id: 'duration',
        header: t.duration,
        widthPx: 95,
        cell: ({ totalDuration }) => duration(totalDuration),
      },
      {
        id: 'status',
        header: t.status,
        widthPx: 125,
        cell: ({ status }) => <StatusBadge status={status} label={t.statuses[status]} />,
      },
      ...(mayMove ? [moveColumn(t.change, t.moveOne, open)] : []),
    ],
    [t, day, duration, accountName, mayMove, open],
  );
}

const moveColumn = (header: string, label: string, open: (id: string) => void): Column<typeof leaves> => ({
  id: 'move',
  header,
  widthPx: 145,
  cell: ({ id, status }) =>
    status !== 'cancelled' && (
      <Button size="compact-sm" variant="subtle" onClick={() => open(id)}>
        {label}
      </Button>
    ),
});
