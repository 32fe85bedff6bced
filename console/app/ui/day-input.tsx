/**
 * A date, typed in the format of the locale or picked from the calendar; the only input for dates. Its value has the format of
 * the service: `2026-03-01`, or null. A text that is no date is an error next to the input, and keeps its form from being sent.
 */
import '@mantine/dates/styles.css';
import 'dayjs/locale/de.js';
import 'dayjs/locale/es.js';
import 'dayjs/locale/fr.js';
import 'dayjs/locale/it.js';
import 'dayjs/locale/nl.js';
import 'dayjs/locale/pt.js';
import { ActionIcon, CloseButton, Group, Popover, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useFormInputs, useInvalidEntry } from '../form/form-context.ts';
import { useToday } from '../session.tsx';
import { formTexts } from '../texts/form.ts';
import { useLanguage } from '../texts/language.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { type DayFormat, dayFormatOf } from './typed-day.ts';

export interface DayInputProps {
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
  readonly label?: string;
  readonly 'aria-label'?: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly isRequired?: boolean;
  readonly isClearable?: boolean;
  readonly isDisabled?: boolean;
  /** Inclusive bounds. */
  readonly earliest?: string;
  readonly latest?: string;
  readonly w?: number | string;
  /** Next to the input, whatever stands above and below it. */
  readonly sibling?: ReactNode;
}

/** A date far from the examples of any form, whose day cannot be taken for a month. */
const exampleDay = '2026-03-31';

export function DayInput(props: DayInputProps) {
  const { value, onChange, isRequired = false, isClearable = false, isDisabled = false } = props;
  const { label, description, w, sibling } = props;
  const { locale } = useLanguage();
  const today = useToday();
  const format = useMemo(() => dayFormatOf(locale, today), [locale, today]);
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const entry = useTypedDay(props, format, input);
  const pick = (day: string | null) => {
    entry.clear();
    onChange(day);
    setOpen(false);
    input.current?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.altKey && event.key === 'ArrowDown') setOpen(true);
    if (event.key === 'Escape' && isOpen) setOpen(false);
  };
  const error = entry.message ?? props.error;
  return (
    // A text input cannot be announced as expanded: the button next to it says what it opens.
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal shadow="md" withRoles={false}>
      <Popover.Target>
        <TextInput
          ref={input}
          {...(label !== undefined && { label })}
          {...(props['aria-label'] !== undefined && { 'aria-label': props['aria-label'] })}
          {...(description !== undefined && { description })}
          {...(error !== undefined && { error })}
          {...(w !== undefined && { w })}
          {...(sibling !== undefined && {
            inputContainer: (own) => (
              <Group gap="xs" wrap="nowrap" align="flex-start">
                {own}
                {sibling}
              </Group>
            ),
          })}
          // A dialog around it stays open when Escape closes the calendar.
          {...(isOpen && { 'data-mantine-stop-propagation': 'true' })}
          withAsterisk={isRequired}
          disabled={isDisabled}
          autoComplete="off"
          placeholder={format.placeholder}
          value={entry.shown}
          onChange={(event) => entry.type(event.currentTarget.value)}
          onBlur={entry.leave}
          onKeyDown={keys}
          rightSectionWidth={isClearable && entry.shown !== '' ? 60 : 34}
          rightSection={
            <DayButtons
              isClearable={isClearable && entry.shown !== ''}
              isDisabled={isDisabled}
              onClear={() => pick(null)}
              onOpen={() => setOpen((was) => !was)}
            />
          }
        />
      </Popover.Target>
      <Popover.Dropdown>
        <Calendar {...props} value={value} onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface DayButtonsProps {
  readonly isClearable: boolean;
  readonly isDisabled: boolean;
  readonly onClear: () => void;
  readonly onOpen: () => void;
}

/** For the mouse: keys type, clear, and open the calendar with Alt and the arrow. */
function DayButtons({ isClearable, isDisabled, onClear, onOpen }: DayButtonsProps) {
  const t = useTexts(formTexts);
  return (
    <Group gap={0} wrap="nowrap">
      {isClearable && !isDisabled && <CloseButton size="sm" tabIndex={-1} aria-label={t.clearDay} onClick={onClear} />}
      <ActionIcon
        variant="subtle"
        color="gray"
        tabIndex={-1}
        disabled={isDisabled}
        aria-label={t.calendar}
        onClick={onOpen}
      >
        <IconCalendar size={16} />
      </ActionIcon>
    </Group>
  );
}

function Calendar({
  value,
  earliest,
  latest,
  onPick,
}: DayInputProps & { readonly onPick: (day: string | null) => void }) {
  const { locale } = useLanguage();
  const today = useToday();
  const t = useTexts(formTexts);
  return (
    <DatePicker
      locale={locale.slice(0, 2)}
      // The week begins on Monday in all these locales, except in the United States.
      firstDayOfWeek={locale === 'en-US' ? 0 : 1}
      // The colours of weekends and of other months have too little contrast.
      weekendDays={[]}
      hideOutsideDates
      value={value}
      defaultDate={value ?? latest ?? earliest ?? today}
      onChange={onPick}
      ariaLabels={t.arrows}
      {...(earliest !== undefined && { minDate: earliest })}
      {...(latest !== undefined && { maxDate: latest })}
    />
  );
}

/** The text while somebody types; the value follows as soon as the text is a date. */
function useTypedDay(
  { value, onChange, label, earliest, latest, ...props }: DayInputProps,
  format: DayFormat,
  input: React.RefObject<HTMLInputElement | null>,
) {
  const t = useTexts(formTexts);
  const { clear } = useTexts(shellTexts);
  const { attempts } = useFormInputs();
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const [attempted, setAttempted] = useState(attempts);
  const day = typed === null || typed.trim() === '' ? null : format.read(typed);
  const problem = problemOf();
  const name = label ?? props['aria-label'] ?? clear;
  useInvalidEntry(problem === null ? null : { label: name, message: problem, element: () => input.current });
  function problemOf(): string | null {
    if (typed === null) return null;
    // The value stays: it must not be empty.
    if (typed.trim() === '') return value === null ? null : t.requiredDay(format.written(exampleDay));
    if (day === null) return t.invalidDay(typed.trim(), format.written(exampleDay));
    if (earliest !== undefined && day < earliest) return t.earliest(format.written(earliest));
    return latest !== undefined && day > latest ? t.latest(format.written(latest)) : null;
  }
  const isShown = isLeft || attempts > attempted;
  return {
    shown: typed ?? (value === null ? '' : format.written(value)),
    message: isShown && problem !== null ? problem : undefined,
    type: (text: string) => {
      setTyped(text);
      setLeft(false);
      setAttempted(attempts);
      const read = format.read(text);
      const isWithin = read !== null && (earliest ?? read) <= read && read <= (latest ?? read);
      if (text.trim() === '') onChange(null);
      else if (read !== null && isWithin && hasFullYear(text)) onChange(read);
    },
    leave: (event: FocusEvent) => {
      // A click on a button judges the entry itself: an error that appears now would move the button away.
      setLeft(!(event.relatedTarget instanceof HTMLButtonElement));
      if (typed === null || problem !== null) return;
      if (day !== null && day !== value) onChange(day);
      setTyped(null);
    },
    clear: () => setTyped(null),
  };
}

/** `1/3/20` may become `1/3/2026`: a short year counts when the input is left. */
const hasFullYear = (text: string): boolean => /\d{4}/.test(text);
