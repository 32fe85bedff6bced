/** Search, filters and columns above a table. On narrow screens the filters are behind a button. */
import { ActionIcon, Collapse, Group, Indicator, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { tableTexts } from '../texts/table.ts';
import { useTexts } from '../texts/texts.ts';
import { FilterControls, type TableFilter } from './filters.tsx';
import type { ListState } from './list-state.ts';

interface TableToolbarProps {
  readonly hasSearch: boolean;
  readonly filters: readonly TableFilter[];
  readonly state: ListState;
  readonly isNarrow: boolean;
  readonly columns: ReactNode;
}

export function TableToolbar({ hasSearch, filters, state, isNarrow, columns }: TableToolbarProps) {
  const t = useTexts(tableTexts);
  const [isOpen, { toggle }] = useDisclosure(false);
  const controls = <FilterControls filters={filters} state={state} />;
  if (!isNarrow) {
    return (
      <Group gap="xs" mb="sm" wrap="nowrap" align="flex-start">
        <Group gap="xs" flex={1}>
          {hasSearch && <SearchInput state={state} />}
          {controls}
        </Group>
        {columns}
      </Group>
    );
  }
  const count = Object.keys(state.filters).length;
  return (
    <div style={{ marginBlockEnd: 12 }}>
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        {hasSearch && <SearchInput state={state} />}
        {filters.length > 0 && (
          <Indicator disabled={count === 0} label={count} size={16}>
            <ActionIcon variant="default" size={36} aria-label={t.filters} aria-expanded={isOpen} onClick={toggle}>
              <IconFilter size={18} stroke={1.7} />
            </ActionIcon>
          </Indicator>
        )}
        {columns}
      </Group>
      <Collapse expanded={isOpen}>
        <Group gap="xs" mt="xs">
          {controls}
        </Group>
      </Collapse>
    </div>
  );
}

/** Debounced while typing. */
function SearchInput({ state }: { readonly state: ListState }) {
  const t = useTexts(tableTexts);
  const [typed, setTyped] = useState(state.search);
  const asked = useRef(state.search);
  const ask = useDebouncedCallback((search: string) => {
    asked.current = search;
    state.change({ search: search || undefined });
  }, 200);
  // The address may change in other ways: by going back, or by clearing the filters.
  useEffect(() => {
    if (state.search !== asked.current) setTyped(state.search);
    asked.current = state.search;
  }, [state.search]);
  return (
    <TextInput
      type="search"
      aria-label={t.search}
      placeholder={t.search}
      leftSection={<IconSearch size={16} />}
      flex="1 1 180px"
      maw={{ base: '100%', sm: 260 }}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        ask(event.currentTarget.value);
      }}
    />
  );
}
