/** Who has read confidential data about a person. */
import { readEntries } from '@muster/contract/administration/read-entries.ts';
import { useState } from 'react';
import { useOwnState } from '../../resource/list-state.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { readsTexts } from '../../texts/reads.ts';
import { useTexts } from '../../texts/texts.ts';
import { ReadEntryDrawer } from '../administration/read-entry-drawer.tsx';
import { type ReadEntry, useReadColumns, useReadFilters } from '../administration/read-table.tsx';

export function ReadsTab({ employeeId }: { readonly employeeId: string }) {
  const t = useTexts(readsTexts);
  const state = useOwnState(['reader.type', 'families']);
  const columns = useReadColumns();
  const filters = useReadFilters();
  const [opened, setOpened] = useState<ReadEntry | null>(null);
  return (
    <>
      <ReadEntryDrawer entry={opened} onClose={() => setOpened(null)} />
      <ResourceTable
        resource={readEntries}
        state={state}
        fixed={{ 'employees.id': employeeId }}
        columns={columns}
        filters={filters}
        defaultSort="-id"
        onOpen={setOpened}
        empty={t.emptyOfPerson}
      />
    </>
  );
}
