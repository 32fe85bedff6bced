import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { ManagedTable } from '../../resource/managed-table.tsx';
import { useFormats } from '../../texts/formats.ts';
import { taxonomyTexts } from '../../texts/taxonomies.ts';
import { useTexts } from '../../texts/texts.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useArchivalFilter } from '../organization/archival.tsx';

interface LabelTableProps {
  readonly taxonomyId: string;
  readonly sortedBy: 'id' | 'name';
}

/** Labels are renamed, translated, archived and deleted one by one; sorted as the taxonomy says. */
export function LabelTable({ taxonomyId, sortedBy }: LabelTableProps) {
  const t = useTexts(taxonomyTexts);
  const state = useAddressState(['isArchived']);
  const archival = useArchivalFilter();
  const columns = useLabelColumns();
  return (
    <ManagedTable
      resource={taxonomyLabels}
      state={state}
      columns={columns}
      filters={[archival]}
      fixed={{ 'taxonomy.id': taxonomyId }}
      defaultSort={sortedBy}
      empty={t.labelEmpty}
      editing={{
        members: ['name', 'remoteId', 't9n'],
        addTitle: t.addLabels,
        labels: { remoteId: t.remoteId },
      }}
    />
  );
}

function useLabelColumns(): readonly Column<typeof taxonomyLabels>[] {
  const t = useTexts(taxonomyTexts);
  const { moment, number } = useFormats();
  return useMemo(
    () => [
      { id: 'name', header: t.label, sortKey: 'name', widthPx: 280, cell: ({ name }) => name },
      { id: 'remoteId', header: t.remoteId, widthPx: 160, cell: ({ remoteId }) => remoteId && <code>{remoteId}</code> },
      {
        id: 'translations',
        header: t.translations,
        widthPx: 130,
        cell: ({ t9n }) => number(Object.values(t9n.name ?? {}).filter(Boolean).length),
      },
      {
        id: 'state',
        header: t.state,
        widthPx: 120,
        cell: ({ isArchived }) => (
          <StatusBadge
            status={isArchived ? 'deactivated' : 'active'}
            label={isArchived ? t.states.archived : t.states.active}
          />
        ),
      },
      {
        id: 'changed',
        header: t.changed,
        sortKey: 'lastUpdatedAt',
        widthPx: 190,
        isExtra: true,
        cell: ({ lastUpdatedAt }) => moment(lastUpdatedAt),
      },
    ],
    [t, moment, number],
  );
}
