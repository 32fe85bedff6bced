/** Inputs of a working week and of a cycle of weeks: which days are worked, which half of them, and how long. */
import { Button, Fieldset, Group, Input, Select, Stack, Switch, Text } from '@mantine/core';
import type { Cycle, WorkedDay } from '@muster/contract/resources/working-time-arrangements.ts';
import type { FieldInputProps } from '../../resource/field-input-props.ts';
import { useToday } from '../../session.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { useTexts } from '../../texts/texts.ts';
import { workingTimeTexts } from '../../texts/working-time.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { NumberField } from '../../ui/number-field.tsx';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const ranges = ['allDay', 'firstHalfDay', 'secondHalfDay'] as const;
const off = 'off';

const worked = (weekday: number): WorkedDay => ({ weekday, range: 'allDay', minutes: null });
const mondayToFriday = (): WorkedDay[] => weekdays.slice(0, 5).map(worked);

/** The first message at or below a path. */
const errorIn = (errorAt: FieldInputProps['errorAt'], ...paths: readonly string[]): string | undefined =>
  paths.map((path) => errorAt(path)).find((message) => message !== undefined);

export function WorkingWeekInput({ label, description, value, onChange, errorAt }: FieldInputProps) {
  const week = value as WorkedDay[] | null | undefined;
  const error = errorAt('');
  return (
    <Input.Wrapper {...(error !== undefined && { error })} labelElement="div">
      <Switch
        label={label}
        {...(description !== undefined && { description })}
        checked={Boolean(week)}
        onChange={(event) => onChange(event.currentTarget.checked ? mondayToFriday() : null)}
      />
      {week && <WeekDays legend={label} week={week} onChange={onChange} errorAt={errorAt} />}
    </Input.Wrapper>
  );
}

interface WeekDaysProps {
  readonly legend: string;
  readonly week: readonly WorkedDay[];
  readonly onChange: (week: WorkedDay[]) => void;
  readonly errorAt: FieldInputProps['errorAt'];
}

function WeekDays({ legend, week, onChange, errorAt }: WeekDaysProps) {
  const set = (weekday: number, day: WorkedDay | null) => {
    const others = week.filter((one) => one.weekday !== weekday);
    onChange([...others, ...(day ? [day] : [])].toSorted((one, other) => one.weekday - other.weekday));
  };
  return (
    <Fieldset legend={legend} mt="xs" p="xs">
      <Stack gap={6}>
        {weekdays.map((weekday) => {
          const index = week.findIndex((one) => one.weekday === weekday);
          return (
            <DayRow
              key={weekday}
              legend={legend}
              weekday={weekday}
              day={week[index] ?? null}
              error={errorIn(errorAt, `${index}`, `${index}.weekday`, `${index}.range`, `${index}.minutes`)}
              onChange={(day) => set(weekday, day)}
            />
          );
        })}
      </Stack>
    </Fieldset>
  );
}

interface DayRowProps {
  readonly legend: string;
  readonly weekday: (typeof weekdays)[number];
  readonly day: WorkedDay | null;
  readonly error: string | undefined;
  readonly onChange: (day: WorkedDay | null) => void;
}

function DayRow({ legend, weekday, day, error, onChange }: DayRowProps) {
  const t = useTexts(workingTimeTexts);
  const { days } = useTexts(settingsTexts);
  const name = days[weekday];
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" w={44}>
        {name}
      </Text>
      <Select
        aria-label={`${legend}, ${name}`}
        size="xs"
        flex={1}
        allowDeselect={false}
        data={[off, ...ranges].map((value) => ({ value, label: t.ranges[value as keyof typeof t.ranges] }))}
        value={day?.range ?? off}
        onChange={(range) =>
          onChange(
            range === off || range === null ? null : { ...worked(weekday), ...day, range: range as WorkedDay['range'] },
          )
        }
      />
      <NumberField
        aria-label={`${legend}, ${name}, ${t.minutes}`}
        placeholder={t.minutes}
        size="xs"
        w={100}
        min={1}
        max={1440}
        allowDecimal={false}
        disabled={!day}
        value={day?.minutes ?? null}
        error={error}
        onChange={(minutes) => day && onChange({ ...day, minutes })}
      />
    </Group>
  );
}

const newCycle = (startsOn: string): Cycle => ({ startsOn, weeks: [mondayToFriday(), []] });
const leastWeeks = 2;

export function CycleInput({ label, description, value, onChange, errorAt }: FieldInputProps) {
  const t = useTexts(workingTimeTexts);
  const today = useToday();
  const cycle = value as Cycle | null | undefined;
  const error = errorIn(errorAt, '', 'weeks');
  const setWeek = (index: number, week: WorkedDay[]) =>
    cycle && onChange({ ...cycle, weeks: cycle.weeks.map((one, at) => (at === index ? week : one)) });
  return (
    <Input.Wrapper {...(error !== undefined && { error })} labelElement="div">
      <Switch
        label={label}
        {...(description !== undefined && { description })}
        checked={Boolean(cycle)}
        onChange={(event) => onChange(event.currentTarget.checked ? newCycle(today) : null)}
      />
      {cycle && (
        <Stack gap="xs" mt="xs">
          <DayInput
            label={t.cycleStart}
            error={errorAt('startsOn')}
            value={cycle.startsOn}
            onChange={(startsOn) => startsOn !== null && onChange({ ...cycle, startsOn })}
          />
          {cycle.weeks.map((week, index) => (
            <WeekDays
              // biome-ignore lint/suspicious/noArrayIndexKey: a week is known by its place alone
              key={index}
              legend={t.week(index + 1)}
              week={week}
              onChange={(days) => setWeek(index, days)}
              errorAt={(path) => errorAt(`weeks.${index}.${path}`)}
            />
          ))}
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => onChange({ ...cycle, weeks: [...cycle.weeks, []] })}>
              {t.addWeek}
            </Button>
            {cycle.weeks.length > leastWeeks && (
              <Button
                variant="default"
                size="xs"
                onClick={() => onChange({ ...cycle, weeks: cycle.weeks.slice(0, -1) })}
              >
                {t.removeWeek}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Input.Wrapper>
  );
}
