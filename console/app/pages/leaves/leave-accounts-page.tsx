import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { AddButton, ManagedTable } from '../../resource/managed-table.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useLabels } from '../../texts/labels.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { organizationTexts } from '../../texts/organization.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { ArchivalBadge, useArchivalFilter } from '../organization/archival.tsx';

const units = ['workingDays', 'workingHours', 'businessDays', 'calendarDays'] as const;

export function LeaveAccountsPage() {
  const t = useTexts(leaveTexts).accounts;
  const { fieldLabel, valueLabel } = useLabels();
  const state = useAddressState(['isArchived', 'unit']);
  const archival = useArchivalFilter();
  const columns = useAccountColumns();
  return (
    <Page title={t.title} about={t.about} actions={<AddButton resource={leaveAccounts} label={t.add} />}>
      <ManagedTable
        resource={leaveAccounts}
        state={state}
        columns={columns}
        filters={[
          archival,
          {
            name: 'unit',
            label: fieldLabel('unit'),
            options: units.map((value) => ({ value, label: valueLabel(value) })),
          },
        ]}
        defaultSort="name"
        empty={t.empty}
        height="calc(100dvh - 280px)"
        editing={{
          members: ['name', 'unit', 'approvalLevels', 'remoteId'],
          addTitle: t.addTitle,
          hints: { unit: t.unitHint, approvalLevels: t.levelsHint },
          alsoChanges: [leaves],
        }}
      />
    </Page>
  );
}

function useAccountColumns(): readonly Column<typeof leaveAccounts>[] {
  const t = useTexts(organizationTexts);
  const { fieldLabel, valueLabel } = useLabels();
  const { number } = useFormats();
  return useMemo(
    () => [
      { id: 'name', header: t.name, sortKey: 'name', widthPx: 260, cell: ({ name }) => name },
      { id: 'unit', header: fieldLabel('unit'), widthPx: 160, cell: ({ unit }) => valueLabel(unit) },
      {
        id: 'levels',
        header: fieldLabel('approvalLevels'),
        widthPx: 160,
        cell: ({ approvalLevels }) => number(approvalLevels),
      },
      {
        id: 'state',
        header: t.state,
        widthPx: 120,
        cell: ({ isArchived }) => <ArchivalBadge isArchived={isArchived} />,
      },
      { id: 'remoteId', header: fieldLabel('remoteId'), widthPx: 160, cell: ({ remoteId }) => remoteId },
    ],
    [t, fieldLabel, valueLabel, number],
  );
}
