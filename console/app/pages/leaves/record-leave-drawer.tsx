/** Records a leave for somebody: confirmed at once, or with a request for approval. */
import { Input, SegmentedControl } from '@mantine/core';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { useState } from 'react';
import { useBatched } from '../../data/batched.ts';
import { FieldInput } from '../../resource/field-input.tsx';
import type { FieldInputProps } from '../../resource/field-input-props.ts';
import type { FormValues } from '../../resource/resource-form.tsx';
import { useUndoable } from '../../resource/use-undoable.ts';
import { CreationForm } from '../../resource/writing-forms.tsx';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { leaveTexts } from '../../texts/leaves.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { usePersonName } from '../people/person-name.tsx';
import { leaveResources, removing } from './leave-changes.ts';
import { TeamCalendar } from './team-calendar.tsx';

interface RecordLeaveDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** On the page of a person. */
  readonly employeeId?: string;
  /** The first day that is offered. */
  readonly day?: string | undefined;
}

export function RecordLeaveDrawer({ isOpen, onClose, employeeId, day }: RecordLeaveDrawerProps) {
  const t = useTexts(leaveDeskTexts);
  return (
    <FormDrawer title={t.record} isOpen={isOpen} onClose={onClose} size="xl">
      <RecordForm onClose={onClose} employeeId={employeeId} day={day} />
    </FormDrawer>
  );
}

interface RecordFormProps {
  readonly onClose: () => void;
  readonly employeeId: string | undefined;
  readonly day: string | undefined;
}

interface Pointer {
  readonly id: string;
}

/** A leave of one day needs one entry. */
const initialOf =
  (employeeId: string | undefined, day: string | undefined) =>
  (entered: FormValues): FormValues => ({
    ...(employeeId !== undefined && { employee: { id: employeeId } }),
    ...(day !== undefined && { startsOn: day, endsOn: day }),
    ...(entered.startsOn !== undefined && { endsOn: entered.startsOn }),
    startPosition: 'firstHalfDay',
    endPosition: 'secondHalfDay',
    status: 'confirmed',
  });

function RecordForm({ onClose, employeeId, day }: RecordFormProps) {
  const t = useTexts(leaveTexts);
  const desk = useTexts(leaveDeskTexts);
  const { report } = useUndoable(leaveResources);
  const [chosen, setChosen] = useState<{ person?: string | undefined; account?: string | undefined }>({
    person: employeeId,
  });
  const account = useBatched(leaveAccounts, chosen.account ?? null).data;
  const name = usePersonName(chosen.person ?? null);
  const remembering = (member: 'person' | 'account') => (props: FieldInputProps) => (
    <FieldInput
      {...props}
      onChange={(value) => {
        setChosen((held) => ({ ...held, [member]: (value as Pointer | null)?.id }));
        props.onChange(value);
      }}
    />
  );
  const dates = ['startsOn', 'endsOn', 'startPosition', 'endPosition'];
  const hours = account?.unit === 'workingHours' ? ['totalDuration'] : [];
  return (
    <CreationForm
      resource={leaves}
      inputs={{
        members: ['employee', 'leaveAccount', ...dates, ...hours, 'status'],
        labels: {
          employee: t.person,
          leaveAccount: t.kind,
          startsOn: t.from,
          endsOn: t.to,
          startPosition: t.startPosition,
          endPosition: t.endPosition,
          status: desk.recordStatus,
          totalDuration: desk.hours,
        },
        hints: { endsOn: desk.oneDay, totalDuration: desk.hoursHint },
        custom: {
          employee: remembering('person'),
          leaveAccount: remembering('account'),
          status: (props) => <StatusInput {...props} />,
          totalDuration: (props) => <HoursInput {...props} />,
        },
      }}
      initial={initialOf(employeeId, day)}
      alsoChanges={[leaveRequests]}
      submitLabel={desk.record}
      onCancel={onClose}
      onMade={(made) => {
        report(desk.recorded(name), removing(made.id, made.etag));
        onClose();
      }}
    >
      {(values) => <TeamOf values={values} />}
    </CreationForm>
  );
}

/** Once it is clear who is away when. */
function TeamOf({ values }: { readonly values: FormValues }) {
  const { employee, startsOn, endsOn } = values as { employee?: Pointer; startsOn?: string; endsOn?: string };
  if (!employee || !startsOn || !endsOn || endsOn < startsOn) return null;
  return <TeamCalendar employeeId={employee.id} startsOn={startsOn} endsOn={endsOn} />;
}

function StatusInput({ label, value, onChange }: FieldInputProps) {
  const t = useTexts(leaveDeskTexts).recordStates;
  return (
    <Input.Wrapper label={label} labelElement="div">
      <SegmentedControl
        fullWidth
        aria-label={label}
        data={(['confirmed', 'tentative'] as const).map((status) => ({ value: status, label: t[status] }))}
        value={String(value)}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}

function HoursInput({ label, description, value, onChange, errorAt }: FieldInputProps) {
  return (
    <NumberField
      label={label}
      description={description}
      error={errorAt('') ?? errorAt('value')}
      min={0.25}
      step={0.25}
      decimalScale={3}
      value={(value as { value: number } | undefined)?.value ?? null}
      onChange={(hours) => onChange(hours === null ? undefined : { value: hours, unit: 'hours' })}
    />
  );
}
