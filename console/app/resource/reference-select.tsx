/** Selects another resource by its name. The service searches long lists; short ones are loaded completely. */
import { CloseButton, Combobox, InputBase, Loader, ScrollArea, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { type ReactNode, useState } from 'react';
import { useAll, useList, useOne } from '../data/queries.ts';
import { useFormats } from '../texts/formats.ts';
import { useLanguage } from '../texts/language.tsx';
import { tableTexts } from '../texts/table.ts';
import { useTexts } from '../texts/texts.ts';
import { type AnyRow, nameOf } from './naming.ts';
import { searchText } from './search-text.ts';

export interface ReferenceSelectProps {
  readonly resource: Resource;
  /** The id of the selected one; null for none. */
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly label?: string;
  /** If there is no visible label. */
  readonly 'aria-label'?: string;
  readonly placeholder?: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly isClearable?: boolean;
  /** Filters the options, for example `{ isArchived: 'false' }`. */
  readonly filters?: Readonly<Record<string, string>>;
  /** The label of a row, if its name alone is not enough. */
  readonly labelOf?: (row: AnyRow) => string;
  /** Longer than a few hundred rows, so not loaded completely. */
  readonly isLong?: boolean;
  readonly size?: 'xs' | 'sm';
  readonly w?: number | string;
}

const shown = 50;

export function ReferenceSelect(props: ReferenceSelectProps) {
  const { resource, value, onChange, isClearable = false } = props;
  const labelOf = useLabelOf(props);
  const t = useTexts(tableTexts);
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => setTyped('') });
  const offered = useOffered(props, typed, combobox.dropdownOpened || value !== null);
  const current = useName(resource, value, offered.rows, labelOf);
  const choose = (id: string) => {
    onChange(id);
    combobox.closeDropdown();
  };
  const clear = isClearable && value !== null && (
    <CloseButton
      size="sm"
      aria-label={t.clear}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChange(null)}
    />
  );
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" withinPortal>
      <Combobox.Target>
        <InputBase
          {...inputProps(props)}
          value={combobox.dropdownOpened ? typed : current}
          placeholder={combobox.dropdownOpened && current !== '' ? current : (props.placeholder ?? t.choose)}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          rightSection={offered.isLoading ? <Loader size={14} /> : clear || <Combobox.Chevron />}
          rightSectionPointerEvents={clear ? 'all' : 'none'}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options>
          <ScrollArea.Autosize mah={260} type="scroll">
            {offered.rows.map((row) => (
              <Combobox.Option key={row.id} value={row.id} active={row.id === value}>
                <Text size="sm" truncate>
                  {labelOf(row)}
                </Text>
              </Combobox.Option>
            ))}
            {offered.rows.length === 0 && !offered.isLoading && <Combobox.Empty>{t.nothingFound}</Combobox.Empty>}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function inputProps(props: ReferenceSelectProps) {
  const { label, description, error, isRequired, isDisabled, size, w } = props;
  return {
    ...(label !== undefined && { label }),
    ...(props['aria-label'] !== undefined && { 'aria-label': props['aria-label'] }),
    ...(description !== undefined && { description }),
    ...(error !== undefined && { error }),
    ...(isRequired && { withAsterisk: true }),
    ...(isDisabled && { disabled: true }),
    ...(size !== undefined && { size }),
    ...(w !== undefined && { w }),
    autoComplete: 'off',
  };
}

function useLabelOf({ labelOf }: ReferenceSelectProps): (row: AnyRow) => string {
  const { locale } = useLanguage();
  return labelOf ?? ((row) => nameOf(row, locale));
}

interface Offered {
  readonly rows: readonly AnyRow[];
  readonly isLoading: boolean;
}

function useOffered(props: ReferenceSelectProps, typed: string, isWanted: boolean): Offered {
  const { resource, filters = {}, isLong = resource.searchedBy === 'kept-words' } = props;
  const labelOf = useLabelOf(props);
  const { compare } = useFormats();
  const [search] = useDebouncedValue(searchText(typed), 150);
  const query = Object.keys(filters).length > 0 ? { filters } : {};
  const found = useList(
    resource,
    {
      chosen: {
        ...query,
        ...(search !== '' && { search }),
        ...(resource.sortable.length > 0 && { sort: [String(resource.sortable[0])] }),
      },
    },
    { pageSize: shown, isEnabled: isLong && isWanted },
  );
  const all = useAll(resource, { chosen: query }, { isEnabled: !isLong && isWanted });
  if (isLong) return { rows: rowsIn(found.data?.pages[0]?.items), isLoading: found.isFetching };
  const wanted = typed.trim().toLocaleLowerCase();
  const rows = rowsIn(all.data)
    .filter((row) => labelOf(row).toLocaleLowerCase().includes(wanted))
    .sort((one, other) => compare(labelOf(one), labelOf(other)))
    .slice(0, 500);
  return { rows, isLoading: all.isLoading };
}

/** Every representation has an id; other members are read by name. */
const rowsIn = (items: readonly unknown[] | undefined): readonly AnyRow[] => (items ?? []) as readonly AnyRow[];

/** The selected one may not be among the options. */
function useName(
  resource: Resource,
  id: string | null,
  rows: readonly AnyRow[],
  labelOf: (row: AnyRow) => string,
): string {
  const offered = rows.find((row) => row.id === id);
  const read = useOne(resource, id !== null && !offered ? id : undefined);
  if (id === null) return '';
  // Every representation has an id; other members are read by name.
  const row = offered ?? (read.data?.value as AnyRow | undefined);
  return row ? labelOf(row) : '';
}
