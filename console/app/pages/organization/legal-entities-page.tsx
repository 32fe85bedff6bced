import { countryCodes } from '@muster/contract/codes.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { AddButton, ManagedTable } from '../../resource/managed-table.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useLabels } from '../../texts/labels.ts';
import { organizationTexts } from '../../texts/organization.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { ArchivalBadge, useArchivalFilter } from './archival.tsx';

const members = ['legalName', 'countryCode', 'currencyCode', 'taxIdentificationNumber', 'industryCode', 'remoteId'];

export function LegalEntitiesPage() {
  const t = useTexts(organizationTexts).legalEntities;
  const { fieldLabel, choiceLabels } = useLabels();
  const state = useAddressState(['isArchived', 'countryCode']);
  const archival = useArchivalFilter();
  const countries = { name: 'countryCode', label: fieldLabel('countryCode'), options: choiceLabels(countryCodes) };
  const columns = useLegalEntityColumns();
  return (
    <Page title={t.title} about={t.about} actions={<AddButton resource={legalEntities} label={t.add} />}>
      <ManagedTable
        resource={legalEntities}
        state={state}
        columns={columns}
        filters={[countries, archival]}
        empty={t.empty}
        editing={{ members, addTitle: t.addTitle, labels: { legalName: t.legalName } }}
      />
    </Page>
  );
}

function useLegalEntityColumns(): readonly Column<typeof legalEntities>[] {
  const t = useTexts(organizationTexts);
  const { fieldLabel } = useLabels();
  const { moment, country } = useFormats();
  return useMemo(
    () => [
      { id: 'name', header: t.legalEntities.legalName, widthPx: 280, cell: ({ legalName }) => legalName },
      {
        id: 'country',
        header: fieldLabel('countryCode'),
        widthPx: 180,
        cell: ({ countryCode }) => country(countryCode),
      },
      { id: 'currency', header: fieldLabel('currencyCode'), widthPx: 100, cell: ({ currencyCode }) => currencyCode },
      {
        id: 'taxNumber',
        header: t.legalEntities.taxNumber,
        widthPx: 180,
        cell: ({ taxIdentificationNumber }) => taxIdentificationNumber?.value,
      },
      {
        id: 'state',
        header: t.state,
        widthPx: 120,
        cell: ({ isArchived }) => <ArchivalBadge isArchived={isArchived} />,
      },
      { id: 'remoteId', header: fieldLabel('remoteId'), widthPx: 160, cell: ({ remoteId }) => remoteId },
      {
        id: 'changed',
        header: t.changed,
        widthPx: 180,
        isExtra: true,
        sortKey: 'lastUpdatedAt',
        cell: ({ lastUpdatedAt }) => moment(lastUpdatedAt),
      },
    ],
    [t, fieldLabel, moment, country],
  );
}
