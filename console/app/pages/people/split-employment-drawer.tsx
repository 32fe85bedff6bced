/** Splits an employment, for example when the kind of contract changes: it ends, and another one continues it. */
import { Stack, Text } from '@mantine/core';
import { employments } from '@muster/contract/resources/employments.ts';
import { useMutation } from '../../data/mutation.ts';
import { type Held, useOne } from '../../data/queries.ts';
import { useEntryCheck } from '../../form/entry-check.ts';
import { Form } from '../../form/form.tsx';
import { useForm } from '../../form/use-form.ts';
import { FieldGroup } from '../../resource/field-group.tsx';
import type { FormValues } from '../../resource/resource-form.tsx';
import { useToday } from '../../session.tsx';
import { careerTexts } from '../../texts/career.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { LoadingRows } from '../../ui/states.tsx';
import { splitEmployment } from './career-changes.ts';
import { type DraftCareer, dayAfter, draftOf } from './career-preview.ts';
import type { EmploymentDrawerProps } from './employment-drawer.tsx';
import { TimelinePreview } from './timeline-preview.tsx';
import { useUndoable } from './use-undoable.ts';

export function SplitEmploymentDrawer(props: EmploymentDrawerProps) {
  const t = useTexts(careerTexts);
  const held = useOne(employments, props.isOpen ? props.employment.id : undefined);
  return (
    <FormDrawer title={t.splitEmploymentTitle} isOpen={props.isOpen} onClose={props.onClose}>
      <Text size="sm" c="dimmed" mb="md">
        {t.splitEmploymentAbout}
      </Text>
      {held.data ? <SplitForm {...props} held={held.data} /> : <LoadingRows />}
    </FormDrawer>
  );
}

const members = ['start', 'template'];

type SplitFormProps = EmploymentDrawerProps & { readonly held: Held<typeof employments> };

function SplitForm({ career, employment, held, onClose }: SplitFormProps) {
  const t = useTexts(careerTexts);
  const today = useToday();
  const check = useEntryCheck();
  const { report, refresh } = useUndoable();
  const form = useForm<FormValues>({
    name: `split ${employment.id}`,
    initial: { start: { date: today }, template: employment.template },
    base: held.etag,
  });
  const { start, template } = form.values as Entered;
  const split = useMutation({
    mutationFn: ({ startsOn, kind }: { readonly startsOn: string; readonly kind: string }) =>
      splitEmployment({ career, employment, etag: held.etag, startsOn, template: { id: kind } }),
    onSuccess: (undo) => {
      form.release();
      report(t.splitEmploymentSaved, undo);
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <Form
      form={form}
      error={split.error}
      isBusy={split.isPending}
      check={() => {
        const found = check({ fields: employments.fields, names: members, values: form.values });
        const isInside =
          start && start.date > employment.start.date && start.date <= (employment.end?.date ?? start.date);
        return start && !isInside ? { ...found, 'start.date': t.splitEmploymentAbout } : found;
      }}
      labels={{ start: t.splitFrom }}
      onSubmit={() => start && template && split.mutate({ startsOn: start.date, kind: template.id })}
      onCancel={onClose}
      submitLabel={t.split}
    >
      <Stack gap="sm">
        <FieldGroup
          fields={employments.fields}
          names={members}
          values={form.values}
          labels={{ start: t.splitFrom }}
          onChange={(name, value) => form.change((entered) => ({ ...entered, [name]: value }))}
        />
        <TimelinePreview before={draftOf(career)} after={halved(draftOf(career), employment.id, start?.date)} />
      </Stack>
    </Form>
  );
}

/** The inputs follow the declaration. */
interface Entered {
  readonly start?: { readonly date: string } | null;
  readonly template?: { readonly id: string } | null;
}

/** The second half has the positions from the day on, and a copy of the one on that day. */
function halved({ employments: all, positions }: DraftCareer, id: string, day: string | undefined): DraftCareer {
  const whole = all.find((one) => one.id === id);
  if (!whole || day === undefined || day <= whole.start) return { employments: all, positions };
  const own = positions.filter(({ employmentId }) => employmentId === id);
  const current = own.filter(({ startsOn }) => startsOn < day).at(-1);
  const isTaken = own.some(({ startsOn }) => startsOn === day);
  return {
    employments: [
      ...all.map((one) => (one.id === id ? { ...one, end: dayAfter(day, -1) } : one)),
      { id: 'second', start: day, end: whole.end },
    ],
    positions: [
      ...positions.map((one) =>
        one.employmentId === id && one.startsOn >= day ? { ...one, employmentId: 'second' } : one,
      ),
      ...(current && !isTaken ? [{ ...current, id: 'second', employmentId: 'second', startsOn: day }] : []),
    ],
  };
}
