/** Everything that happened in the account: changes by anybody, and what administrators did. */
import { Group, Select, Stack } from '@mantine/core';
import { administration } from '@muster/contract/administration.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { resources } from '@muster/contract/resources.ts';
import { isRecorded } from '@muster/contract/versions.ts';
import { useMemo } from 'react';
import { HistoryList } from '../../history/history-list.tsx';
import { FilterControls } from '../../resource/filters.tsx';
import { type ListState, useAddressState } from '../../resource/list-state.ts';
import { useMay } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { historyTexts } from '../../texts/history.ts';
import { installationTexts } from '../../texts/installation.ts';
import { useLabels } from '../../texts/labels.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { MomentRangeInput } from '../integrations/moment-range-input.tsx';
import { AuthorSelect } from './author-select.tsx';

/** The address of the page takes all of them. */
const filterNames = [
  'employee.id',
  'author.type',
  'author.id',
  'action',
  'subjectType',
  'subjectId',
  'recordedAt.between',
];

const isWritten = ({ operations }: Resource): boolean =>
  operations.some((operation) => operation !== 'list' && operation !== 'read');

/** Changes of these are recorded, in the history or in the audit log. */
const kinds = [
  ...Object.values<Resource>(resources).filter(isRecorded),
  ...Object.values<Resource>(administration).filter(isWritten),
].map(({ type }) => type);

export function AuditPage() {
  const { audit: t } = useTexts(installationTexts);
  const state = useAddressState(filterNames);
  return (
    <Page title={t.title} about={t.about}>
      <Stack gap="sm">
        <Filters state={state} />
        <HistoryList filters={state.filters} isNarrowed={Object.keys(state.filters).length > 0} />
      </Stack>
    </Page>
  );
}

function Filters({ state }: { readonly state: ListState }) {
  const { filters: t } = useTexts(historyTexts);
  const may = useMay();
  const people = may(employees, 'list')
    ? [{ name: 'employee.id', label: t.person, resource: employees, widthPx: 220 }]
    : [];
  return (
    <>
      <MomentRangeInput
        value={state.filters['recordedAt.between']}
        onChange={(range) => state.change({ 'recordedAt.between': range })}
      />
      <Group gap="sm">
        <AuthorSelect state={state} />
        <KindSelect state={state} />
        <FilterControls filters={people} state={state} />
      </Group>
    </>
  );
}

function KindSelect({ state }: { readonly state: ListState }) {
  const { filters: t } = useTexts(historyTexts);
  const { kindLabel } = useLabels();
  const { compare } = useFormats();
  const options = useMemo(
    () =>
      kinds
        .map((value) => ({ value, label: kindLabel(value) }))
        .toSorted((one, other) => compare(one.label, other.label)),
    [kindLabel, compare],
  );
  return (
    <Select
      aria-label={t.kind}
      placeholder={t.kind}
      w={220}
      data={options}
      value={state.filters.subjectType ?? null}
      onChange={(type) => state.change({ subjectType: type ?? undefined, subjectId: undefined })}
      clearable
      searchable
    />
  );
}
