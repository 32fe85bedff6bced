/** One person: who they are, what they do on a chosen day, and how it came to that. */
import { Alert, Stack, Tabs } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { historyEntries } from '@muster/contract/administration/history-entries.ts';
import { readEntries } from '@muster/contract/administration/read-entries.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { IconHistory } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useOne } from '../../data/queries.ts';
import { HistoryList } from '../../history/history-list.tsx';
import type { SearchParams } from '../../search-params.ts';
import { useMay, useToday } from '../../session.tsx';
import { useFormats } from '../../texts/formats.ts';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { AttributesTab } from './attributes-tab.tsx';
import { CareerTab } from './career-tab.tsx';
import { DocumentsTab } from './documents-tab.tsx';
import { LeavesTab } from './leaves-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PersonHeader } from './person-header.tsx';
import { ReadsTab } from './reads-tab.tsx';
import { RecordTab } from './record-tab.tsx';
import { useCareer } from './use-career.ts';

export function PersonPage() {
  const t = useTexts(peopleTexts);
  const { id = '' } = useParams({ strict: false });
  const words: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const { longDay } = useFormats();
  const person = useOne(employees, id);
  const { career, error, isLoading } = useCareer(id);
  const tabs = useTabs();
  const today = useToday();
  useDocumentTitle(person.data ? `${person.data.value.givenName} ${person.data.value.familyName} · Muster` : 'Muster');
  if (person.isLoadingError) return <ProblemNotice error={person.error} onRetry={() => person.refetch()} />;
  if (!person.data) return <LoadingRows count={10} />;
  const asOf = words.asOf ?? today;
  const change = (changed: SearchParams) =>
    navigate({ to: '.', search: (current: SearchParams) => ({ ...current, ...changed }), replace: true });
  const shown = { person: person.data.value, etag: person.data.etag, career, asOf };
  return (
    // Nothing of one person stays on the screen for the next.
    <Stack gap="md" key={id}>
      <PersonHeader {...shown} onAsOf={(day) => change({ asOf: day === today ? undefined : day })} />
      {words.asOf !== undefined && (
        <Alert color="gray" py="xs" icon={<IconHistory size={18} />}>
          {t.asOfNotice(longDay(asOf))}
        </Alert>
      )}
      {error && <ProblemNotice error={error} />}
      <Tabs
        value={words.tab ?? 'overview'}
        onChange={(tab) => change({ tab: tab === 'overview' || !tab ? undefined : tab })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t.tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <TabPanels {...shown} isLoading={isLoading} />
      </Tabs>
    </Stack>
  );
}

interface TabPanelsProps extends ComponentProps<typeof CareerTab> {
  readonly isLoading: boolean;
}

function TabPanels({ isLoading, ...shown }: TabPanelsProps) {
  const { id } = shown.person;
  const loading = isLoading ? <LoadingRows /> : null;
  return (
    <>
      <Tabs.Panel value="overview">{loading ?? <OverviewTab {...shown} />}</Tabs.Panel>
      <Tabs.Panel value="career">{loading ?? <CareerTab {...shown} />}</Tabs.Panel>
      <Tabs.Panel value="attributes">
        <AttributesTab employeeId={id} asOf={shown.asOf} />
      </Tabs.Panel>
      <Tabs.Panel value="documents">
        {loading ?? <DocumentsTab employeeId={id} career={shown.career} asOf={shown.asOf} />}
      </Tabs.Panel>
      <Tabs.Panel value="leaves">
        <LeavesTab employeeId={id} asOf={shown.asOf} />
      </Tabs.Panel>
      <Tabs.Panel value="record">
        <RecordTab employeeId={id} />
      </Tabs.Panel>
      <LogPanels employeeId={id} />
    </>
  );
}

/** Who has changed and who has read what is known about the person. */
const LogPanels = ({ employeeId }: { readonly employeeId: string }) => (
  <>
    <Tabs.Panel value="history">
      <HistoryList filters={{ 'employee.id': employeeId }} known={{ person: true }} />
    </Tabs.Panel>
    <Tabs.Panel value="reads">
      <ReadsTab employeeId={employeeId} />
    </Tabs.Panel>
  </>
);

/** Tabs that the role allows. */
function useTabs() {
  const may = useMay();
  return [
    'overview' as const,
    'career' as const,
    ...(may(employeeAttributes, 'list') ? (['attributes'] as const) : []),
    ...(may(employments, 'list') || may(employeeAttributes, 'list') ? (['documents'] as const) : []),
    ...(may(leaves, 'list') ? (['leaves'] as const) : []),
    ...(may(employeePersonalRecords, 'list') ? (['record'] as const) : []),
    ...(may(historyEntries, 'list') ? (['history'] as const) : []),
    ...(may(readEntries, 'list') ? (['reads'] as const) : []),
  ];
}
