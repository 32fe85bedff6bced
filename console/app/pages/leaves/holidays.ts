/** Public holidays of people, by the working-time arrangement of their position, otherwise by the account. */
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import { useMemo } from 'react';
import { useAll, useOne } from '../../data/queries.ts';
import { useMay } from '../../session.tsx';

/** Names by day. */
export type Holidays = ReadonlyMap<string, string>;

export interface NamedHoliday {
  readonly date: string;
  readonly name: string;
  readonly calendar: { readonly id: string; readonly name: string };
}

export interface HolidayCalendars {
  readonly ofArrangement: (id: string | null) => Holidays;
  /** Of all calendars. */
  readonly between: (first: string, last: string) => readonly NamedHoliday[];
}

const none: Holidays = new Map();

/** Calendars that the person may not read have no days. */
export function useHolidays(): HolidayCalendars {
  const may = useMay();
  const calendars = useAll(publicHolidaysCalendars, {}, { isEnabled: may(publicHolidaysCalendars, 'list') });
  const arrangements = useAll(workingTimeArrangements, {}, { isEnabled: may(workingTimeArrangements, 'list') });
  const settings = useOne(accountSettings, may(accountSettings, 'read') ? 'current' : undefined);
  const ofAccount = settings.data?.value.publicHolidaysCalendar?.id ?? null;
  return useMemo(() => {
    const all = calendars.data ?? [];
    const days = new Map(all.map(({ id, days }) => [id, new Map(days.map(({ date, name }) => [date, name]))]));
    const calendarOf = new Map(arrangements.data?.map((one) => [one.id, one.publicHolidaysCalendar.id]));
    return {
      ofArrangement: (id) => days.get((id === null ? ofAccount : calendarOf.get(id)) ?? '') ?? none,
      between: (first, last) =>
        all
          .flatMap(({ id, name: calendar, days }) =>
            days
              .filter(({ date }) => date >= first && date <= last)
              .map(({ date, name }) => ({ date, name, calendar: { id, name: calendar } })),
          )
          .sort((one, other) => one.date.localeCompare(other.date)),
    };
  }, [calendars.data, arrangements.data, ofAccount]);
}
