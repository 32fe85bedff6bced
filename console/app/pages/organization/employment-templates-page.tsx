import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { AddButton, ManagedTable } from '../../resource/managed-table.tsx';
import { useNames } from '../../resource/names.ts';
import { useFormats } from '../../texts/formats.ts';
import { useLabels } from '../../texts/labels.ts';
import { organizationTexts } from '../../texts/organization.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { ArchivalBadge, useArchivalFilter } from './archival.tsx';

export function EmploymentTemplatesPage() {
  const t = useTexts(organizationTexts).templates;
  const state = useAddressState(['isArchived']);
  const archival = useArchivalFilter();
  const columns = useTemplateColumns();
  return (
    <Page title={t.title} about={t.about} actions={<AddButton resource={employmentTemplates} label={t.add} />}>
      <ManagedTable
        resource={employmentTemplates}
        state={state}
        columns={columns}
        filters={[archival]}
        empty={t.empty}
        editing={{
          members: ['title', 'term', 'audience', 'legalEntities', 't9n'],
          addTitle: t.addTitle,
          initial: { legalEntities: [] },
          hints: { legalEntities: t.allHint },
        }}
      />
    </Page>
  );
}

function useTemplateColumns(): readonly Column<typeof employmentTemplates>[] {
  const t = useTexts(organizationTexts);
  const { fieldLabel, valueLabel } = useLabels();
  const { list } = useFormats();
  const nameOf = useNames(legalEntities);
  return useMemo(
    () => [
      { id: 'title', header: fieldLabel('title'), widthPx: 260, cell: ({ title }) => title },
      { id: 'term', header: fieldLabel('term'), widthPx: 160, cell: ({ term }) => valueLabel(term) },
      { id: 'audience', header: fieldLabel('audience'), widthPx: 130, cell: ({ audience }) => valueLabel(audience) },
      {
        id: 'legalEntities',
        header: fieldLabel('legalEntities'),
        widthPx: 240,
        cell: ({ legalEntities: offered }) =>
          offered.length === 0 ? t.templates.all : list(offered.map(({ id }) => nameOf(id))),
      },
      {
        id: 'state',
        header: t.state,
        widthPx: 120,
        cell: ({ isArchived }) => <ArchivalBadge isArchived={isArchived} />,
      },
    ],
    [t, fieldLabel, valueLabel, list, nameOf],
  );
}
