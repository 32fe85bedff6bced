import { employees } from '@muster/contract/resources/employees.ts';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { useMemo } from 'react';
import type { TableFilter } from '../../resource/filters.tsx';
import { leaveTexts } from '../../texts/leaves.ts';
import { useTexts } from '../../texts/texts.ts';

/** The same for the table and the calendar, so that a change of the view keeps the filters. */
export function useLeaveFilters(): readonly TableFilter[] {
  const t = useTexts(leaveTexts);
  return useMemo(
    () => [
      {
        name: 'status',
        label: t.status,
        widthPx: 140,
        options: (['tentative', 'confirmed', 'cancelled'] as const).map((value) => ({
          value,
          label: t.statuses[value],
        })),
      },
      { name: 'leaveAccount.id', label: t.kind, resource: leaveAccounts, widthPx: 180 },
      { name: 'employee.id', label: t.person, resource: employees, widthPx: 180 },
    ],
    [t],
  );
}
