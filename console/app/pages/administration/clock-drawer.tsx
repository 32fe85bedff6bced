/** Moves the clock of a sandbox. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fieldErrorsIn } from '../../data/problems.ts';
import { installationTexts } from '../../texts/installation.ts';
import { useTexts } from '../../texts/texts.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { ProblemNotice } from '../../ui/states.tsx';

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
  const [day, setDay] = useState<string | null>(shown.slice(0, 10));
  const [time, setTime] = useState('08:00');
  const clockError = fieldErrorsIn(error).clock;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (day !== null) onMove(`${day}T${time || '00:00'}:00Z`);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t.moveAbout}</Text>
        {error != null && clockError === undefined && <ProblemNotice error={error} />}
        <DayInput label={t.moveTo} value={day} onChange={setDay} isRequired error={clockError} />
        <TextInput label={t.time} type="time" value={time} onChange={(event) => setTime(event.currentTarget.value)} />
        <Group justify="flex-end" gap="xs">
          {clockOffsetMs !== 0 && (
            <Button variant="default" onClick={() => onMove(null)} disabled={isBusy}>
              {t.moveBack}
            </Button>
          )}
          <Button type="submit" loading={isBusy}>
            {t.move}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
