import { Button } from '@mantine/core';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { imports } from '@muster/contract/resources/imports.ts';
import { IconFileImport, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useOpened } from '../../resource/opened.ts';
import { useMay } from '../../session.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import type { Person } from './career.ts';
import { PeopleTable } from './list/people-table.tsx';
import { usePeopleState } from './list/use-workbench.ts';
import { ViewsMenu } from './list/views-menu.tsx';

/** With their inputs and calendar, which the table does not need. */
const HireDrawer = lazy(async () => ({ default: (await import('./hire-drawer.tsx')).HireDrawer }));
const BulkDrawer = lazy(async () => ({ default: (await import('./list/bulk-drawer.tsx')).BulkDrawer }));

const filterNames = {
  establishment: 'applicableJobPosition.businessEstablishment.id',
  department: 'applicableJobPosition.department.id',
  manager: 'applicableJobPosition.manager.id',
};

export function PeoplePage() {
  const t = useTexts(peopleTexts);
  const state = usePeopleState();
  const [opened, open] = useOpened();
  const [changing, setChanging] = useState<readonly Person[]>([]);
  return (
    <Page
      title={t.title}
      about={t.about}
      actions={
        <>
          <ViewsMenu />
          <Actions onHire={() => open('hire')} />
        </>
      }
    >
      {opened === 'hire' && (
        <Suspense>
          <HireDrawer isOpen onClose={() => open(undefined)} />
        </Suspense>
      )}
      {changing.length > 0 && (
        <Suspense>
          <BulkDrawer people={changing} onClose={() => setChanging([])} />
        </Suspense>
      )}
      <PeopleTable
        state={state}
        onBulk={setChanging}
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
        ]}
      />
    </Page>
  );
}

function Actions({ onHire }: { readonly onHire: () => void }) {
  const t = useTexts(peopleTexts);
  const may = useMay();
  if (!may(employees, 'create')) return null;
  return (
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
      <Button leftSection={<IconUserPlus size={16} />} onClick={onHire}>
        {t.hire}
      </Button>
    </>
  );
}
