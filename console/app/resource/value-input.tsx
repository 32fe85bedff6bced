/** An input for a value, from its JSON schema: it accepts what the service accepts. */
import { Fieldset, JsonInput, MultiSelect, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { Schema } from '@muster/contract/kit/schema.ts';
import { useMemo, useRef } from 'react';
import { isPhone, normalisedPhone } from '../form/phone.ts';
import { useLabels } from '../texts/labels.ts';
import { DayInput } from '../ui/day-input.tsx';
import { NumberField } from '../ui/number-field.tsx';
import classes from './field-group.module.css';

export interface ValueInputProps {
  readonly label: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** The errors at a path below this value; the empty path is the value itself. */
  readonly errorAt: (path: string) => string | undefined;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
}

const typesOf = ({ type }: Schema): readonly unknown[] => [type].flat();

/** Longer texts get several lines. */
const longFrom = 300;

export function ValueInput(props: ValueInputProps) {
  const { schema, value, onChange } = props;
  const common = commonOf(props);
  const types = typesOf(schema);
  if (Array.isArray(schema.enum)) return <ChoiceInput {...props} values={schema.enum} />;
  if (types.includes('boolean')) {
    const { withAsterisk: _, ...shared } = common;
    return <Switch {...shared} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
  }
  if (types.includes('integer') || types.includes('number')) {
    return (
      <NumberField
        {...common}
        value={typeof value === 'number' ? value : null}
        allowDecimal={!types.includes('integer')}
        onChange={onChange}
      />
    );
  }
  if (types.includes('object') && schema.properties) return <ObjectInput {...props} />;
  const items = (schema.items ?? {}) as Schema;
  if (types.includes('array') && Array.isArray(items.enum)) return <ChoicesInput {...props} values={items.enum} />;
  if (types.includes('array') && typesOf(items).includes('string')) {
    return <TagsInput {...common} value={listOf(value)} onChange={onChange} />;
  }
  if (types.includes('string')) return <TextualInput {...props} />;
  return <AnyInput {...props} />;
}

type ChoiceProps = ValueInputProps & { readonly values: readonly unknown[] };

function useOptions(values: readonly unknown[]) {
  const { choiceLabels } = useLabels();
  return useMemo(() => choiceLabels(values), [values, choiceLabels]);
}

/** Longer lists are searchable. */
const searchedFrom = 12;

function ChoiceInput({ values, ...props }: ChoiceProps) {
  const data = useOptions(values);
  return (
    <Select
      {...commonOf(props)}
      data={data}
      value={textOf(props.value) || null}
      onChange={props.onChange}
      clearable={!props.isRequired}
      searchable={data.length > searchedFrom}
    />
  );
}

function ChoicesInput({ values, ...props }: ChoiceProps) {
  const { maxItems } = props.schema;
  return (
    <MultiSelect
      {...commonOf(props)}
      data={useOptions(values)}
      value={listOf(props.value)}
      onChange={props.onChange}
      searchable
      clearable
      {...(typeof maxItems === 'number' && { maxValues: maxItems })}
    />
  );
}

/** The schema says that it is one. */
const listOf = (value: unknown): string[] => (value as string[] | null | undefined) ?? [];

/** The label, hint and error of every input. */
export function commonOf({ label, description, errorAt, isRequired }: ValueInputProps) {
  const error = errorAt('') ?? errorAt('id') ?? errorAt('date');
  return {
    label,
    ...(description !== undefined && { description }),
    ...(error !== undefined && { error }),
    withAsterisk: isRequired,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function TextualInput(props: ValueInputProps) {
  const { schema, value, onChange } = props;
  const { withAsterisk, ...common } = commonOf(props);
  const before = useRef('');
  if (schema.format === 'date') {
    return (
      <DayInput
        {...common}
        isRequired={withAsterisk}
        isClearable={!props.isRequired}
        value={textOf(value) || null}
        onChange={onChange}
      />
    );
  }
  // An empty text is null, unless the member is required.
  const change = (text: string) => onChange(text === '' && typesOf(schema).includes('null') ? null : text);
  const input = {
    ...common,
    withAsterisk,
    value: textOf(value),
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
    onFocus: () => {
      before.current = textOf(value);
    },
    // A text that is pasted from a sheet often has blanks around it. What nobody has typed stays as it is.
    onBlur: () => {
      const typed = textOf(value);
      if (typed !== before.current && typed !== typed.trim()) change(typed.trim());
    },
  };
  if (isPhone(schema)) {
    // As the service stores it: without blanks, which people type to read the number.
    const normalise = () => textOf(value) !== '' && onChange(normalisedPhone(textOf(value)));
    return <TextInput {...input} type="tel" onBlur={normalise} />;
  }
  const isLong = typeof schema.maxLength === 'number' && schema.maxLength >= longFrom && schema.maxLength !== 1024;
  if (isLong && schema.format === undefined) return <Textarea {...input} autosize minRows={1} maxRows={8} />;
  return <TextInput {...input} type={schema.format === 'email' ? 'email' : 'text'} />;
}

/** Members of a structure, one below the other; `{ "date": … }` is a day input. */
function ObjectInput(props: ValueInputProps) {
  const { schema, value, onChange, errorAt, label } = props;
  const { fieldLabel } = useLabels();
  const properties = schema.properties as Readonly<Record<string, Schema>>;
  const held = (value ?? {}) as Readonly<Record<string, unknown>>;
  const names = Object.keys(properties);
  if (names.length === 1 && names[0] === 'date') {
    const { withAsterisk, ...common } = commonOf(props);
    return (
      <DayInput
        {...common}
        isRequired={withAsterisk}
        isClearable={!props.isRequired}
        value={textOf(held.date) || null}
        onChange={(date) => onChange(date === null ? null : { date })}
      />
    );
  }
  const required = (schema.required ?? []) as readonly string[];
  const change = (name: string, changed: unknown) => {
    const next = { ...held, [name]: changed };
    const isEmpty = Object.values(next).every((one) => one === null || one === undefined || one === '');
    onChange(isEmpty && typesOf(schema).includes('null') ? null : next);
  };
  return (
    <Fieldset legend={label}>
      <div className={classes.fields}>
        {names.map((name) => (
          <ValueInput
            key={name}
            label={fieldLabel(name)}
            schema={properties[name] ?? {}}
            value={held[name]}
            onChange={(changed) => change(name, changed)}
            errorAt={(path) => errorAt(path === '' ? name : `${name}.${path}`)}
            isRequired={required.includes(name) && props.isRequired}
          />
        ))}
      </div>
    </Fieldset>
  );
}

/** A JSON input for everything else. */
function AnyInput(props: ValueInputProps) {
  const { value, onChange } = props;
  const text =
    typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
  return (
    <JsonInput
      {...commonOf(props)}
      autosize
      minRows={2}
      formatOnBlur
      value={text}
      onChange={(typed) => onChange(parsedOr(typed))}
    />
  );
}

function parsedOr(typed: string): unknown {
  try {
    return typed === '' ? null : JSON.parse(typed);
  } catch {
    return typed;
  }
}
