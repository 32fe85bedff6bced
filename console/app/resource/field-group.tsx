/**
 * Inputs for some members of a resource, in columns if there is room. A form of several resources has several groups.
 */
import type { Fields } from '@muster/contract/kit/field.ts';
import type { ReactNode } from 'react';
import { isRequired } from '../form/entry-check.ts';
import { useFormInputs } from '../form/form-context.ts';
import { useLabels } from '../texts/labels.ts';
import classes from './field-group.module.css';
import { FieldInput } from './field-input.tsx';
import type { FieldInputProps } from './field-input-props.ts';

export interface FieldGroupProps {
  readonly fields: Fields;
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly onChange: (name: string, value: unknown) => void;
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
        <div key={name} data-path={pathOf(props, name)}>
          <Member name={name} group={props} />
        </div>
      ))}
    </div>
  );
}

/** In the body, as the service reports errors. */
const pathOf = ({ prefix }: FieldGroupProps, name: string): string =>
  prefix === undefined ? name : `${prefix}.${name}`;

function Member({ name, group }: { readonly name: string; readonly group: FieldGroupProps }) {
  const { fieldLabel } = useLabels();
  const { errorAt, correct } = useFormInputs();
  const field = group.fields[name];
  if (!field) return null;
  const place = pathOf(group, name);
  const input: FieldInputProps = {
    name,
    field,
    label: group.labels?.[name] ?? fieldLabel(name),
    description: group.hints?.[name],
    value: group.values[name] ?? field.fallback,
    onChange: (value) => {
      correct(place);
      group.onChange(name, value);
    },
    errorAt: (path) => errorAt(path === '' ? place : `${place}.${path}`),
    isRequired: isRequired(group, name),
  };
  const own = group.custom?.[name];
  return own ? own(input) : <FieldInput {...input} />;
}
