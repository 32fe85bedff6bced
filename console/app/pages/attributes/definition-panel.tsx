/** The properties of an attribute: name, id, type of its values, number of values per person. Fixed ones are locked. */
import { Group, SegmentedControl, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { attributeTexts } from '../../texts/attributes.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { type Design, idFor } from './design.ts';
import { KindInputs } from './kind-inputs.tsx';
import { PropertyList } from './property-list.tsx';

export interface DesignerProps {
  readonly design: Design;
  readonly onChange: (changed: Partial<Design>) => void;
  /** It exists: values may depend on its type. */
  readonly isLocked: boolean;
  readonly isReadOnly: boolean;
  /** By the dotted path that the service reports. */
  readonly fieldErrors: Readonly<Record<string, string>>;
}

export function DefinitionPanel(props: DesignerProps) {
  const { design, onChange, isLocked, isReadOnly, fieldErrors } = props;
  const t = useTexts(attributeTexts);
  const rename = (name: string) =>
    // The id follows the name until a person edits it.
    onChange({ name, ...(!isLocked && design.id === idFor(design.name) && { id: idFor(name) }) });
  return (
    <Panel>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={t.name}
            description={t.nameHint}
            value={design.name}
            readOnly={isReadOnly}
            error={fieldErrors.name}
            withAsterisk={!isReadOnly}
            data-autofocus={!isLocked || undefined}
            onChange={(event) => rename(event.currentTarget.value)}
          />
          <TextInput
            label={t.id}
            description={t.idHint}
            value={design.id}
            disabled={isLocked}
            error={fieldErrors.id}
            withAsterisk={!isLocked}
            onChange={(event) => onChange({ id: event.currentTarget.value })}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
        </SimpleGrid>
        <Shape {...props} />
        <Plurality {...props} />
      </Stack>
    </Panel>
  );
}

function Shape({ design, onChange, isLocked, isReadOnly, fieldErrors }: DesignerProps) {
  const t = useTexts(attributeTexts);
  const isObject = design.form === 'object';
  return (
    <>
      <div>
        <Text size="sm" fw={500} mb={4}>
          {t.form}
        </Text>
        <SegmentedControl
          aria-label={t.form}
          data={(['single', 'object'] as const).map((value) => ({ value, label: t.forms[value] }))}
          value={design.form}
          disabled={isLocked}
          onChange={(form) => onChange({ form })}
        />
      </div>
      {isObject ? (
        <PropertyList
          properties={design.properties}
          onChange={(properties) => onChange({ properties })}
          isLocked={isLocked}
          isReadOnly={isReadOnly}
          fieldErrors={fieldErrors}
        />
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <KindInputs
            base={design.base}
            taxonomyId={design.taxonomyId}
            onChange={onChange}
            isLocked={isLocked}
            kindError={fieldErrors['schema.$ref'] ?? fieldErrors.schema}
            taxonomyError={fieldErrors['taxonomy.id'] ?? fieldErrors.taxonomy}
          />
        </SimpleGrid>
      )}
    </>
  );
}

function Plurality({ design, onChange, isReadOnly, fieldErrors }: DesignerProps) {
  const t = useTexts(attributeTexts);
  const at = 'multipleValueHandling';
  return (
    <Stack gap="sm">
      <Switch
        label={t.multiple}
        description={t.multipleHint}
        checked={design.isMultiple}
        disabled={isReadOnly}
        error={fieldErrors[at]}
        onChange={(event) => onChange({ isMultiple: event.currentTarget.checked })}
      />
      {design.isMultiple && (
        <Group align="flex-start" gap="sm">
          <Select
            label={t.sorting}
            data={(['ascending', 'descending'] as const).map((value) => ({ value, label: t.sortings[value] }))}
            value={design.sorting}
            allowDeselect={false}
            disabled={isReadOnly}
            error={fieldErrors[`${at}.sorting`]}
            onChange={(sorting) => sorting && onChange({ sorting })}
          />
          {design.form === 'object' && (
            <Select
              label={t.sortingProperty}
              data={design.properties
                .filter(({ id }) => id !== '')
                .map(({ id, name }) => ({ value: id, label: name || id }))}
              value={design.sortingProperty}
              disabled={isReadOnly}
              error={fieldErrors[`${at}.sortingProperty`]}
              withAsterisk
              onChange={(sortingProperty) => onChange({ sortingProperty })}
            />
          )}
        </Group>
      )}
    </Stack>
  );
}
