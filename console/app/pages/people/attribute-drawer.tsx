import { Button, Group, Select, Stack } from '@mantine/core';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { type ReactNode, useState } from 'react';
import { useCreate, useRemove, useUpdate } from '../../data/changes.ts';
import { useAll, useOne, type Held as VersionedRow } from '../../data/queries.ts';
import { Form } from '../../form/form.tsx';
import { useFormInputs } from '../../form/form-context.ts';
import { useForm } from '../../form/use-form.ts';
import { AttributeInput } from '../../resource/attribute-input.tsx';
import { type Definition, nameIn } from '../../resource/attribute-value.tsx';
import { FileOwnerContext } from '../../resource/file-value.tsx';
import { useFormats } from '../../texts/formats.ts';
import { useLanguage } from '../../texts/language.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import type { Attribute } from './career.ts';

interface AttributeDrawerProps {
  readonly employeeId: string;
  /** Null: closed. */
  readonly attribute: Attribute | 'new' | null;
  readonly definition: Definition | undefined;
  /** Definitions of which the person has a value, on any day. */
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
          name={`new ${definition.id}`}
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

function HeldValue(props: HeldValueProps) {
  const held = useOne(employeeAttributes, props.attribute.id);
  if (held.isLoadingError) return <ProblemNotice error={held.error} onRetry={() => held.refetch()} />;
  return held.data ? <ValueChange {...props} held={held.data} /> : <LoadingRows count={3} />;
}

function ValueChange({
  definition,
  onClose,
  ...opened
}: HeldValueProps & { readonly held: VersionedRow<typeof employeeAttributes> }) {
  const t = useTexts(shellTexts);
  // As it was when it was opened: a change by somebody else meanwhile is refused by its version.
  const [{ value: attribute, etag }] = useState(opened.held);
  const update = useUpdate(employeeAttributes, { alsoChanges: [employees] });
  const remove = useRemove(employeeAttributes, { alsoChanges: [employees] });
  const { applicability, value, id } = attribute;
  return (
    <FileOwnerContext value={{ resource: employeeAttributes, id }}>
      <ValueForm
        definition={definition}
        name={id}
        initial={{ value, start: applicability?.start ?? null, end: applicability?.end ?? null }}
        error={update.error ?? remove.error}
        isBusy={update.isPending}
        onClose={onClose}
        onSubmit={(patch, done) => update.mutate({ id, etag, patch }, { onSuccess: done })}
        removal={
          <Button
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ id, etag }, { onSuccess: onClose })}
          >
            {t.delete}
          </Button>
        }
      />
    </FileOwnerContext>
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
  /** The id of the value, or of the definition of a new one. */
  readonly name: string;
  readonly initial: Held;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onSubmit: (sent: Sent, done: () => void) => void;
  readonly removal?: ReactNode;
}

function ValueForm({ definition, name, initial, error, isBusy, onClose, onSubmit, removal }: ValueFormProps) {
  const t = useTexts(peopleTexts).attributes;
  const shell = useTexts(shellTexts);
  const { locale } = useLanguage();
  const form = useForm({ name: `${window.location.pathname} value ${name}`, initial });
  const submit = () => {
    const { value, start, end } = form.values;
    onSubmit({ value, applicability: start === null && end === null ? null : { start, end } }, () => {
      form.release();
      notify(shell.saved);
      onClose();
    });
  };
  return (
    <Form
      form={form}
      error={error}
      isBusy={isBusy}
      labels={{ value: nameIn(definition, locale), start: t.first, end: t.last }}
      onSubmit={submit}
      onCancel={onClose}
      otherButtons={removal}
    >
      <ValueFields
        definition={definition}
        held={form.values}
        onChange={(changed) => form.change((held) => ({ ...held, ...changed }))}
      />
    </Form>
  );
}

interface ValueFieldsProps {
  readonly definition: Definition;
  readonly held: Held;
  readonly onChange: (changed: Partial<Held>) => void;
}

function ValueFields({ definition, held, onChange }: ValueFieldsProps) {
  const t = useTexts(peopleTexts).attributes;
  const { errorAt, correct } = useFormInputs();
  const dayAt = (name: 'start' | 'end') => ({
    value: held[name],
    description: t.openHint,
    isClearable: true,
    error: errorAt(`applicability.${name}`),
    onChange: (day: string | null) => {
      correct(`applicability.${name}`);
      onChange({ [name]: day });
    },
  });
  return (
    <Stack gap="sm">
      <div data-path="value">
        <AttributeInput
          definition={definition}
          value={held.value}
          onChange={(value) => {
            correct('value');
            onChange({ value });
          }}
          errorAt={(path) => errorAt(path === '' ? 'value' : `value.${path}`)}
        />
      </div>
      <Group grow align="flex-start">
        <div data-path="applicability.start">
          <DayInput label={t.first} {...dayAt('start')} />
        </div>
        <div data-path="applicability.end">
          <DayInput label={t.last} {...dayAt('end')} />
        </div>
      </Group>
    </Stack>
  );
}
