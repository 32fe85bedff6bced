import { Group } from '@mantine/core';
import { eventTexts } from '../../texts/events.ts';
import { useTexts } from '../../texts/texts.ts';
import { MomentInput } from '../../ui/moment-input.tsx';
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
      <MomentInput
        label={t.from}
        defaultTime="00:00"
        value={range.from}
        onChange={(from) => onChange(rangeText({ ...range, from }))}
      />
      <MomentInput
        label={t.to}
        defaultTime="23:59"
        value={range.to}
        onChange={(to) => onChange(rangeText({ ...range, to }))}
      />
    </Group>
  );
}
