/** Filter controls of a table. The address contains their values, under the names of the API's filters. */
import { ActionIcon, Select, Tooltip } from '@mantine/core';
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
  const common = { 'aria-label': filter.label, placeholder: filter.label, w: filter.widthPx ?? 160 };
  if ('resource' in filter) {
    return (
      <ReferenceSelect
        {...common}
        resource={filter.resource}
        value={value}
        onChange={change}
        isClearable
        {...(filter.filters && { filters: filter.filters })}
      />
    );
  }
  return (
    <Select
      {...common}
      data={filter.options}
      value={value}
      onChange={change}
      clearable
      searchable={filter.options.length > 8}
    />
  );
}
