import { Select } from '@mantine/core';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import type { FieldInputProps } from '../../resource/field-input-props.ts';
import { useAddressState } from '../../resource/list-state.ts';
import { AddButton, ManagedTable } from '../../resource/managed-table.tsx';
import { useNames } from '../../resource/names.ts';
import { useLabels } from '../../texts/labels.ts';
import { organizationTexts } from '../../texts/organization.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { ArchivalBadge, useArchivalFilter } from './archival.tsx';

const members = [
  'name',
  'legalEntity',
  'timezoneId',
  'isHeadquarters',
  'address',
  'taxIdentificationNumber',
  'industryCode',
  'remoteId',
];

export function EstablishmentsPage() {
  const t = useTexts(organizationTexts).establishments;
  const { fieldLabel } = useLabels();
  const state = useAddressState(['isArchived', 'legalEntity.id']);
  const archival = useArchivalFilter();
  const columns = useEstablishmentColumns();
  return (
    <Page title={t.title} about={t.about} actions={<AddButton resource={businessEstablishments} label={t.add} />}>
      <ManagedTable
        resource={businessEstablishments}
        state={state}
        columns={columns}
        filters={[
          archival,
          { name: 'legalEntity.id', label: fieldLabel('legalEntity'), resource: legalEntities, widthPx: 200 },
        ]}
        empty={t.empty}
        editing={{
          members,
          addTitle: t.addTitle,
          hints: { timezoneId: t.timezoneHint },
          custom: { timezoneId: (props) => <TimezoneInput {...props} /> },
        }}
      />
    </Page>
  );
}

function TimezoneInput({ label, description, value, onChange, errorAt }: FieldInputProps) {
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  return (
    <Select
      label={label}
      description={description}
      data={zones}
      value={typeof value === 'string' ? value : null}
      error={errorAt('')}
      onChange={onChange}
      searchable
      clearable
      limit={100}
    />
  );
}

function useEstablishmentColumns(): readonly Column<typeof businessEstablishments>[] {
  const t = useTexts(organizationTexts);
  const { yes } = useTexts(shellTexts);
  const { fieldLabel } = useLabels();
  const entityName = useNames(legalEntities);
  return useMemo(
    () => [
      { id: 'name', header: t.name, widthPx: 220, cell: ({ name }) => name },
      {
        id: 'legalEntity',
        header: fieldLabel('legalEntity'),
        widthPx: 220,
        cell: ({ legalEntity }) => entityName(legalEntity.id),
      },
      { id: 'town', header: t.establishments.town, widthPx: 140, cell: ({ address }) => address?.locality },
      { id: 'timezone', header: fieldLabel('timezoneId'), widthPx: 150, cell: ({ timezoneId }) => timezoneId },
      {
        id: 'headquarters',
        header: t.establishments.headquarters,
        widthPx: 120,
        cell: ({ isHeadquarters }) => isHeadquarters && yes,
      },
      {
        id: 'state',
        header: t.state,
        widthPx: 120,
        cell: ({ isArchived }) => <ArchivalBadge isArchived={isArchived} />,
      },
      {
        id: 'remoteId',
        header: fieldLabel('remoteId'),
        widthPx: 160,
        isExtra: true,
        cell: ({ remoteId }) => remoteId,
      },
    ],
    [t, yes, fieldLabel, entityName],
  );
}
