import { Anchor, Button, Group, Text } from '@mantine/core';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import { IconPlus } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isMissing } from '../../data/problems.ts';
import { useAll, useOne } from '../../data/queries.ts';
import { HistoryButton } from '../../history/history-button.tsx';
import { nameIn } from '../../resource/attribute-value.tsx';
import { ResourceEditor } from '../../resource/resource-editor.tsx';
import { useMay } from '../../session.tsx';
import { useLanguage } from '../../texts/language.tsx';
import { taxonomyTexts } from '../../texts/taxonomies.ts';
import { useTexts } from '../../texts/texts.ts';
import { Gone } from '../../ui/gone.tsx';
import { Page } from '../../ui/page.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { LabelTable } from './label-table.tsx';
import { LabelsDrawer } from './labels-drawer.tsx';
import { useTaxonomyEditing } from './taxonomy-editing.tsx';

export function TaxonomyPage() {
  const t = useTexts(taxonomyTexts);
  const { id = '' } = useParams({ strict: false });
  const { locale } = useLanguage();
  const may = useMay();
  const found = useOne(taxonomies, id);
  const [isAdding, setAdding] = useState(false);
  if (found.data && isMissing(found.error)) return <Gone to="/taxonomies" />;
  if (found.isError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingRows />;
  const { value } = found.data;
  const actions = (
    <>
      <HistoryButton resource={taxonomies} id={id} name={nameIn(value, locale)} />
      {may(taxonomies, 'update') && <EditButton id={id} />}
      {may(taxonomyLabels, 'create') && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          {t.addLabels}
        </Button>
      )}
    </>
  );
  return (
    <Page
      title={nameIn(value, locale)}
      about={
        <Anchor inherit renderRoot={(props) => <Link to="/taxonomies" {...props} />}>
          {t.back}
        </Anchor>
      }
      actions={actions}
    >
      <UsedBy taxonomyId={id} />
      <LabelTable taxonomyId={id} sortedBy={value.sortLabelsBy} />
      <LabelsDrawer taxonomyId={id} isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  );
}

/** Changes the taxonomy itself. */
function EditButton({ id }: { readonly id: string }) {
  const t = useTexts(taxonomyTexts);
  const editing = useTaxonomyEditing();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t.edit}
      </Button>
      <ResourceEditor
        {...editing}
        resource={taxonomies}
        opened={isOpen ? id : undefined}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

/** Attributes that use it, directly or in a property. */
function UsedBy({ taxonomyId }: { readonly taxonomyId: string }) {
  const t = useTexts(taxonomyTexts);
  const { locale } = useLanguage();
  const may = useMay();
  const all = useAll(
    employeeAttributeDefinitions,
    { filters: { category: 'extension' } },
    { isEnabled: may(employeeAttributeDefinitions, 'list') },
  );
  if (!all.data) return null;
  const using = all.data.filter(
    ({ taxonomy, propertyDescriptions }) =>
      taxonomy?.id === taxonomyId ||
      Object.values(propertyDescriptions ?? {}).some((property) => property.taxonomy?.id === taxonomyId),
  );
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {using.length === 0 ? t.unused : t.usedBy}
      </Text>
      {using.map((definition) => (
        <Anchor
          key={definition.id}
          size="sm"
          renderRoot={(props) => <Link to="/attributes/$id" params={{ id: definition.id }} {...props} />}
        >
          {nameIn(definition, locale)}
        </Anchor>
      ))}
    </Group>
  );
}
