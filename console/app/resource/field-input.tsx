/** An input for a member of a resource, from its declaration: references by name, translations by language. */
import { MultiSelect } from '@mantine/core';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { files } from '@muster/contract/resources/files.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { useAll } from '../data/queries.ts';
import type { FieldInputProps } from './field-input-props.ts';
import { FileInput } from './file-input.tsx';
import { type AnyRow, nameOf } from './naming.ts';
import { ReferenceSelect } from './reference-select.tsx';
import { TranslationsInput } from './translations-input.tsx';
import { commonOf, ValueInput } from './value-input.tsx';

interface Pointer {
  readonly id: string;
}

/** Archived rows are not offered; selected ones stay. */
const livingOf = (resource: Resource): Readonly<Record<string, string>> =>
  resource.filterable.includes('isArchived') ? { isArchived: 'false' } : {};

export function FieldInput(props: FieldInputProps) {
  const { field, name, value, onChange } = props;
  const target = field.target === undefined ? undefined : resourceOf(field.target);
  if (name === 't9n') return <TranslationsInput {...props} />;
  if (field.target === files.type || field.keptAs === files.type) return <FileInput {...props} schema={field.write} />;
  if (!target?.operations.includes('list')) return <ValueInput {...props} schema={field.write} />;
  const { withAsterisk, ...common } = commonOf({ ...props, schema: field.write });
  if (field.column === 'references') return <ReferencesInput {...props} target={target} />;
  return (
    <ReferenceSelect
      {...common}
      resource={target}
      filters={livingOf(target)}
      value={(value as Pointer | null | undefined)?.id ?? null}
      onChange={(id) => onChange(id === null ? null : { id })}
      isRequired={withAsterisk}
      isClearable={!withAsterisk}
      isDisabled={props.isDisabled ?? false}
    />
  );
}

function ReferencesInput(props: FieldInputProps & { readonly target: Resource }) {
  const { target, value, onChange, field } = props;
  const all = useAll(target);
  // Every representation has an id; other members are read by name.
  const rows = (all.data ?? []) as unknown as readonly AnyRow[];
  return (
    <MultiSelect
      {...commonOf({ ...props, schema: field.write })}
      data={rows.map((row) => ({ value: row.id, label: nameOf(row) }))}
      value={((value ?? []) as readonly Pointer[]).map(({ id }) => id)}
      onChange={(ids) => onChange(ids.map((id) => ({ id })))}
      searchable
      clearable
    />
  );
}
