/** Inputs of settings whose schema alone would give a JSON input. */
import { Chip, Group, Input, Select, TagsInput } from '@mantine/core';
import { languages } from '@muster/contract/languages.ts';
import type { ReactNode } from 'react';
import type { FieldInputProps } from '../../resource/field-input-props.ts';
import { useLanguage } from '../../texts/language.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { useTexts } from '../../texts/texts.ts';
import { DayInput } from '../../ui/day-input.tsx';

type Inputs = Readonly<Record<string, (props: FieldInputProps) => ReactNode>>;

export const settingInputs: Inputs = {
  language: (props) => <LanguageInput {...props} />,
  timezoneId: (props) => <TimezoneInput {...props} />,
  workingWeekdays: (props) => <WeekdaysInput {...props} />,
  webhookWaitsSeconds: (props) => <NumbersInput {...props} />,
  webhookWarningDays: (props) => <NumbersInput {...props} />,
  legacyV2Until: (props) => <LastDayInput {...props} />,
};

const commonOf = ({ label, description, errorAt }: FieldInputProps) => ({
  label,
  ...(description !== undefined && { description }),
  ...(errorAt('') !== undefined && { error: errorAt('') }),
});

function TimezoneInput(props: FieldInputProps) {
  const known = Intl.supportedValuesOf('timeZone');
  const value = String(props.value);
  return (
    <Select
      {...commonOf(props)}
      data={[...new Set(['UTC', value, ...known])]}
      value={value}
      onChange={(chosen) => chosen !== null && props.onChange(chosen)}
      searchable
      allowDeselect={false}
      limit={100}
    />
  );
}

function LanguageInput(props: FieldInputProps) {
  const { locale } = useLanguage();
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return (
    <Select
      {...commonOf(props)}
      data={languages.map((value) => ({ value, label: names.of(value) ?? value }))}
      value={typeof props.value === 'string' ? props.value : null}
      onChange={props.onChange}
      clearable
    />
  );
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

function WeekdaysInput(props: FieldInputProps) {
  const t = useTexts(settingsTexts);
  const chosen = (props.value as number[] | null) ?? [];
  return (
    <Input.Wrapper {...commonOf(props)} labelElement="div">
      <Chip.Group
        multiple
        value={chosen.map(String)}
        onChange={(days) => props.onChange(days.map(Number).sort((one, other) => one - other))}
      >
        <Group gap={6} mt={6}>
          {weekdays.map((day) => (
            <Chip key={day} value={String(day)} size="xs" variant="outline">
              {t.days[day]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

function NumbersInput(props: FieldInputProps) {
  const t = useTexts(settingsTexts);
  const numbers = (props.value as number[] | null) ?? [];
  return (
    <TagsInput
      {...commonOf(props)}
      placeholder={numbers.length === 0 ? t.listHint : ''}
      value={numbers.map(String)}
      allowDuplicates
      splitChars={[',', ' ', ';']}
      onChange={(words) => {
        const typed = words.map(Number).filter((number) => Number.isInteger(number) && number > 0);
        props.onChange(typed.length === 0 ? null : typed);
      }}
    />
  );
}

/** The last second of the day counts. */
function LastDayInput(props: FieldInputProps) {
  const value = typeof props.value === 'string' ? props.value.slice(0, 10) : null;
  return (
    <DayInput
      {...commonOf(props)}
      isRequired={false}
      isClearable
      value={value}
      onChange={(day) => props.onChange(day === null ? null : `${day}T23:59:59Z`)}
    />
  );
}
