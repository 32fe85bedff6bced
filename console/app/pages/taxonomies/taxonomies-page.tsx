import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { useMemo } from 'react';
import { nameIn } from '../../resource/attribute-value.tsx';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { AddButton, ManagedTable } from '../../resource/managed-table.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useLanguage } from '../../texts/language.tsx';
import { taxonomyTexts } from '../../texts/taxonomies.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { useTaxonomyEditing } from './taxonomy-editing.tsx';

export function TaxonomiesPage() {
  const t = useTexts(taxonomyTexts);
  const { locale } = useLanguage();
  const { moment, number } = useFormats();
  const state = useAddressState([]);
  const editing = useTaxonomyEditing();
  const columns = useMemo(
    (): readonly Column<typeof taxonomies>[] => [
      { id: 'name', header: t.name, sortKey: 'name', widthPx: 280, cell: (row) => nameIn(row, locale) },
      { id: 'order', header: t.order, widthPx: 180, cell: ({ sortLabelsBy }) => t.orders[sortLabelsBy] },
      {
        id: 'translations',
        header: t.translations,
        widthPx: 130,
        cell: ({ t9n }) => number(Object.values(t9n.name ?? {}).filter(Boolean).length),
      },
      {
        id: 'changed',
        header: t.changed,
        sortKey: 'lastUpdatedAt',
        widthPx: 190,
        cell: ({ lastUpdatedAt }) => moment(lastUpdatedAt),
      },
    ],
    [t, locale, moment, number],
  );
  return (
    <Page title={t.title} about={t.about} actions={<AddButton resource={taxonomies} label={t.add} />}>
      <ManagedTable
        resource={taxonomies}
        state={state}
        columns={columns}
        defaultSort="name"
        hrefOf={({ id }) => `/taxonomies/${id}`}
        empty={t.empty}
        editing={editing}
      />
    </Page>
  );
}
