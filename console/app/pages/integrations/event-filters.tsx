import { ActionIcon, Button, Collapse, Group, Indicator, MultiSelect, Paper, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure, useMediaQuery } from '@mantine/hooks';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListState } from '../../resource/list-state.ts';
import { ReferenceSelect } from '../../resource/reference-select.tsx';
import { eventTexts } from '../../texts/events.ts';
import { spelt } from '../../texts/labels.ts';
import { useTexts } from '../../texts/texts.ts';
import { MomentRangeInput } from './moment-range-input.tsx';
import { topicsByType } from './topics-picker.tsx';

/** Filters of the API, under their own names, in the address of the page. */
export const eventFilterNames = [
  'topic',
  'data.type',
  'data.id',
  'id',
  'businessEstablishment.id',
  'occurredAt.between',
] as const;

const topicGroups = [...topicsByType].map(([type, items]) => ({ group: spelt(type), items: [...items] }));
const types = [...topicsByType.keys()].map((type) => ({ value: type, label: spelt(type) }));

/** On narrow screens all filters except the topic are behind a button. */
export function EventFilterBar({ state }: { readonly state: ListState }) {
  const t = useTexts(eventTexts);
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false;
  const [isOpen, { toggle }] = useDisclosure(false);
  const count = Object.keys(state.filters).filter((name) => name !== 'topic').length;
  return (
    <Paper withBorder p="sm" style={{ borderColor: 'var(--console-line)' }}>
      <Group gap="xs" align="flex-end" wrap={isNarrow ? 'nowrap' : 'wrap'}>
        <TopicSelect state={state} />
        {!isNarrow && <MoreFilters state={state} />}
        {isNarrow && (
          <Indicator disabled={count === 0} label={count} size={16}>
            <ActionIcon variant="default" size={36} aria-label={t.filters} aria-expanded={isOpen} onClick={toggle}>
              <IconFilter size={18} stroke={1.7} />
            </ActionIcon>
          </Indicator>
        )}
      </Group>
      {isNarrow && (
        <Collapse expanded={isOpen}>
          <Group gap="xs" mt="xs" align="flex-end">
            <MoreFilters state={state} />
          </Group>
        </Collapse>
      )}
    </Paper>
  );
}

function TopicSelect({ state: { filters, change } }: { readonly state: ListState }) {
  const t = useTexts(eventTexts);
  return (
    <MultiSelect
      label={t.topic}
      w={{ base: '100%', sm: 260 }}
      data={topicGroups}
      value={filters.topic?.split(',') ?? []}
      onChange={(topics) => change({ topic: topics.join(',') || undefined })}
      placeholder={filters.topic ? undefined : t.anyTopic}
      searchable
      clearable
      maxDropdownHeight={320}
    />
  );
}

const half = { base: 'calc(50% - 6px)', sm: 190 };

function MoreFilters({ state }: { readonly state: ListState }) {
  const t = useTexts(eventTexts);
  const { filters, change } = state;
  return (
    <>
      <Select
        label={t.type}
        w={half}
        data={types}
        value={filters['data.type'] ?? null}
        onChange={(type) => change({ 'data.type': type ?? undefined })}
        searchable
        clearable
      />
      <IdInput name="data.id" label={t.resourceId} state={state} />
      <ReferenceSelect
        label={t.establishment}
        w={190}
        resource={businessEstablishments}
        value={filters['businessEstablishment.id'] ?? null}
        onChange={(id) => change({ 'businessEstablishment.id': id ?? undefined })}
        isClearable
      />
      <IdInput name="id" label={t.eventId} state={state} />
      <MomentRangeInput
        value={filters['occurredAt.between']}
        onChange={(range) => change({ 'occurredAt.between': range })}
      />
      {Object.keys(filters).length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => change(Object.fromEntries(eventFilterNames.map((name) => [name, undefined])))}
        >
          {t.clear}
        </Button>
      )}
    </>
  );
}

interface IdInputProps {
  readonly name: string;
  readonly label: string;
  readonly state: ListState;
}

/** Debounced. Reset when the address changes. */
function IdInput(props: IdInputProps) {
  return <TypedId key={props.state.filters[props.name] ?? ''} {...props} />;
}

function TypedId({ name, label, state }: IdInputProps) {
  const [typed, setTyped] = useState(state.filters[name] ?? '');
  const ask = useDebouncedCallback((id: string) => state.change({ [name]: id.trim() || undefined }), 500);
  return (
    <TextInput
      label={label}
      w={half}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        ask(event.currentTarget.value);
      }}
    />
  );
}
