/** The properties of an object value, in display order. */
import { ActionIcon, Button, Fieldset, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { attributeTexts } from '../../texts/attributes.ts';
import { useTexts } from '../../texts/texts.ts';
import { newProperty, type Property, propertyIdFor } from './design.ts';
import { KindInputs } from './kind-inputs.tsx';

interface PropertyListProps {
  readonly properties: readonly Property[];
  readonly onChange: (properties: readonly Property[]) => void;
  /** The set of properties is fixed; names and order may change. */
  readonly isLocked: boolean;
  readonly isReadOnly: boolean;
  readonly fieldErrors: Readonly<Record<string, string>>;
}

export function PropertyList({ properties, onChange, isLocked, isReadOnly, fieldErrors }: PropertyListProps) {
  const t = useTexts(attributeTexts);
  const move = (from: number, to: number) => {
    const moved = properties[from];
    if (moved) onChange(properties.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <Fieldset legend={t.properties}>
      <Stack gap="sm">
        {fieldErrors.schema && (
          <Text size="sm" c="var(--mantine-color-error)">
            {fieldErrors.schema}
          </Text>
        )}
        {properties.map((property, index) => (
          <PropertyCard
            key={property.key}
            property={property}
            title={property.name || t.property(String(index + 1))}
            onChange={(changed) => onChange(properties.with(index, { ...property, ...changed }))}
            onUp={index > 0 ? () => move(index, index - 1) : null}
            onDown={index < properties.length - 1 ? () => move(index, index + 1) : null}
            onRemove={!isLocked && properties.length > 1 ? () => onChange(properties.toSpliced(index, 1)) : null}
            isLocked={isLocked}
            isReadOnly={isReadOnly}
            fieldErrors={fieldErrors}
          />
        ))}
        {!isLocked && (
          <Group>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} />}
              onClick={() => onChange([...properties, newProperty()])}
            >
              {t.addProperty}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

interface PropertyCardProps extends Pick<PropertyListProps, 'isLocked' | 'isReadOnly' | 'fieldErrors'> {
  readonly property: Property;
  readonly title: string;
  readonly onChange: (changed: Partial<Property>) => void;
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
  readonly onRemove: (() => void) | null;
}

function PropertyCard(props: PropertyCardProps) {
  const { property, onChange, isLocked, isReadOnly, fieldErrors } = props;
  const t = useTexts(attributeTexts);
  const { id, name, base, taxonomyId } = property;
  // An empty name does not appear in the paths of errors.
  const described = id === '' ? 'propertyDescriptions' : `propertyDescriptions.${id}`;
  const rename = (typed: string) =>
    // The API name follows until a person edits it.
    onChange({ name: typed, ...(!isLocked && id === propertyIdFor(name) && { id: propertyIdFor(typed) }) });
  return (
    <Paper withBorder p="sm" style={{ borderColor: 'var(--console-line)' }}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text size="sm" fw={600} truncate>
          {props.title}
        </Text>
        {!isReadOnly && <CardButtons {...props} />}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t.name}
          value={name}
          readOnly={isReadOnly}
          error={fieldErrors[`${described}.name`] ?? fieldErrors[described]}
          onChange={(event) => rename(event.currentTarget.value)}
          withAsterisk={!isReadOnly}
        />
        <TextInput
          label={t.propertyId}
          value={id}
          disabled={isLocked}
          error={fieldErrors[`schema.properties.${id}`]}
          onChange={(event) => onChange({ id: event.currentTarget.value })}
          withAsterisk={!isLocked}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <KindInputs
          base={base}
          taxonomyId={taxonomyId}
          onChange={onChange}
          isLocked={isLocked}
          kindError={fieldErrors[`schema.properties.${id}.$ref`]}
          taxonomyError={fieldErrors[`${described}.taxonomy.id`] ?? fieldErrors[`${described}.taxonomy`]}
        />
      </SimpleGrid>
    </Paper>
  );
}

function CardButtons({ title, onUp, onDown, onRemove }: PropertyCardProps) {
  const t = useTexts(attributeTexts);
  const shared = { variant: 'subtle', color: 'gray' } as const;
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon {...shared} aria-label={t.moveUp(title)} disabled={!onUp} onClick={onUp ?? undefined}>
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon {...shared} aria-label={t.moveDown(title)} disabled={!onDown} onClick={onDown ?? undefined}>
        <IconArrowDown size={16} />
      </ActionIcon>
      {onRemove && (
        <ActionIcon {...shared} aria-label={t.removeProperty(title)} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
