import { leaves } from '@muster/contract/resources/leaves.ts';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { AddButton, ManagedTable } from '../../resource/managed-table.tsx';
import { useFormats } from '../../texts/formats.ts';
import { organizationTexts } from '../../texts/organization.ts';
import { useTexts } from '../../texts/texts.ts';
import { workingTimeTexts } from '../../texts/working-time.ts';
import { Page } from '../../ui/page.tsx';
import { HolidaysInput } from './holidays-input.tsx';

export function CalendarsPage() {
  const t = useTexts(workingTimeTexts).calendars;
  const state = useAddressState([]);
  const columns = useCalendarColumns();
  return (
    <Page title={t.title} about={t.about} actions={<AddButton resource={publicHolidaysCalendars} label={t.add} />}>
      <ManagedTable
        resource={publicHolidaysCalendars}
        state={state}
        columns={columns}
        filters={[]}
        defaultSort="id"
        empty={t.empty}
        height="calc(100dvh - 280px)"
        editing={{
          members: ['name', 'days'],
          addTitle: t.addTitle,
          labels: { days: t.days },
          custom: { days: (props) => <HolidaysInput {...props} /> },
          alsoChanges: [leaves],
        }}
      />
    </Page>
  );
}

function useCalendarColumns(): readonly Column<typeof publicHolidaysCalendars>[] {
  const t = useTexts(workingTimeTexts).calendars;
  const { name } = useTexts(organizationTexts);
  const { number, day } = useFormats();
  return useMemo(
    () => [
      { id: 'name', header: name, widthPx: 300, cell: (calendar) => calendar.name },
      { id: 'days', header: t.days, widthPx: 120, cell: ({ days }) => number(days.length) },
      {
        id: 'last',
        header: t.last,
        widthPx: 180,
        cell: ({ days }) => {
          const last = days.at(-1);
          return last ? day(last.date) : '';
        },
      },
    ],
    [t, name, number, day],
  );
}
