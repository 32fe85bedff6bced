/** Erasures of people: planned by one administrator, approved by another, and run in the background. */
import { Button } from '@mantine/core';
import { erasures } from '@muster/contract/administration/erasures.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { IconUserX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { useOpened } from '../../resource/opened.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { privacyTexts } from '../../texts/privacy.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ErasureDrawer } from './erasure-drawer.tsx';
import { PlanErasureDrawer } from './plan-erasure-drawer.tsx';
import { Subject } from './subject.tsx';

const planning = 'new';

export function ErasuresPage() {
  const t = useTexts(privacyTexts);
  const may = useMay();
  const [opened, open] = useOpened();
  const state = useAddressState(['status', 'employee.id']);
  const columns = useColumns();
  const statuses = Object.entries(t.erasures.statuses).map(([value, label]) => ({ value, label }));
  return (
    <Page
      title={t.erasures.title}
      about={t.erasures.about}
      actions={
        may(erasures, 'create') && (
          <Button leftSection={<IconUserX size={16} />} onClick={() => open(planning)}>
            {t.erasures.plan}
          </Button>
        )
      }
    >
      <ResourceTable
        resource={erasures}
        state={state}
        columns={columns}
        defaultSort="-id"
        onOpen={({ id }) => open(id)}
        empty={t.erasures.empty}
        filters={[
          { name: 'status', label: t.status, widthPx: 200, options: statuses },
          { name: 'employee.id', label: t.person, widthPx: 200, resource: employees },
        ]}
      />
      <PlanErasureDrawer isOpen={opened === planning} onClose={() => open(undefined)} />
      <ErasureDrawer id={opened === planning ? undefined : opened} onClose={() => open(undefined)} />
    </Page>
  );
}

function useColumns(): readonly Column<typeof erasures>[] {
  const t = useTexts(privacyTexts);
  const { moment } = useFormats();
  return useMemo(
    () => [
      { id: 'person', header: t.person, widthPx: 240, cell: ({ employee }) => <Subject id={employee.id} /> },
      {
        id: 'status',
        header: t.status,
        widthPx: 190,
        cell: ({ status }) => <StatusBadge status={status} label={t.erasures.statuses[status]} />,
      },
      { id: 'reason', header: t.reason, widthPx: 280, cell: ({ reason }) => reason },
      { id: 'plannedBy', header: t.erasures.plannedBy, widthPx: 200, cell: ({ plannedBy }) => plannedBy.name },
      { id: 'plannedOn', header: t.erasures.plannedOn, widthPx: 180, cell: ({ createdAt }) => moment(createdAt) },
      {
        id: 'endedAt',
        header: t.erasures.endedAt,
        widthPx: 180,
        cell: ({ endedAt }) => (endedAt === null ? '' : moment(endedAt)),
      },
    ],
    [t, moment],
  );
}
