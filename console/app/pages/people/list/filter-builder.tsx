/** Adds a filter: any member or custom attribute, an operator, and a value that fits. */
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormContext } from '../../../form/form-context.ts';
import { useUnfinished } from '../../../form/unfinished.ts';
import { ReferenceSelect } from '../../../resource/reference-select.tsx';
import { useLabels } from '../../../texts/labels.ts';
import { shellTexts } from '../../../texts/shell.ts';
import { useTexts } from '../../../texts/texts.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { type Condition, type Operator, operators } from './conditions.ts';
import type { FilterMember } from './filter-members.ts';

interface FilterBuilderProps {
  readonly members: readonly FilterMember[];
  readonly onAdd: (condition: Condition) => void;
}

/** Moments are only compared with ranges. */
const operatorsOf = ({ forms, isNullable }: FilterMember): readonly Operator[] =>
  operators.filter((operator) => {
    if (operator === 'between') return forms.includes('range');
    if (operator === 'isEmpty' || operator === 'isNotEmpty') return isNullable && forms.includes('equal');
    return forms.includes('equal');
  });

export function FilterBuilder({ members, onAdd }: FilterBuilderProps) {
  const t = useTexts(workbenchTexts);
  const [name, setName] = useState<string | null>(null);
  const [chosen, setOperator] = useState<Operator | null>(null);
  const [values, setValues] = useState<readonly string[]>([]);
  const { inputs, areFinished } = useUnfinished();
  const member = members.find((one) => one.name === name);
  const offered = member ? operatorsOf(member) : [];
  const operator = chosen !== null && offered.includes(chosen) ? chosen : offered[0];
  const needsValue = operator !== 'isEmpty' && operator !== 'isNotEmpty';
  const isComplete = member && operator && (!needsValue || values.some((value) => value !== ''));
  const add = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (areFinished() && isComplete) onAdd({ name: member.name, operator, values: needsValue ? values : [] });
  };
  return (
    <form onSubmit={add} noValidate>
      <Stack gap="sm">
        <Select
          label={t.member}
          data={members.map((one) => ({ value: one.name, label: one.label }))}
          value={name}
          onChange={(picked) => {
            setName(picked);
            setValues([]);
          }}
          searchable
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
        {member && operator && (
          <Select
            label={t.operator}
            data={offered.map((one) => ({ value: one, label: t.operators[one] }))}
            value={operator}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            // The options are the operators.
            onChange={(picked) => setOperator(picked as Operator | null)}
          />
        )}
        {member && operator && needsValue && (
          <FormContext value={inputs}>
            <ConditionValue member={member} isRange={operator === 'between'} values={values} onChange={setValues} />
          </FormContext>
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isComplete}>
            {t.addFilter}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ConditionValueProps {
  readonly member: FilterMember;
  readonly isRange: boolean;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

function ConditionValue({ member, isRange, values, onChange }: ConditionValueProps) {
  const t = useTexts(workbenchTexts);
  const [first = '', second = ''] = values;
  if (!isRange) {
    return <OneValue member={member} label={t.value} value={first} onChange={(value) => onChange([value])} />;
  }
  return (
    <Group grow align="flex-start">
      <OneValue member={member} label={t.from} value={first} onChange={(value) => onChange([value, second])} />
      <OneValue member={member} label={t.to} value={second} onChange={(value) => onChange([first, value])} isEnd />
    </Group>
  );
}

interface OneValueProps {
  readonly member: FilterMember;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Of a range: the whole day is part of it. */
  readonly isEnd?: boolean;
}

function OneValue({ member, label, value, onChange, isEnd = false }: OneValueProps) {
  const { valueLabel } = useLabels();
  const { yes, no } = useTexts(shellTexts);
  const { kind, values, resource, among } = member;
  if (kind === 'reference' && resource) {
    return (
      <ReferenceSelect
        label={label}
        resource={resource}
        value={value || null}
        onChange={(id) => onChange(id ?? '')}
        {...(among && { filters: among })}
      />
    );
  }
  if (kind === 'date' || kind === 'moment') {
    const day = value.slice(0, 10) || null;
    return <DayInput label={label} value={day} onChange={(picked) => onChange(boundOf(kind, picked, isEnd))} />;
  }
  if (kind === 'number') {
    const number = value === '' ? null : Number(value);
    return (
      <NumberField label={label} value={number} onChange={(typed) => onChange(typed === null ? '' : String(typed))} />
    );
  }
  if (kind === 'choice' || kind === 'boolean') {
    const options =
      kind === 'boolean'
        ? [
            { value: 'true', label: yes },
            { value: 'false', label: no },
          ]
        : (values ?? []).map((one) => ({ value: one, label: valueLabel(one) }));
    return (
      <Select
        label={label}
        data={options}
        value={value || null}
        comboboxProps={{ withinPortal: false }}
        onChange={(picked) => onChange(picked ?? '')}
      />
    );
  }
  return <TextInput label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
}

/** A day of moments lasts from midnight to midnight, here as UTC. */
const boundOf = (kind: 'date' | 'moment', day: string | null, isEnd: boolean): string => {
  if (day === null) return '';
  return kind === 'date' ? day : `${day}T${isEnd ? '23:59:59.999' : '00:00:00'}Z`;
};
