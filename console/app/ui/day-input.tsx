/** A day, typed or chosen. Its value is the text that the service knows: `2026-03-01`, or null. */
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
  /** Bounds, included. */
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
      // Monday begins the week where these languages are spoken, but for the United States.
      firstDayOfWeek={locale === 'en-US' ? 0 : 1}
      valueFormat={locale === 'en-US' ? 'MMM D, YYYY' : 'D MMM YYYY'}
      placeholder={locale === 'en-US' ? 'MM/DD/YYYY' : 'DD/MM/YYYY'}
      dateParser={(typed) => parsed(typed, locale === 'en-US')}
      withAsterisk={isRequired ?? false}
      clearable={isClearable ?? false}
      disabled={isDisabled ?? false}
      {...(earliest !== undefined && { minDate: earliest })}
      {...(latest !== undefined && { maxDate: latest })}
      popoverProps={{ withinPortal: true }}
    />
  );
}

/** `2026-03-01`, `1.3.2026`, `1/3/26`; what names a month is left to the calendar. */
function parsed(typed: string, isMonthFirst: boolean): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed.trim());
  const usual = /^(\d{1,2})[./ -](\d{1,2})[./ -](\d{2}|\d{4})$/.exec(typed.trim());
  if (iso) return checked(iso[1], iso[2], iso[3]);
  if (!usual) return null;
  const [, first, second, year = ''] = usual;
  const fullYear = year.length === 2 ? `20${year}` : year;
  return isMonthFirst ? checked(fullYear, first, second) : checked(fullYear, second, first);
}

function checked(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : null;
}
