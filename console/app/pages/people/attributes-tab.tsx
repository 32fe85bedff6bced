/** Values of custom attributes on the selected day. Members of the person are elsewhere on the page. */
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { heldOn } from '../../data/attribute-values.ts';
import { useMoment } from '../../data/moment.ts';
import { useAll, useWhole } from '../../data/queries.ts';
import { AttributeValue, type Definition, nameIn } from '../../resource/attribute-value.tsx';
import { FileOwnerContext } from '../../resource/file-value.tsx';
import { useOpened } from '../../resource/opened.ts';
import { useMay, useToday } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useLanguage } from '../../texts/language.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { AttributeDrawer } from './attribute-drawer.tsx';
import type { Attribute } from './career.ts';
import { definitionIn } from './stage.tsx';

/** In the address: the form is open again after a sign-in. */
const newValue = 'value-new';
const valueWord = (id: string): string => `value-${id}`;

interface AttributesTabProps {
  readonly employeeId: string;
  readonly asOf: string;
}

export function AttributesTab({ employeeId, asOf }: AttributesTabProps) {
  const t = useTexts(peopleTexts).attributes;
  const title = useTexts(peopleTexts).tabs.attributes;
  const { locale } = useLanguage();
  const { compare } = useFormats();
  const may = useMay();
  const [opened, setOpened] = useOpened();
  const held = heldOn(asOf, useToday(), useMoment());
  const ofPerson = { 'employee.id': employeeId, 'definition.category': 'extension' };
  const found = useWhole(employeeAttributes, { filters: { ...ofPerson, ...held.filters } }, { at: held.at });
  const current = useAll(employeeAttributes, { filters: ofPerson }).data ?? [];
  if (found.isLoadingError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingRows />;
  const { items, embedded } = found.data;
  const open = opened === newValue ? 'new' : (items.find(({ id }) => opened === valueWord(id)) ?? null);
  const definitionOf = (attribute: Attribute) => definitionIn(embedded, attribute);
  const labelOf = (attribute: Attribute) => {
    const definition = definitionOf(attribute);
    return definition ? nameIn(definition, locale) : attribute.definition.id;
  };
  const sorted = [...items].sort((one, other) => compare(labelOf(one), labelOf(other)));
  const mayChange = may(employeeAttributes, 'update');
  // A former value is not edited: the form would change the one of today.
  const isCurrent = ({ id, lastUpdatedAt }: Attribute) =>
    current.some((one) => one.id === id && one.lastUpdatedAt === lastUpdatedAt);
  return (
    <Panel
      title={title}
      actions={
        may(employeeAttributes, 'create') && (
          <Button variant="default" size="sm" leftSection={<IconPlus size={16} />} onClick={() => setOpened(newValue)}>
            {t.add}
          </Button>
        )
      }
    >
      {sorted.length === 0 && <EmptyState title={t.empty} />}
      <Stack gap="md">
        {sorted.map((attribute) => (
          <AttributeRow
            key={attribute.id}
            label={labelOf(attribute)}
            attribute={attribute}
            definition={definitionOf(attribute)}
            onEdit={mayChange && isCurrent(attribute) ? () => setOpened(valueWord(attribute.id)) : undefined}
          />
        ))}
      </Stack>
      <AttributeDrawer
        employeeId={employeeId}
        attribute={open}
        definition={open && open !== 'new' ? definitionOf(open) : undefined}
        taken={current.map(({ definition }) => definition.id)}
        onClose={() => setOpened(undefined)}
      />
    </Panel>
  );
}

interface AttributeRowProps {
  readonly label: string;
  readonly attribute: Attribute;
  readonly definition: Definition | undefined;
  readonly onEdit: (() => void) | undefined;
}

function AttributeRow({ label, attribute, definition, onEdit }: AttributeRowProps) {
  const { edit } = useTexts(peopleTexts);
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0, flex: 1 }}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="sm" component="div">
          <FileOwnerContext value={{ resource: employeeAttributes, id: attribute.id }}>
            <AttributeValue value={attribute.value} definition={definition} />
          </FileOwnerContext>
        </Text>
        <Applicability attribute={attribute} />
      </div>
      {onEdit && (
        <ActionIcon variant="subtle" color="gray" aria-label={`${edit}: ${label}`} onClick={onEdit}>
          <IconPencil size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}

function Applicability({ attribute: { applicability } }: { readonly attribute: Attribute }) {
  const t = useTexts(peopleTexts).attributes;
  const { day } = useFormats();
  const parts = [
    applicability?.start && t.from(day(applicability.start)),
    applicability?.end && t.until(day(applicability.end)),
  ];
  const given = parts.filter(Boolean);
  if (given.length === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {given.join(' ')}
    </Text>
  );
}
