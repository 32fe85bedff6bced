/** Past events, newest first, and new ones as they happen. */
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { MusterEvent } from '@muster/client/feed.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { events } from '@muster/contract/resources/events.ts';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useList } from '../../data/queries.ts';
import { type ListState, useAddressState } from '../../resource/list-state.ts';
import { useNames } from '../../resource/names.ts';
import { eventTexts } from '../../texts/events.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { EventEntry } from './event-entry.tsx';
import { EventFilterBar, eventFilterNames } from './event-filters.tsx';
import classes from './integrations.module.css';
import { type EventFilters, useLiveEvents } from './live-events.ts';

export function EventsPage() {
  const t = useTexts(eventTexts);
  const state = useAddressState(eventFilterNames);
  return (
    <Page title={t.title} about={t.about}>
      <EventFilterBar state={state} />
      {/* Other filters are another log: what was collected of the last one is let go. */}
      <Log key={JSON.stringify(state.filters)} state={state} />
    </Page>
  );
}

/** Several topics are alternatives. */
const filtersIn = ({ filters }: ListState): EventFilters =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, name === 'topic' ? value.split(',') : value]),
  );

function Log({ state }: { readonly state: ListState }) {
  const t = useTexts(eventTexts);
  const filters = filtersIn(state);
  const [isPaused, setPaused] = useState(false);
  const kept = useList(events, { filters, sort: ['-id'] }, { pageSize: 100 });
  const old = useMemo(() => kept.data?.pages.flatMap(({ items }) => items) ?? [], [kept.data]);
  // A single event cannot be followed.
  const canFollow = filters.id === undefined;
  const isRunning = canFollow && !isPaused && kept.isSuccess && !kept.isPlaceholderData;
  const { fresh, error } = useLiveEvents({ filters, after: old[0]?.id ?? null, isRunning });
  const shown = useMemo(() => merged(fresh, old), [fresh, old]);
  const problem = kept.error ?? error;
  return (
    <Panel>
      <Stack gap="sm">
        {canFollow && (
          <LiveBar isPaused={isPaused} onChange={setPaused} freshCount={fresh.length} isBroken={problem !== null} />
        )}
        {problem != null && <ProblemNotice error={problem} onRetry={() => kept.refetch()} />}
        {kept.isPending ? <LoadingRows /> : <Entries shown={shown} />}
        {kept.hasNextPage && (
          <Group>
            <Button variant="default" size="sm" loading={kept.isFetchingNextPage} onClick={() => kept.fetchNextPage()}>
              {t.older}
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

/** Events of the stream may also be in the list. */
function merged(fresh: readonly MusterEvent[], old: readonly MusterEvent[]): readonly MusterEvent[] {
  const known = new Set(old.map(({ id }) => id));
  return [...fresh.filter(({ id }) => !known.has(id)), ...old];
}

function Entries({ shown }: { readonly shown: readonly MusterEvent[] }) {
  const t = useTexts(eventTexts);
  const placeName = useNames(businessEstablishments);
  const [openId, setOpenId] = useState<string | null>(null);
  const toggle = useCallback((id: string) => setOpenId((held) => (held === id ? null : id)), []);
  if (shown.length === 0) return <EmptyState title={t.empty}>{t.emptyHint}</EmptyState>;
  return (
    <ul className={classes.rows}>
      {shown.map((event) => (
        <EventEntry
          key={event.id}
          event={event}
          place={placeName(event.businessEstablishment?.id)}
          isOpen={openId === event.id}
          onToggle={toggle}
        />
      ))}
    </ul>
  );
}

interface LiveBarProps {
  readonly isPaused: boolean;
  readonly onChange: (isPaused: boolean) => void;
  readonly freshCount: number;
  readonly isBroken: boolean;
}

function LiveBar({ isPaused, onChange, freshCount, isBroken }: LiveBarProps) {
  const t = useTexts(eventTexts);
  const words = isBroken ? t.stopped : isPaused ? t.paused : t.following;
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs">
        {!isPaused && !isBroken && <Loader size="xs" type="dots" aria-hidden />}
        <Text size="sm" role="status">
          {words}
          {freshCount > 0 && ` · ${t.fresh(freshCount)}`}
        </Text>
      </Group>
      <Button
        variant="default"
        size="sm"
        leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        onClick={() => onChange(!isPaused)}
      >
        {isPaused ? t.resume : t.pause}
      </Button>
    </Group>
  );
}
