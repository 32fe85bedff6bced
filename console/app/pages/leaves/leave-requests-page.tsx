import { SegmentedControl } from '@mantine/core';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAccountTime } from '../../account-time.ts';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { useOpened } from '../../resource/opened.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import type { SearchParams } from '../../search-params.ts';
import { useFormats } from '../../texts/formats.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PersonNameText } from '../people/person-name.tsx';
import { LeaveSummary } from './leave-summary.tsx';
import { PendingRequests } from './pending-requests.tsx';
import { RequestDrawer } from './request-drawer.tsx';

const statuses = ['pending', 'approved', 'rejected', 'cancelled'] as const;

/** Pending requests come first; all others are one click away. */
export function LeaveRequestsPage() {
  const t = useTexts(leaveTexts).requests;
  const { status: label, view } = useTexts(leaveTexts);
  const words: SearchParams = useSearch({ strict: false });
  const state = useAddressState(['status']);
  const [opened, open] = useOpened();
  const columns = useRequestColumns();
  const isAll = words.view === 'all';
  const options = statuses.map((value) => ({ value, label: t.statuses[value] }));
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={
        <SegmentedControl
          aria-label={view}
          data={(['pending', 'all'] as const).map((value) => ({ value, label: t.views[value] }))}
          value={isAll ? 'all' : 'pending'}
          onChange={(chosen) => state.change({ view: chosen === 'all' ? chosen : undefined, status: undefined })}
        />
      }
    >
      {isAll ? (
        <ResourceTable
          resource={leaveRequests}
          state={state}
          columns={columns}
          filters={[{ name: 'status', label, options }]}
          defaultSort="-id"
          empty={t.empty}
          onOpen={({ id }) => open(id)}
        />
      ) : (
        <PendingRequests onOpen={open} />
      )}
      <RequestDrawer id={opened} onClose={() => open(undefined)} />
    </Page>
  );
}

function useRequestColumns(): readonly Column<typeof leaveRequests>[] {
  const all = useTexts(leaveTexts);
  const { number } = useFormats();
  const { fromNow } = useAccountTime();
  return useMemo(() => {
    const t = all.requests;
    return [
      { id: 'person', header: all.person, widthPx: 200, cell: ({ employee }) => <PersonNameText id={employee.id} /> },
      {
        id: 'leave',
        header: all.kind,
        widthPx: 320,
        cell: ({ leaves: [asked] }) => asked && <LeaveSummary id={asked.id} />,
      },
      {
        id: 'levels',
        header: t.levels,
        widthPx: 110,
        cell: ({ approvedLevels, approvalLevels }) => t.levelsOf(number(approvedLevels), number(approvalLevels)),
      },
      {
        id: 'approver',
        header: t.approver,
        widthPx: 170,
        cell: ({ expectedApprover }) => expectedApprover && <PersonNameText id={expectedApprover.id} />,
      },
      {
        id: 'status',
        header: all.status,
        widthPx: 120,
        cell: ({ status }) => <StatusBadge status={status} label={t.statuses[status]} />,
      },
      { id: 'asked', header: t.asked, sortKey: 'createdAt', widthPx: 130, cell: ({ createdAt }) => fromNow(createdAt) },
    ];
  }, [all, number, fromNow]);
}
