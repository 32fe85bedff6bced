/** Ends an employment: the last day, what the person leaves behind, and who takes it over from when. */
import { Button, Stack, Text } from '@mantine/core';
import { departments } from '@muster/contract/resources/departments.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useMutation } from '../../data/mutation.ts';
import { type Held, useOne } from '../../data/queries.ts';
import { methodsOf } from '../../data/service.ts';
import { runAll } from '../../data/steps.ts';
import { Form } from '../../form/form.tsx';
import { useFormInputs } from '../../form/form-context.ts';
import { useForm } from '../../form/use-form.ts';
import { useVersions } from '../../resource/versions.tsx';
import { careerTexts } from '../../texts/career.ts';
import { useFormats } from '../../texts/formats.ts';
import { useLabels } from '../../texts/labels.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { LoadingRows } from '../../ui/states.tsx';
import { type Career, type Employment, positionOn } from './career.ts';
import { dayAfter } from './career-preview.ts';
import type { PersonDrawerProps } from './edit-drawer.tsx';
import { type Entries, HandoverFields, LeftBehindList } from './handover-fields.tsx';
import { leavingSteps, useLeftBehind, withdrawEnd } from './leaving.ts';
import { useUndoable } from './use-undoable.ts';

type EndDrawerProps = PersonDrawerProps & { readonly career: Career; readonly employment: Employment };

export function EndDrawer(props: EndDrawerProps) {
  const { person, employment, isOpen, onClose } = props;
  const t = useTexts(peopleTexts);
  // Read for its version, so that a concurrent change is not overwritten.
  const held = useOne(employments, isOpen ? employment.id : undefined);
  return (
    <FormDrawer title={t.endTitle(`${person.givenName} ${person.familyName}`)} isOpen={isOpen} onClose={onClose}>
      <Text size="sm" c="dimmed" mb="md">
        {t.endAbout}
      </Text>
      {held.data ? <VersionedEnd {...props} held={held.data} /> : <LoadingRows count={3} />}
    </FormDrawer>
  );
}

type HeldEmployment = Held<typeof employments>;

/** If somebody else has changed the employment meanwhile, both versions are shown. */
function VersionedEnd({ held: opened, ...props }: EndDrawerProps & { readonly held: HeldEmployment }) {
  const { held, ...versions } = useVersions(employments, opened, {});
  // Of the form that is open: its entries are saved again with the version that the person has seen.
  const again = useRef<(etag: string) => void>(() => undefined);
  return (
    <>
      <EndForm
        {...props}
        key={held.etag}
        held={held}
        isCompared={versions.conflict !== null}
        onOutdated={(error, lastDay, release, save) => {
          again.current = save;
          versions.compare(error, { end: { date: lastDay } }, release);
        }}
      />
      {versions.dialog((_, etag) => again.current(etag))}
    </>
  );
}

interface EndFormProps extends EndDrawerProps {
  readonly held: HeldEmployment;
  /** The dialog says what is wrong, instead of the form. */
  readonly isCompared: boolean;
  readonly onOutdated: (error: unknown, lastDay: string, release: () => void, save: (etag: string) => void) => void;
}

function EndForm({ person, career, employment, onClose, isCompared, onOutdated, ...opened }: EndFormProps) {
  const t = useTexts(peopleTexts);
  const { etag, value: held } = opened.held;
  const form = useForm<Entries>({
    name: `end ${employment.id}`,
    initial: { lastDay: held.end?.date ?? null, successorId: null, from: null, isNobody: false },
  });
  const { lastDay } = form.values;
  const leftBehind = useLeftBehind(person.id, lastDay);
  const change = (changed: Partial<Entries>) => form.change((entered) => ({ ...entered, ...changed }));
  const problems = useProblems(person.id, held.start.date, form.values, leftBehind);
  const end = useEnding(form.release, onClose, t.ended);
  const save = (version: string) => {
    if (lastDay === null) return;
    const { successorId, from } = form.values;
    const handover = successorId === null ? null : { successorId, from: from ?? dayAfter(lastDay) };
    const above = positionOn(career, lastDay)?.manager ?? null;
    const steps = leavingSteps({
      employment,
      etag: version,
      lastDay,
      leftBehind,
      handover,
      personId: person.id,
      above,
    });
    end.mutate(steps, { onError: (error) => onOutdated(error, lastDay, form.release, save) });
  };
  return (
    <Form
      form={form}
      error={isCompared ? null : end.error}
      isBusy={end.isPending}
      check={problems}
      labels={{ end: t.lastDay }}
      onSubmit={() => save(etag)}
      onCancel={onClose}
      submitLabel={t.end}
      isSubmitDisabled={leftBehind.isLoading}
      otherButtons={held.end && <Withdrawal id={employment.id} etag={etag} onDone={onClose} release={form.release} />}
    >
      <Stack gap="md">
        <LastDay value={lastDay} onChange={(day) => change({ lastDay: day })} />
        <LeftBehindList personId={person.id} leftBehind={leftBehind} />
        {leftBehind.reports.length + leftBehind.headed.length > 0 && (
          <HandoverFields entries={form.values} onChange={change} hasDepartments={leftBehind.headed.length > 0} />
        )}
      </Stack>
    </Form>
  );
}

function LastDay({
  value,
  onChange,
}: {
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
}) {
  const { fieldLabel } = useLabels();
  const { errorAt, correct } = useFormInputs();
  return (
    <div data-path="end">
      <DayInput
        label={fieldLabel('end')}
        isRequired
        value={value}
        error={errorAt('end') ?? errorAt('end.date')}
        onChange={(day) => {
          correct('end');
          onChange(day);
        }}
      />
    </div>
  );
}

function useProblems(
  personId: string,
  start: string,
  { lastDay, successorId, isNobody }: Entries,
  { reports, headed }: ReturnType<typeof useLeftBehind>,
) {
  const t = useTexts(careerTexts).leaver;
  const { day } = useFormats();
  return () => ({
    ...(lastDay === null && { end: t.lastDayRequired(day(start)) }),
    ...(reports.length + headed.length > 0 && successorId === null && !isNobody && { manager: t.chooseSuccessor }),
    ...(successorId === personId && { manager: t.otherSuccessor }),
  });
}

function useEnding(release: () => void, onClose: () => void, notice: string) {
  const client = useQueryClient();
  const { report, refresh } = useUndoable();
  return useMutation({
    mutationFn: runAll,
    onSuccess: (undo) => {
      release();
      report(notice, () => undo().finally(() => client.invalidateQueries({ queryKey: [departments.type] })));
      onClose();
    },
    onSettled: () => Promise.all([refresh(), client.invalidateQueries({ queryKey: [departments.type] })]),
  });
}

interface WithdrawalProps {
  readonly id: string;
  readonly etag: string;
  readonly release: () => void;
  readonly onDone: () => void;
}

/** Takes back an end that was recorded. */
function Withdrawal({ id, etag, release, onDone }: WithdrawalProps) {
  const t = useTexts(careerTexts).leaver;
  const { report, refresh } = useUndoable();
  const before = useOne(employments, id).data?.value.end ?? null;
  const withdraw = useMutation({
    mutationFn: () => withdrawEnd(id, etag),
    onSuccess: (now) => {
      release();
      report(t.takenBack, () =>
        methodsOf(employments).update(id, { end: before }, now.etag === null ? {} : { ifMatch: now.etag }),
      );
      onDone();
    },
    onSettled: refresh,
  });
  return (
    <Button variant="subtle" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
      {t.takeBack}
    </Button>
  );
}
