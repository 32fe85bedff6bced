import { List, Text } from '@mantine/core';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { useMemo } from 'react';
import { useAll } from '../../data/queries.ts';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { AddButton, ManagedTable } from '../../resource/managed-table.tsx';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useLabels } from '../../texts/labels.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { organizationTexts } from '../../texts/organization.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { ArchivalBadge, useArchivalFilter } from '../organization/archival.tsx';

const units = ['workingDays', 'workingHours', 'businessDays', 'calendarDays'] as const;

export function LeaveAccountsPage() {
  const t = useTexts(leaveTexts).accounts;
  const { fieldLabel, valueLabel } = useLabels();
  const may = useMay();
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
        height="calc(100dvh - 460px)"
        editing={{
          members: ['name', 'unit', 'approvalLevels', 'remoteId'],
          addTitle: t.addTitle,
          hints: { unit: t.unitHint, approvalLevels: t.levelsHint },
          alsoChanges: [leaves],
        }}
      />
      {may(publicHolidaysCalendars, 'list') && <PublicHolidays />}
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

/** Read-only here: the API does not allow changes. */
function PublicHolidays() {
  const t = useTexts(leaveTexts).accounts;
  const found = useAll(publicHolidaysCalendars);
  return (
    <Panel title={t.holidays} about={t.holidaysAbout}>
      {found.isError && <ProblemNotice error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <LoadingRows count={3} />}
      {found.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noHolidays}
        </Text>
      )}
      <List size="sm">
        {found.data?.map(({ id, name }) => (
          <List.Item key={id}>{name}</List.Item>
        ))}
      </List>
    </Panel>
  );
}
