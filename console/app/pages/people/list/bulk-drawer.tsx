/** Changes one thing for all selected people: with a preview of each, progress, the errors of each, and an undo. */
import { Alert, Button, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { departments } from '@muster/contract/resources/departments.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AttributeInput } from '../../../resource/attribute-input.tsx';
import { type Definition, nameIn } from '../../../resource/attribute-value.tsx';
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
import { type BulkChange, planOf } from './bulk-plan.ts';
import { BulkPreview, BulkResult } from './bulk-rows.tsx';
import { useBulkRun } from './use-bulk-run.ts';

interface BulkDrawerProps {
  readonly people: readonly Person[];
  readonly onClose: () => void;
}

export function BulkDrawer({ people, onClose }: BulkDrawerProps) {
  const t = useTexts(workbenchTexts);
  const { number } = useFormats();
  const [change, setChange] = useState<BulkChange | null>(null);
  // As they were when the drawer was opened: the list behind it is read again.
  const [chosen] = useState(people);
  const bulk = useBulkRun();
  const plan = useQuery({
    queryKey: ['bulk plan', change, chosen.map(({ id }) => id)],
    enabled: change !== null && bulk.state === 'ready',
    staleTime: 0,
    queryFn: ({ signal }) => planOf(chosen, change as BulkChange, signal),
  });
  const steps = plan.data?.filter(({ step }) => step !== null) ?? [];
  return (
    <FormDrawer title={t.bulkTitle(number(chosen.length), chosen.length === 1)} isOpen onClose={onClose} size="xl">
      <Stack gap="md">
        {bulk.state === 'ready' && <ChangeInputs onChange={setChange} />}
        {plan.isError && <ProblemNotice error={plan.error} />}
        {bulk.state === 'ready' && change && plan.data && <BulkPreview planned={plan.data} change={change} />}
        {bulk.state === 'running' && (
          <>
            <Text size="sm" role="status">
              {t.bulkProgress(number(bulk.done), number(steps.length))}
            </Text>
            <Progress value={(100 * bulk.done) / Math.max(steps.length, 1)} aria-label={t.bulk} animated />
          </>
        )}
        {bulk.state === 'done' && <BulkResult bulk={bulk} onClose={onClose} />}
        {bulk.state === 'ready' && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.cancel}
            </Button>
            <Button disabled={steps.length === 0} loading={plan.isFetching} onClick={() => bulk.run(plan.data ?? [])}>
              {t.bulkApply(number(steps.length), steps.length === 1)}
            </Button>
          </Group>
        )}
      </Stack>
    </FormDrawer>
  );
}

function ChangeInputs({ onChange }: { readonly onChange: (change: BulkChange | null) => void }) {
  const t = useTexts(workbenchTexts);
  const words = useTexts(peopleTexts);
  const may = useMay();
  const { locale } = useLanguage();
  const extensions = useExtensions().filter(({ multipleValueHandling }) => multipleValueHandling === null);
  const [what, setWhat] = useState<string | null>(null);
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
    <Stack gap="sm">
      <Select
        label={t.bulkWhat}
        data={[...positions, ...attributes]}
        value={what}
        searchable
        data-autofocus
        onChange={(picked) => {
          setWhat(picked);
          onChange(null);
        }}
      />
      {(what === 'department' || what === 'manager') && <PositionChange key={what} kind={what} onChange={onChange} />}
      {definition && <AttributeChange key={what} definition={definition} onChange={onChange} />}
    </Stack>
  );
}

interface PositionChangeProps {
  readonly kind: 'department' | 'manager';
  readonly onChange: (change: BulkChange | null) => void;
}

function PositionChange({ kind, onChange }: PositionChangeProps): ReactNode {
  const t = useTexts(workbenchTexts);
  const words = useTexts(peopleTexts);
  const today = useToday();
  const [id, setId] = useState<string | null>(null);
  const [from, setFrom] = useState<string | null>(today);
  const tell = (newId: string | null, newFrom: string | null) =>
    onChange(newId === null || newFrom === null ? null : { kind, id: newId, from: newFrom });
  return (
    <>
      <Alert color="blue" py="xs" c="var(--mantine-color-text)">
        {t.bulkFromAbout}
      </Alert>
      <ReferenceSelect
        label={kind === 'manager' ? words.manager : words.department}
        resource={kind === 'manager' ? employees : departments}
        value={id}
        {...(kind === 'department' && { filters: { isArchived: 'false' } })}
        onChange={(picked) => {
          setId(picked);
          tell(picked, from);
        }}
        isRequired
      />
      <DayInput
        label={words.moveFrom}
        value={from}
        onChange={(day) => {
          setFrom(day);
          tell(id, day);
        }}
        isRequired
      />
    </>
  );
}

interface AttributeChangeProps {
  readonly definition: Definition;
  readonly onChange: (change: BulkChange | null) => void;
}

function AttributeChange({ definition, onChange }: AttributeChangeProps) {
  const [value, setValue] = useState<unknown>(null);
  return (
    <AttributeInput
      definition={definition}
      value={value}
      errorAt={() => undefined}
      onChange={(entered) => {
        setValue(entered);
        const isEmpty = entered === null || entered === '';
        onChange(isEmpty ? null : { kind: 'attribute', definitionId: definition.id, value: entered });
      }}
    />
  );
}
