/** An input for an attribute value, from the schema of its definition. */
import { Fieldset, Stack } from '@mantine/core';
import type { Schema } from '@muster/contract/kit/schema.ts';
import { files } from '@muster/contract/resources/files.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { useLanguage } from '../texts/language.tsx';
import { type Definition, nameIn } from './attribute-value.tsx';
import { FileInput } from './file-input.tsx';
import { ReferenceSelect } from './reference-select.tsx';
import { commonOf, ValueInput, type ValueInputProps } from './value-input.tsx';

/** The members of a definition that an input needs: a definition in progress has no more. */
type Described = Pick<Definition, 'name' | 'schema' | 'propertyDescriptions' | 'taxonomy' | 't9n'>;

interface AttributeInputProps {
  readonly definition: Described;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly errorAt: (path: string) => string | undefined;
}

export function AttributeInput({ definition, value, onChange, errorAt }: AttributeInputProps) {
  const { locale } = useLanguage();
  const label = nameIn(definition, locale);
  const { propertyDescriptions: descriptions, schema } = definition;
  if (!descriptions) {
    return (
      <PartInput
        label={label}
        schema={schema}
        value={value}
        onChange={onChange}
        errorAt={errorAt}
        isRequired={false}
        taxonomyId={definition.taxonomy?.id}
      />
    );
  }
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const held = (value ?? {}) as Readonly<Record<string, unknown>>;
  const ordered = Object.entries(descriptions).sort(([, one], [, other]) => one.sortOrder - other.sortOrder);
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {ordered.map(([name, description]) => (
          <PartInput
            key={name}
            label={nameIn(description, locale)}
            schema={properties[name] ?? {}}
            value={held[name]}
            onChange={(changed) => onChange({ ...held, [name]: changed })}
            errorAt={(path) => errorAt(path === '' ? name : `${name}.${path}`)}
            isRequired={false}
            taxonomyId={description.taxonomy?.id}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

const typeIn = (schema: Schema): unknown =>
  (schema.properties as Readonly<Record<string, Schema>> | undefined)?.type?.const;

const isFile = (schema: Schema): boolean => typeIn(schema) === files.type;

/** The target of a reference schema; undefined for others. */
function targetOf(schema: Schema) {
  const type = typeIn(schema);
  const target = typeof type === 'string' ? resourceOf(type) : undefined;
  return target?.operations.includes('list') ? target : undefined;
}

function PartInput({ taxonomyId, ...props }: ValueInputProps & { readonly taxonomyId: string | undefined }) {
  const target = targetOf(props.schema);
  if (isFile(props.schema)) return <FileInput {...props} />;
  if (!target) return <ValueInput {...props} />;
  const { withAsterisk: _, ...common } = commonOf(props);
  return (
    <ReferenceSelect
      {...common}
      resource={target}
      {...(taxonomyId !== undefined && { filters: { 'taxonomy.id': taxonomyId } })}
      value={(props.value as { readonly id: string } | null | undefined)?.id ?? null}
      onChange={(id) => props.onChange(id === null ? null : { id })}
      isClearable
    />
  );
}
