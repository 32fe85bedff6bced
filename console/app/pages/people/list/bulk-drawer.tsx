/** Changes one thing for all selected people: with a preview of each, progress, the errors of each, and an undo. */
import { Alert, Progress, Select, Stack, Text } from '@mantine/core';
import { departments } from '@muster/contract/resources/departments.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Form } from '../../../form/form.tsx';
import { register } from '../../../form/unsaved.ts';
import { useForm } from '../../../form/use-form.ts';
import { AttributeInput } from '../../../resource/attribute-input.tsx';
import { nameIn } from '../../../resource/attribute-value.tsx';
import { ReferenceSelect } from '../../../resource/reference-select.tsx';
import { useMay, useToday } from '../../../session.tsx';
import { useFormats } from '../../../texts/formats.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { peopleTexts } from '../../../texts/people.ts';
import { useTexts } from '../../../texts/texts.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { FormDrawer } from '../../../ui/form-drawer.tsx';
import { ProblemNotice } from '../../../ui/states.tsx';
import type { Person } from '../career.ts';
import { useExtensions } from './attribute-columns.tsx';
import { type BulkChange, type Planned, planOf } from './bulk-plan.ts';
import { BulkPreview, BulkResult } from './bulk-rows.tsx';
import { useBulkRun } from './use-bulk-run.ts';

interface BulkDrawerProps {
  readonly people: readonly Person[];
  readonly onClose: () => void;
}

interface Entries {
  /** Department, manager, or the id of an attribute. */
  readonly what: string | null;
  readonly id: string | null;
  readonly from: string | null;
  readonly value: unknown;
}

/** Null: not complete. */
function changeOf({ what, id, from, value }: Entries): BulkChange | null {
  if (what === null) return null;
  if (what === 'department' || what === 'manager') {
    return id === null || from === null ? null : { kind: what, id, from };
  }
  return value === null || value === '' ? null : { kind: 'attribute', definitionId: what, value };
}

export function BulkDrawer({ people, onClose }: BulkDrawerProps) {
  const t = useTexts(workbenchTexts);
  const { number } = useFormats();
  // As they were when the drawer was opened: the list behind it is read again.
  const [chosen] = useState(people);
  const bulk = useBulkRun();
  return (
    <FormDrawer
      title={t.bulkTitle(number(chosen.length), chosen.length === 1)}
      isOpen
      // A change that runs has its result and its undo here.
      onClose={() => bulk.state !== 'running' && onClose()}
      size="xl"
    >
      {bulk.state === 'ready' && <BulkForm people={chosen} onRun={bulk.run} onClose={onClose} />}
      {bulk.state === 'running' && <BulkProgress done={bulk.done} of={bulk.planned} />}
      {bulk.state === 'done' && <BulkResult bulk={bulk} onClose={onClose} />}
    </FormDrawer>
  );
}

interface BulkFormProps extends BulkDrawerProps {
  readonly onRun: (planned: readonly Planned[]) => void;
}

function BulkForm({ people, onRun, onClose }: BulkFormProps) {
  const t = useTexts(workbenchTexts);
  const { number } = useFormats();
  const today = useToday();
  const form = useForm<Entries>({ name: 'bulk', initial: { what: null, id: null, from: today, value: null } });
  const change = changeOf(form.values);
  const plan = useQuery({
    queryKey: ['bulk plan', change, people.map(({ id }) => id)],
    enabled: change !== null,
    staleTime: 0,
    queryFn: ({ signal }) => planOf(people, change as BulkChange, signal),
  });
  const count = change ? (plan.data?.filter(({ step }) => step !== null).length ?? 0) : 0;
  return (
    <Form
      form={form}
      error={null}
      isBusy={plan.isFetching}
      onSubmit={() => {
        form.release();
        onRun(plan.data ?? []);
      }}
      onCancel={onClose}
      submitLabel={t.bulkApply(number(count), count === 1)}
      isSubmitDisabled={count === 0}
    >
      <ChangeInputs entries={form.values} onChange={(changed) => form.change((held) => ({ ...held, ...changed }))} />
      {plan.isError && <ProblemNotice error={plan.error} />}
      {change && plan.data && <BulkPreview planned={plan.data} change={change} />}
    </Form>
  );
}

/** As long as it is shown, the page is left only after a question: what was done could not be undone any more. */
function BulkProgress({ done, of }: { readonly done: number; readonly of: number }) {
  useEffect(() => register({ name: 'bulk run', isDirty: () => true, draft: () => ({ values: null, base: null }) }), []);
  const t = useTexts(workbenchTexts);
  const { number } = useFormats();
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {t.bulkProgress(number(done), number(of))}
      </Text>
      <Progress value={(100 * done) / Math.max(of, 1)} aria-label={t.bulk} animated />
    </Stack>
  );
}

interface InputsProps {
  readonly entries: Entries;
  readonly onChange: (changed: Partial<Entries>) => void;
}

function ChangeInputs({ entries, onChange }: InputsProps) {
  const t = useTexts(workbenchTexts);
  const words = useTexts(peopleTexts);
  const may = useMay();
  const { locale } = useLanguage();
  const extensions = useExtensions().filter(({ multipleValueHandling }) => multipleValueHandling === null);
  const { what } = entries;
  const positions = may(jobPositions, 'create')
    ? [
        { value: 'department', label: words.department },
        { value: 'manager', label: words.manager },
      ]
    : [];
  const attributes = may(employeeAttributes, 'create')
    ? extensions.map((one) => ({ value: one.id, label: nameIn(one, locale) }))
    : [];
  const definition = extensions.find(({ id }) => id === what);
  return (
    <>
      <Select
        label={t.bulkWhat}
        data={[...positions, ...attributes]}
        value={what}
        searchable
        onChange={(picked) => onChange({ what: picked, id: null, value: null })}
      />
      {(what === 'department' || what === 'manager') && (
        <PositionChange key={what} kind={what} entries={entries} onChange={onChange} />
      )}
      {definition && (
        <AttributeInput
          key={what}
          definition={definition}
          value={entries.value}
          errorAt={() => undefined}
          onChange={(value) => onChange({ value })}
        />
      )}
    </>
  );
}

function PositionChange({ kind, entries, onChange }: InputsProps & { readonly kind: 'department' | 'manager' }) {
  const t = useTexts(workbenchTexts);
  const words = useTexts(peopleTexts);
  return (
    <>
      <Alert color="blue" py="xs" c="var(--mantine-color-text)">
        {t.bulkFromAbout}
      </Alert>
      <ReferenceSelect
        label={kind === 'manager' ? words.manager : words.department}
        resource={kind === 'manager' ? employees : departments}
        value={entries.id}
        {...(kind === 'department' && { filters: { isArchived: 'false' } })}
        onChange={(id) => onChange({ id })}
        isRequired
      />
      <DayInput label={words.moveFrom} value={entries.from} onChange={(from) => onChange({ from })} isRequired />
    </>
  );
}
