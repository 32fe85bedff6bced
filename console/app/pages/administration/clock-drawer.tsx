/** Moves the clock of a sandbox. */
import { Button, Stack, Text } from '@mantine/core';
import { Form } from '../../form/form.tsx';
import { useFormInputs } from '../../form/form-context.ts';
import { useForm } from '../../form/use-form.ts';
import { formTexts } from '../../texts/form.ts';
import { useFormats } from '../../texts/formats.ts';
import { installationTexts } from '../../texts/installation.ts';
import { useTexts } from '../../texts/texts.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { TimeInput } from '../../ui/moment-input.tsx';

interface ClockFormProps {
  readonly clockOffsetMs: number;
  readonly error: unknown;
  readonly isBusy: boolean;
  /** Null: the time of the machine. */
  readonly onMove: (clock: string | null) => void;
}

export function ClockDrawer({
  isOpen,
  onClose,
  ...form
}: ClockFormProps & { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { sandboxes: t } = useTexts(installationTexts);
  return (
    <FormDrawer title={t.move} isOpen={isOpen} onClose={onClose} size="md">
      <ClockForm {...form} />
    </FormDrawer>
  );
}

export function ClockForm({ clockOffsetMs, error, isBusy, onMove }: ClockFormProps) {
  const { sandboxes: t } = useTexts(installationTexts);
  const shown = new Date(Date.now() + clockOffsetMs).toISOString();
  const form = useForm({ name: 'clock', initial: { day: shown.slice(0, 10) as string | null, time: '08:00' } });
  const { day, time } = form.values;
  const { requiredDay } = useTexts(formTexts);
  const { typedDay } = useFormats();
  return (
    <Form
      form={form}
      error={error}
      isBusy={isBusy}
      check={() => (day === null ? { clock: requiredDay(typedDay(shown.slice(0, 10))) } : {})}
      labels={{ clock: t.moveTo }}
      onSubmit={() => {
        form.release();
        onMove(`${day}T${time}:00Z`);
      }}
      submitLabel={t.move}
      otherButtons={
        clockOffsetMs !== 0 && (
          <Button variant="default" onClick={() => onMove(null)} disabled={isBusy}>
            {t.moveBack}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        <Text size="sm">{t.moveAbout}</Text>
        <ClockInputs day={day} time={time} onChange={(changed) => form.change((held) => ({ ...held, ...changed }))} />
      </Stack>
    </Form>
  );
}

interface ClockInputsProps {
  readonly day: string | null;
  readonly time: string;
  readonly onChange: (changed: { readonly day?: string | null; readonly time?: string }) => void;
}

function ClockInputs({ day, time, onChange }: ClockInputsProps) {
  const { sandboxes: t } = useTexts(installationTexts);
  const { errorAt, correct } = useFormInputs();
  return (
    <div data-path="clock">
      <Stack gap="sm">
        <DayInput
          label={t.moveTo}
          value={day}
          isRequired
          error={errorAt('clock')}
          onChange={(changed) => {
            correct('clock');
            onChange({ day: changed });
          }}
        />
        <TimeInput label={t.time} value={time} onChange={(changed) => onChange({ time: changed })} />
      </Stack>
    </div>
  );
}
