import { Button } from '@mantine/core';
import type { Listed } from '@muster/client/collection.ts';
import { baseSchemaNamed, baseSchemaNames } from '@muster/contract/base-schemas.ts';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { nameIn } from '../../resource/attribute-value.tsx';
import type { Column } from '../../resource/columns.tsx';
import type { TableFilter } from '../../resource/filters.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { useMay } from '../../session.tsx';
import { attributeTexts } from '../../texts/attributes.ts';
import { useFormats } from '../../texts/formats.ts';
import { useLanguage } from '../../texts/language.tsx';
import type { Words } from '../../texts/part.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

type Row = Listed<typeof employeeAttributeDefinitions>;

export function AttributesPage() {
  const t = useTexts(attributeTexts);
  const may = useMay();
  const filters = useDefinitionFilters();
  const state = useAddressState(filters.map(({ name }) => name));
  const columns = useDefinitionColumns();
  const add = may(employeeAttributeDefinitions, 'create') && (
    <Button leftSection={<IconPlus size={16} />} renderRoot={(props) => <Link to="/attributes/new" {...props} />}>
      {t.add}
    </Button>
  );
  return (
    <Page title={t.title} about={t.about} actions={add}>
      <ResourceTable
        resource={employeeAttributeDefinitions}
        state={state}
        columns={columns}
        filters={filters}
        defaultSort="name"
        hrefOf={({ id }) => `/attributes/${id}`}
        empty={t.empty}
      />
    </Page>
  );
}

function useDefinitionFilters(): readonly TableFilter[] {
  const t = useTexts(attributeTexts);
  return useMemo(() => {
    const options = (words: Readonly<Record<string, string>>) =>
      Object.entries(words).map(([value, label]) => ({ value, label }));
    return [
      { name: 'category', label: t.category, widthPx: 150, options: options(t.categories) },
      { name: 'targetType', label: t.target, widthPx: 150, options: options(t.targets) },
      {
        name: 'schema.title',
        label: t.kind,
        widthPx: 190,
        options: [
          ...baseSchemaNames.map((value) => ({ value, label: t.bases[value] })),
          // Object schemas have no title in the API.
          { value: 'null', label: t.object },
        ],
      },
      {
        name: 'isArchived',
        label: t.state,
        widthPx: 140,
        options: [
          { value: 'false', label: t.states.active },
          { value: 'true', label: t.states.archived },
        ],
      },
      { name: 'taxonomy.id', label: t.taxonomy, resource: taxonomies },
    ];
  }, [t]);
}

function useDefinitionColumns(): readonly Column<typeof employeeAttributeDefinitions>[] {
  const t = useTexts(attributeTexts);
  const { locale } = useLanguage();
  const { moment } = useFormats();
  return useMemo(
    () => [
      { id: 'name', header: t.name, sortKey: 'name', widthPx: 240, cell: (row) => nameIn(row, locale) },
      { id: 'kind', header: t.kind, widthPx: 190, cell: (row) => kindOf(row, t) },
      { id: 'target', header: t.target, widthPx: 120, cell: ({ targetType }) => t.targets[targetType] },
      { id: 'category', header: t.category, widthPx: 120, cell: ({ category }) => t.categories[category] },
      {
        id: 'values',
        header: t.values,
        widthPx: 100,
        cell: ({ multipleValueHandling }) => (multipleValueHandling ? t.several : t.one),
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
      { id: 'id', header: t.id, sortKey: 'id', widthPx: 220, cell: ({ id }) => <code>{id}</code> },
      {
        id: 'changed',
        header: t.changed,
        sortKey: 'lastUpdatedAt',
        widthPx: 180,
        isExtra: true,
        cell: ({ lastUpdatedAt }) => moment(lastUpdatedAt),
      },
    ],
    [t, locale, moment],
  );
}

/** A system definition may have its own schema, identified by its title. */
function kindOf({ schema }: Row, t: Words<typeof attributeTexts>): string {
  const base = baseSchemaNamed(String(schema.$id));
  if (base) return t.bases[base];
  return typeof schema.title === 'string' ? schema.title : t.object;
}
