import { Button } from '@mantine/core';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { imports } from '@muster/contract/resources/imports.ts';
import { IconFileImport, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { TableFilter } from '../../resource/filters.tsx';
import { type ListState, useAddressState } from '../../resource/list-state.ts';
import { useOpened } from '../../resource/opened.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { useMay } from '../../session.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { usePeopleColumns } from './columns.tsx';

/** With its inputs and calendar, which the table does not need. */
const HireDrawer = lazy(async () => ({ default: (await import('./hire-drawer.tsx')).HireDrawer }));

const filterNames = {
  establishment: 'applicableJobPosition.businessEstablishment.id',
  department: 'applicableJobPosition.department.id',
  manager: 'applicableJobPosition.manager.id',
};

/** Ranges of days, used by links from other pages. */
const ranges = { startsOn: 'applicableEmployment.startsOn.between', endsOn: 'applicableEmployment.endsOn.between' };

export function PeoplePage() {
  const t = useTexts(peopleTexts);
  const state = useAddressState(['status', ...Object.values(filterNames), ...Object.values(ranges)]);
  const columns = usePeopleColumns();
  const may = useMay();
  const [opened, open] = useOpened();
  const hire = may(employees, 'create') && (
    <>
      {may(imports, 'create') && (
        <Button
          component={Link}
          to="/import?collection=employees"
          variant="default"
          leftSection={<IconFileImport size={16} />}
        >
          {t.import}
        </Button>
      )}
      <Button leftSection={<IconUserPlus size={16} />} onClick={() => open('hire')}>
        {t.hire}
      </Button>
    </>
  );
  return (
    <Page title={t.title} about={t.about} actions={hire}>
      {opened === 'hire' && (
        <Suspense>
          <HireDrawer isOpen onClose={() => open(undefined)} />
        </Suspense>
      )}
      <ResourceTable
        resource={employees}
        state={state}
        columns={columns}
        defaultSort="familyName"
        hrefOf={({ id }) => `/people/${id}`}
        filters={[
          {
            name: 'status',
            label: t.status,
            widthPx: 130,
            options: (['active', 'upcoming', 'deactivated'] as const).map((value) => ({
              value,
              label: t.statuses[value],
            })),
          },
          { name: filterNames.establishment, label: t.establishment, resource: businessEstablishments },
          { name: filterNames.department, label: t.department, resource: departments },
          { name: filterNames.manager, label: t.manager, resource: employees },
          ...givenRange(state, ranges.startsOn, t.startsOn),
          ...givenRange(state, ranges.endsOn, t.endsOn),
        ]}
      />
    </Page>
  );
}

/** Shown while it is set, so that it can be removed. */
function givenRange({ filters }: ListState, name: string, label: string): readonly TableFilter[] {
  const value = filters[name];
  if (value === undefined) return [];
  return [{ name, label, widthPx: 320, options: [{ value, label: `${label} ${value.replace('--', ' – ')}` }] }];
}
