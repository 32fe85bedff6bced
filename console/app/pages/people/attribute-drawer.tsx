import { Button, Group, Select, Stack } from '@mantine/core';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useCreate, useRemove, useUpdate } from '../../data/changes.ts';
import { fieldErrorsIn } from '../../data/problems.ts';
import { useAll } from '../../data/queries.ts';
import { AttributeInput } from '../../resource/attribute-input.tsx';
import { type Definition, nameIn } from '../../resource/attribute-value.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useLanguage } from '../../texts/language.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { ProblemNotice } from '../../ui/states.tsx';
import type { Attribute } from './career.ts';

interface AttributeDrawerProps {
  readonly employeeId: string;
  /** Null: closed. */
  readonly attribute: Attribute | 'new' | null;
  readonly definition: Definition | undefined;
  /** Definitions of which the person has a value. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

export function AttributeDrawer(props: AttributeDrawerProps) {
  const t = useTexts(peopleTexts).attributes;
  const { locale } = useLanguage();
  const { attribute, definition, onClose } = props;
  return (
    <FormDrawer
      title={definition ? nameIn(definition, locale) : t.add}
      isOpen={attribute !== null}
      onClose={onClose}
      size="md"
    >
      {attribute === 'new' && <NewValue {...props} />}
      {attribute !== null && attribute !== 'new' && definition && (
        <HeldValue attribute={attribute} definition={definition} onClose={onClose} />
      )}
    </FormDrawer>
  );
}

function NewValue({ employeeId, taken, onClose }: AttributeDrawerProps) {
  const t = useTexts(peopleTexts).attributes;
  const { locale } = useLanguage();
  const { compare } = useFormats();
  const [chosen, setChosen] = useState<string | null>(null);
  const create = useCreate(employeeAttributes, { alsoChanges: [employees] });
  const all = useAll(employeeAttributeDefinitions, { filters: { category: 'extension', isArchived: false } });
  const free = (all.data ?? []).filter(
    ({ id, multipleValueHandling }) => multipleValueHandling !== null || !taken.includes(id),
  );
  const definition = free.find(({ id }) => id === chosen) as Definition | undefined;
  const options = free
    .map((one) => ({ value: one.id, label: nameIn(one, locale) }))
    .sort((one, other) => compare(one.label, other.label));
  return (
    <Stack gap="sm">
      <Select
        label={t.attribute}
        data={options}
        value={chosen}
        onChange={setChosen}
        searchable
        description={all.data && options.length === 0 ? t.fullyUsed : undefined}
      />
      {definition && (
        <ValueForm
          key={definition.id}
          definition={definition}
          initial={{ value: null, start: null, end: null }}
          error={create.error}
          isBusy={create.isPending}
          onClose={onClose}
          onSubmit={(sent, done) =>
            create.mutate(
              { definition: { id: definition.id }, employee: { id: employeeId }, ...sent },
              { onSuccess: done },
            )
          }
        />
      )}
    </Stack>
  );
}

interface HeldValueProps {
  readonly attribute: Attribute;
  readonly definition: Definition;
  readonly onClose: () => void;
}

function HeldValue({ attribute, definition, onClose }: HeldValueProps) {
  const t = useTexts(shellTexts);
  const update = useUpdate(employeeAttributes, { alsoChanges: [employees] });
  const remove = useRemove(employeeAttributes, { alsoChanges: [employees] });
  const { applicability, value, id } = attribute;
  return (
    <ValueForm
      definition={definition}
      initial={{ value, start: applicability?.start ?? null, end: applicability?.end ?? null }}
      error={update.error ?? remove.error}
      isBusy={update.isPending}
      onClose={onClose}
      onSubmit={(patch, done) => update.mutate({ id, patch }, { onSuccess: done })}
      removal={
        <Button
          variant="subtle"
          color="red.9"
          loading={remove.isPending}
          onClick={() => remove.mutate({ id }, { onSuccess: onClose })}
          mr="auto"
        >
          {t.delete}
        </Button>
      }
    />
  );
}

interface Held {
  readonly value: unknown;
  readonly start: string | null;
  readonly end: string | null;
}

interface Sent {
  readonly value: unknown;
  readonly applicability: { readonly start: string | null; readonly end: string | null } | null;
}

interface ValueFormProps {
  readonly definition: Definition;
  readonly initial: Held;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onSubmit: (sent: Sent, done: () => void) => void;
  readonly removal?: ReactNode;
}

function ValueForm({ definition, initial, error, isBusy, onClose, onSubmit, removal }: ValueFormProps) {
  const t = useTexts(peopleTexts).attributes;
  const shell = useTexts(shellTexts);
  const [held, setHeld] = useState(initial);
  const fieldErrors = fieldErrorsIn(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { value, start, end } = held;
    onSubmit({ value, applicability: start === null && end === null ? null : { start, end } }, () => {
      notify(shell.saved);
      onClose();
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {error != null && Object.keys(fieldErrors).length === 0 && <ProblemNotice error={error} />}
        <AttributeInput
          definition={definition}
          value={held.value}
          onChange={(value) => setHeld({ ...held, value })}
          errorAt={(path) => fieldErrors[path === '' ? 'value' : `value.${path}`]}
        />
        <Group grow align="flex-start">
          <DayInput
            label={t.first}
            description={t.openHint}
            value={held.start}
            isClearable
            onChange={(start) => setHeld({ ...held, start })}
            error={fieldErrors['applicability.start']}
          />
          <DayInput
            label={t.last}
            description={t.openHint}
            value={held.end}
            isClearable
            onChange={(end) => setHeld({ ...held, end })}
            error={fieldErrors['applicability.end']}
          />
        </Group>
        <Group justify="flex-end" gap="xs" mt="xs">
          {removal}
          <Button variant="default" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {shell.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
