/** Who has read confidential data: of everybody, or about one person. */
import { readEntries } from '@muster/contract/administration/read-entries.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { useState } from 'react';
import { useAddressState } from '../../resource/list-state.ts';
import { ResourceTable } from '../../resource/resource-table.tsx';
import { useMay } from '../../session.tsx';
import { readsTexts } from '../../texts/reads.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { MomentRangeInput } from '../integrations/moment-range-input.tsx';
import { ReadEntryDrawer } from './read-entry-drawer.tsx';
import { type ReadEntry, useReadColumns, useReadFilters } from './read-table.tsx';

const filterNames = ['employees.id', 'reader.type', 'reader.id', 'families', 'occurredAt.between', 'traceId'];

export function ReadsPage() {
  const t = useTexts(readsTexts);
  const may = useMay();
  const state = useAddressState(filterNames);
  const columns = useReadColumns();
  const filters = useReadFilters();
  const [opened, setOpened] = useState<ReadEntry | null>(null);
  const people = may(employees, 'list') ? [{ name: 'employees.id', label: t.person, resource: employees }] : [];
  return (
    <Page title={t.title} about={t.about}>
      <ReadEntryDrawer entry={opened} onClose={() => setOpened(null)} />
      <MomentRangeInput
        value={state.filters['occurredAt.between']}
        onChange={(range) => state.change({ 'occurredAt.between': range })}
      />
      <ResourceTable
        resource={readEntries}
        state={state}
        columns={columns}
        defaultSort="-id"
        onOpen={setOpened}
        empty={t.empty}
        filters={[...people, ...filters]}
      />
    </Page>
  );
}
