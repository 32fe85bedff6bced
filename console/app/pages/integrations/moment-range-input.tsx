import { Group, TextInput } from '@mantine/core';
import { eventTexts } from '../../texts/events.ts';
import { useTexts } from '../../texts/texts.ts';
import { rangeIn, rangeText } from './moments.ts';

interface MomentRangeInputProps {
  /** As the filter has it: `2026-03-01T08:00:00Z--..`. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

export function MomentRangeInput({ value, onChange }: MomentRangeInputProps) {
  const t = useTexts(eventTexts);
  const range = rangeIn(value);
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        type="datetime-local"
        label={t.from}
        value={range.from}
        onChange={(event) => onChange(rangeText({ ...range, from: event.currentTarget.value }))}
      />
      <TextInput
        type="datetime-local"
        label={t.to}
        value={range.to}
        onChange={(event) => onChange(rangeText({ ...range, to: event.currentTarget.value }))}
      />
    </Group>
  );
}
