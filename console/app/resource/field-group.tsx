/**
 * Inputs for some members of a resource, in columns if there is room. A form of several resources has several groups.
 */
import type { Fields } from '@muster/contract/kit/field.ts';
import type { ReactNode } from 'react';
import { useLabels } from '../texts/labels.ts';
import classes from './field-group.module.css';
import { FieldInput } from './field-input.tsx';
import type { FieldInputProps } from './field-input-props.ts';

export interface FieldGroupProps {
  readonly fields: Fields;
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly onChange: (name: string, value: unknown) => void;
  /** By the dotted path that the service reports. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** The path of these members in the body, such as `firstEmployment`. */
  readonly prefix?: string;
  /** Members that are required here, whatever the declaration says. */
  readonly required?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly hints?: Readonly<Record<string, string>>;
  readonly custom?: Readonly<Record<string, (props: FieldInputProps) => ReactNode>>;
}

export function FieldGroup(props: FieldGroupProps) {
  return (
    <div className={classes.fields}>
      {props.names.map((name) => (
        <div key={name}>
          <Member name={name} group={props} />
        </div>
      ))}
    </div>
  );
}

function Member({ name, group }: { readonly name: string; readonly group: FieldGroupProps }) {
  const { fieldLabel } = useLabels();
  const field = group.fields[name];
  if (!field) return null;
  const place = group.prefix === undefined ? name : `${group.prefix}.${name}`;
  const input: FieldInputProps = {
    name,
    field,
    label: group.labels?.[name] ?? fieldLabel(name),
    description: group.hints?.[name],
    value: group.values[name] ?? field.fallback,
    onChange: (value) => group.onChange(name, value),
    errorAt: (path) => group.fieldErrors[path === '' ? place : `${place}.${path}`],
    isRequired: group.required?.includes(name) ?? (field.create === 'required' && !field.isNullable),
  };
  const own = group.custom?.[name];
  return own ? own(input) : <FieldInput {...input} />;
}
