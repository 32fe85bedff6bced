/** Filter controls of a table. The address contains their values, under the names of the API's filters. */
import { ActionIcon, Box, Select, Tooltip } from '@mantine/core';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { IconX } from '@tabler/icons-react';
import { tableTexts } from '../texts/table.ts';
import { useTexts } from '../texts/texts.ts';
import type { ListState } from './list-state.ts';
import { ReferenceSelect } from './reference-select.tsx';

export type TableFilter = { readonly name: string; readonly label: string; readonly widthPx?: number } & (
  | { readonly options: readonly { readonly value: string; readonly label: string }[] }
  | { readonly resource: Resource; readonly filters?: Readonly<Record<string, string>> }
);

export function FilterControls({
  filters,
  state,
}: {
  readonly filters: readonly TableFilter[];
  readonly state: ListState;
}) {
  const t = useTexts(tableTexts);
  const isNarrowed = Object.keys(state.filters).length > 0 || state.search !== '';
  const cleared = Object.fromEntries([...Object.keys(state.filters), 'search'].map((name) => [name, undefined]));
  return (
    <>
      {filters.map((filter) => (
        <FilterControl key={filter.name} filter={filter} state={state} />
      ))}
      {isNarrowed && (
        <Tooltip label={t.clearFilters}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t.clearFilters}
            onClick={() => state.change(cleared)}
          >
            <IconX size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  );
}

function FilterControl({ filter, state }: { readonly filter: TableFilter; readonly state: ListState }) {
  const value = state.filters[filter.name] ?? null;
  const change = (chosen: string | null) => state.change({ [filter.name]: chosen ?? undefined });
  const common = { 'aria-label': filter.label, placeholder: filter.label, value, onChange: change };
  const widthPx = filter.widthPx ?? 160;
  // A filter gives up a little of its width before the line is broken.
  return (
    <Box flex={`1 1 ${widthPx - 30}px`} maw={{ base: '100%', sm: widthPx + 20 }}>
      {'resource' in filter ? (
        <ReferenceSelect
          {...common}
          resource={filter.resource}
          isClearable
          {...(filter.filters && { filters: filter.filters })}
        />
      ) : (
        <Select {...common} data={filter.options} clearable searchable={filter.options.length > 8} />
      )}
    </Box>
  );
}
