import { leaves } from '@muster/contract/resources/leaves.ts';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import { useMemo } from 'react';
import type { Column } from '../../resource/columns.tsx';
import { useAddressState } from '../../resource/list-state.ts';
import { AddButton, ManagedTable } from '../../resource/managed-table.tsx';
import { useNames } from '../../resource/names.ts';
import { useFormats } from '../../texts/formats.ts';
import { organizationTexts } from '../../texts/organization.ts';
import { useTexts } from '../../texts/texts.ts';
import { workingTimeTexts } from '../../texts/working-time.ts';
import { Page } from '../../ui/page.tsx';
import { ArchivalBadge, useArchivalFilter } from '../organization/archival.tsx';
import { CycleInput, WorkingWeekInput } from './working-time-inputs.tsx';

export function WorkingTimePage() {
  const t = useTexts(workingTimeTexts);
  const state = useAddressState(['isArchived']);
  const archival = useArchivalFilter();
  const columns = useArrangementColumns();
  return (
    <Page title={t.title} about={t.about} actions={<AddButton resource={workingTimeArrangements} label={t.add} />}>
      <ManagedTable
        resource={workingTimeArrangements}
        state={state}
        columns={columns}
        filters={[archival]}
        defaultSort="id"
        empty={t.empty}
        height="calc(100dvh - 280px)"
        editing={{
          members: ['name', 'publicHolidaysCalendar', 'minutesPerDay', 'workingWeek', 'cycle'],
          addTitle: t.addTitle,
          labels: t.labels,
          hints: t.hints,
          custom: {
            workingWeek: (props) => <WorkingWeekInput {...props} />,
            cycle: (props) => <CycleInput {...props} />,
          },
          alsoChanges: [leaves],
        }}
      />
    </Page>
  );
}

function useArrangementColumns(): readonly Column<typeof workingTimeArrangements>[] {
  const t = useTexts(workingTimeTexts);
  const organization = useTexts(organizationTexts);
  const { number } = useFormats();
  const calendarName = useNames(publicHolidaysCalendars);
  return useMemo(
    () => [
      { id: 'name', header: organization.name, widthPx: 260, cell: ({ name }) => name },
      {
        id: 'calendar',
        header: t.labels.publicHolidaysCalendar,
        widthPx: 240,
        cell: ({ publicHolidaysCalendar }) => calendarName(publicHolidaysCalendar.id),
      },
      {
        id: 'days',
        header: t.workedDays,
        widthPx: 180,
        cell: ({ workingWeek, cycle }) => {
          if (cycle) return t.cycleOf(number(cycle.weeks.length));
          return workingWeek ? t.daysOf(number(workingWeek.length)) : t.asAccount;
        },
      },
      {
        id: 'minutes',
        header: t.labels.minutesPerDay,
        widthPx: 220,
        cell: ({ minutesPerDay }) => (minutesPerDay === null ? t.asAccount : number(minutesPerDay)),
      },
      {
        id: 'state',
        header: organization.state,
        widthPx: 120,
        cell: ({ isArchived }) => <ArchivalBadge isArchived={isArchived} />,
      },
    ],
    [t, organization, number, calendarName],
  );
}
