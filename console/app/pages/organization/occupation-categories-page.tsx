import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { FieldInput } from '../../resource/field-input.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { AddButton, ManagedTable } from '../../resource/managed-table.tsx';
import { useNames } from '../../resource/names.ts';
import { useFormats } from '../../texts/formats.ts';
import { useLabels } from '../../texts/labels.ts';
import { organizationTexts } from '../../texts/organization.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';

const filter = 'businessEstablishments.id';

export function OccupationCategoriesPage() {
  const t = useTexts(organizationTexts).categories;
  const { fieldLabel } = useLabels();
  const state = useAddressState([filter]);
  const columns = useCategoryColumns();
  return (
    <Page title={t.title} about={t.about} actions={<AddButton resource={occupationCategories} label={t.add} />}>
      <ManagedTable
        resource={occupationCategories}
        state={state}
        columns={columns}
        filters={[{ name: filter, label: fieldLabel('businessEstablishment'), resource: businessEstablishments }]}
        empty={t.empty}
        editing={{
          members: ['title', 'businessEstablishments', 't9n'],
          addTitle: t.addTitle,
          hints: { businessEstablishments: t.everywhereHint },
          custom: {
            // No selection means everywhere, which is null in the API.
            businessEstablishments: (props) => (
              <FieldInput
                {...props}
                onChange={(ids) => props.onChange(Array.isArray(ids) && ids.length === 0 ? null : ids)}
              />
            ),
          },
        }}
      />
    </Page>
  );
}

function useCategoryColumns(): readonly Column<typeof occupationCategories>[] {
  const t = useTexts(organizationTexts).categories;
  const { fieldLabel } = useLabels();
  const { list } = useFormats();
  const nameOf = useNames(businessEstablishments);
  return useMemo(
    () => [
      { id: 'title', header: fieldLabel('title'), widthPx: 260, cell: ({ title }) => title },
      {
        id: 'establishments',
        header: fieldLabel('businessEstablishments'),
        cell: ({ businessEstablishments: used }) =>
          used === null ? t.everywhere : list(used.map(({ id }) => nameOf(id))),
      },
    ],
    [t, fieldLabel, list, nameOf],
  );
}
