/** The content of a drawer or page of one resource, and its history in another tab. */
import { Tabs } from '@mantine/core';
import { historyEntries } from '@muster/contract/administration/history-entries.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { isRecorded } from '@muster/contract/versions.ts';
import { type ReactNode, useState } from 'react';
import { useMay } from '../session.tsx';
import { historyTexts } from '../texts/history.ts';
import { useTexts } from '../texts/texts.ts';
import { HistoryList } from './history-list.tsx';

interface HistoryTabsProps {
  readonly resource: Resource;
  readonly id: string;
  readonly children: ReactNode;
}

export function HistoryTabs({ resource, id, children }: HistoryTabsProps) {
  const t = useTexts(historyTexts);
  const may = useMay();
  const [tab, setTab] = useState<string | null>('details');
  const hasHistory = (isRecorded(resource) || resource.area === 'administration') && may(historyEntries, 'list');
  if (!hasHistory) return children;
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="details">{t.details}</Tabs.Tab>
        <Tabs.Tab value="history">{t.title}</Tabs.Tab>
      </Tabs.List>
      {/* Stays mounted: entries of a form are not lost while somebody looks at the history. */}
      <Tabs.Panel value="details" keepMounted>
        {children}
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <HistoryOf resource={resource} id={id} />
      </Tabs.Panel>
    </Tabs>
  );
}

export const HistoryOf = ({ resource, id }: { readonly resource: Resource; readonly id: string }) => (
  <HistoryList filters={{ subjectType: resource.type, subjectId: id }} known={{ resource: true }} />
);
