/** The days of a calendar, one year at a time. */
import { ActionIcon, Button, Group, Input, Select, Stack, TextInput } from '@mantine/core';
import type { Holiday } from '@muster/contract/resources/public-holidays-calendars.ts';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { FieldInputProps } from '../../resource/field-input-props.ts';
import { useToday } from '../../session.tsx';
import { useTexts } from '../../texts/texts.ts';
import { workingTimeTexts } from '../../texts/working-time.ts';
import { DayInput } from '../../ui/day-input.tsx';

const yearOf = ({ date }: Holiday): string => date.slice(0, 4);

export function HolidaysInput({ label, description, value, onChange, errorAt }: FieldInputProps) {
  const t = useTexts(workingTimeTexts);
  const days = (value as Holiday[] | undefined) ?? [];
  const thisYear = useToday().slice(0, 4);
  const [year, setYear] = useState(thisYear);
  const nextYear = String(Number(thisYear) + 1);
  const years = [...new Set([thisYear, nextYear, ...days.map(yearOf)])].sort();
  const set = (index: number, change: Partial<Holiday>) =>
    onChange(days.map((day, at) => (at === index ? { ...day, ...change } : day)));
  const error = errorAt('');
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      {...(description !== undefined && { description })}
      {...(error !== undefined && { error })}
    >
      <Stack gap={6} mt={6}>
        <Select
          aria-label={t.year}
          w={110}
          size="xs"
          data={years}
          value={year}
          allowDeselect={false}
          onChange={(chosen) => chosen !== null && setYear(chosen)}
        />
        {days.map((day, index) =>
          yearOf(day) === year ? (
            <HolidayRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other lasting name while it is edited
              key={index}
              day={day}
              errorAt={(path) => errorAt(`${index}.${path}`)}
              onChange={(change) => set(index, change)}
              onRemove={() => onChange(days.filter((_, at) => at !== index))}
            />
          ) : null,
        )}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...days, { date: freeDay(days, year), name: '' }])}
          >
            {t.addHoliday}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  );
}

interface HolidayRowProps {
  readonly day: Holiday;
  readonly errorAt: FieldInputProps['errorAt'];
  readonly onChange: (change: Partial<Holiday>) => void;
  readonly onRemove: () => void;
}

function HolidayRow({ day, errorAt, onChange, onRemove }: HolidayRowProps) {
  const t = useTexts(workingTimeTexts);
  return (
    <Group gap="xs" wrap="nowrap">
      <DayInput
        aria-label={t.date}
        w={140}
        value={day.date}
        error={errorAt('date')}
        onChange={(date) => date !== null && onChange({ date })}
      />
      <TextInput
        aria-label={t.holidayName(day.date)}
        flex={1}
        value={day.name}
        error={errorAt('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <ActionIcon variant="default" size="lg" aria-label={t.removeHoliday(day.name)} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}

/** The first day of the year that is not there yet: the person chooses another. */
function freeDay(days: readonly Holiday[], year: string): string {
  const day = new Date(`${year}-01-01T00:00:00Z`);
  const taken = new Set(days.map(({ date }) => date));
  while (taken.has(day.toISOString().slice(0, 10))) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
