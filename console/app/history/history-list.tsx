/** A part of the history, newest first: of one person, of one resource, or of the whole account. */
import { Button, Center, Stack, Text } from '@mantine/core';
import { historyEntries } from '@muster/contract/administration/history-entries.ts';
import { IconHistory } from '@tabler/icons-react';
import { useList } from '../data/queries.ts';
import { historyTexts } from '../texts/history.ts';
import { useTexts } from '../texts/texts.ts';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../ui/states.tsx';
import { Entry, type KnownSubject } from './entry.tsx';

interface HistoryListProps {
  readonly filters: Readonly<Record<string, string>>;
  readonly known?: KnownSubject;
  /** Whether the person has narrowed it. */
  readonly isNarrowed?: boolean;
}

const pageSize = 25;

export function HistoryList({ filters, known = {}, isNarrowed = false }: HistoryListProps) {
  const t = useTexts(historyTexts);
  const found = useList(historyEntries, { chosen: { filters } }, { pageSize });
  if (found.isLoadingError) return <ProblemNotice error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <LoadingRows />;
  const entries = found.data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) {
    return (
      <EmptyState title={isNarrowed ? t.emptyFiltered : t.empty} icon={<IconHistory size={28} stroke={1.5} />}>
        {!isNarrowed && t.emptyAbout}
      </EmptyState>
    );
  }
  return (
    <Stack gap="sm">
      <Stack gap="sm" role="feed" aria-label={t.label} aria-busy={found.isFetching}>
        {entries.map((entry) => (
          <Panel key={entry.id}>
            <Entry entry={entry} known={known} />
          </Panel>
        ))}
      </Stack>
      {found.isFetchNextPageError && <ProblemNotice error={found.error} onRetry={() => found.fetchNextPage()} />}
      <Center>
        {found.hasNextPage ? (
          <Button variant="default" loading={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
            {t.more}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {t.end}
          </Text>
        )}
      </Center>
    </Stack>
  );
}
