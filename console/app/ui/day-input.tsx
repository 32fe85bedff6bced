/** A date, typed or chosen. Its value has the format of the service: `2026-03-01`, or null. */
import '@mantine/dates/styles.css';
import 'dayjs/locale/de.js';
import 'dayjs/locale/es.js';
import 'dayjs/locale/fr.js';
import 'dayjs/locale/it.js';
import 'dayjs/locale/nl.js';
import 'dayjs/locale/pt.js';
import { DateInput } from '@mantine/dates';
import type { ReactNode } from 'react';
import { useLanguage } from '../texts/language.tsx';
import { typedDay } from './typed-day.ts';

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
}

export function DayInput({ isRequired, isClearable, isDisabled, earliest, latest, ...props }: DayInputProps) {
  const { language, locale } = useLanguage();
  return (
    <DateInput
      {...props}
      locale={language}
      // The week begins on Monday in all these locales, except in the United States.
      firstDayOfWeek={locale === 'en-US' ? 0 : 1}
      valueFormat={locale === 'en-US' ? 'MMM D, YYYY' : 'D MMM YYYY'}
      placeholder={locale === 'en-US' ? 'MM/DD/YYYY' : 'DD/MM/YYYY'}
      dateParser={(typed) => typedDay(typed, locale === 'en-US')}
      withAsterisk={isRequired ?? false}
      clearable={isClearable ?? false}
      disabled={isDisabled ?? false}
      {...(earliest !== undefined && { minDate: earliest })}
      {...(latest !== undefined && { maxDate: latest })}
      popoverProps={{ withinPortal: true }}
    />
  );
}
