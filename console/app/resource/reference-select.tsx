/** Selects another resource by its name. The service searches long lists; short ones are loaded completely. */
import { CloseButton, Combobox, InputBase, Loader, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useAll, useList, useOne } from '../data/queries.ts';
import { useFormInputs, useInvalidEntry } from '../form/form-context.ts';
import { formTexts } from '../texts/form.ts';
import { useFormats } from '../texts/formats.ts';
import { useLanguage } from '../texts/language.tsx';
import { tableTexts } from '../texts/table.ts';
import { useTexts } from '../texts/texts.ts';
import { type AnyRow, nameOf } from './naming.ts';
import { useSearchBy } from './search-by.ts';
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
  const combobox = useCombobox();
  const offered = useOffered(props, typed, combobox.dropdownOpened || value !== null);
  const current = useName(resource, value, offered.rows, labelOf);
  const choose = (id: string) => {
    setTyped('');
    onChange(id);
    combobox.closeDropdown();
  };
  const entry = useTypedName(props, typed, offered, (row) => choose(row.id));
  const clear = isClearable && value !== null && (
    <CloseButton
      size="sm"
      aria-label={t.clear}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        setTyped('');
        onChange(null);
      }}
    />
  );
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped('');
    if (event.key === 'Enter' && combobox.dropdownOpened && combobox.getSelectedOptionIndex() === -1) entry.pickFirst();
  };
  const isTyping = combobox.dropdownOpened || typed !== '';
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" withinPortal>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...inputProps(props)}
          {...(entry.message !== undefined && { error: entry.message })}
          ref={entry.input}
          value={isTyping ? typed : current}
          placeholder={isTyping && current !== '' ? current : (props.placeholder ?? t.choose)}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            entry.change();
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onKeyDown={keys}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={(event) => {
            entry.leave(event);
            combobox.closeDropdown();
          }}
          rightSection={offered.isLoading ? <Loader size={14} /> : clear || <Combobox.Chevron />}
          rightSectionPointerEvents={clear ? 'all' : 'none'}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {/* The list itself scrolls: a box around its options would have to take the focus. */}
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }}>
          {offered.rows.map((row) => (
            <Combobox.Option key={row.id} value={row.id} active={row.id === value}>
              <Text size="sm" truncate>
                {labelOf(row)}
              </Text>
            </Combobox.Option>
          ))}
          {offered.rows.length === 0 && !offered.isLoading && <Combobox.Empty>{t.nothingFound}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/**
 * Enter picks the first match, also if the list is still on its way. A typed name that was not picked is an error: the
 * form would otherwise be sent with the previous choice.
 */
function useTypedName(
  props: ReferenceSelectProps,
  typed: string,
  { rows, isLoading, isCurrent }: Offered,
  pick: (row: AnyRow) => void,
) {
  const t = useTexts(formTexts);
  const labelOf = useLabelOf(props);
  const input = useRef<HTMLInputElement>(null);
  const { attempts } = useFormInputs();
  const [attempted, setAttempted] = useState(attempts);
  const [isLeft, setLeft] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const isUnpicked = typed.trim() !== '';
  const message = t.pickOne(typed.trim());
  const label = props.label ?? props['aria-label'] ?? '';
  useInvalidEntry(isUnpicked ? { label, message, element: () => input.current } : null);
  const isReady = isCurrent && !isLoading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has arrived, once for each Enter
  useEffect(() => {
    if (!isPicking || !isReady) return;
    setPicking(false);
    const [first] = rows;
    if (first && isUnpicked) pick(first);
  }, [isPicking, isReady]);
  return {
    input,
    message: isUnpicked && (isLeft || attempts > attempted) ? message : undefined,
    pickFirst: () => isUnpicked && setPicking(true),
    change: () => {
      setAttempted(attempts);
      setLeft(false);
      setPicking(false);
    },
    leave: (event: FocusEvent) => {
      // As for dates: a click on a button judges the entry itself.
      setLeft(!(event.relatedTarget instanceof HTMLButtonElement));
      const wanted = typed.trim().toLocaleLowerCase();
      const exact = isUnpicked && rows.find((row) => labelOf(row).toLocaleLowerCase() === wanted);
      if (exact) pick(exact);
    },
  };
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
  /** The rows are those for the typed text, not for an earlier one. */
  readonly isCurrent: boolean;
}

function useOffered(props: ReferenceSelectProps, typed: string, isShown: boolean): Offered {
  // Also after the field was left: a pick by Enter waits for the list of the typed name.
  const isWanted = isShown || typed !== '';
  const { resource, filters = {}, isLong = resource.searchedBy === 'kept-words' } = props;
  const labelOf = useLabelOf(props);
  const { compare } = useFormats();
  const [search] = useDebouncedValue(searchText(typed), 150);
  const searchBy = useSearchBy(resource);
  const query = Object.keys(filters).length > 0 ? { filters } : {};
  const found = useList(
    resource,
    {
      chosen: {
        ...query,
        ...(search !== '' && { [searchBy]: search }),
        ...(resource.sortable.length > 0 && { sort: [String(resource.sortable[0])] }),
      },
    },
    { pageSize: shown, isEnabled: isLong && isWanted },
  );
  const all = useAll(resource, { chosen: query }, { isEnabled: !isLong && isWanted });
  const isCurrent = search === searchText(typed) && !found.isPlaceholderData;
  // Another field may ask the same question; only the one in use shows that it waits.
  const isLoading = isWanted && found.isFetching;
  if (isLong) return { rows: rowsIn(found.data?.pages[0]?.items), isLoading, isCurrent };
  const wanted = typed.trim().toLocaleLowerCase();
  const rows = rowsIn(all.data)
    .filter((row) => labelOf(row).toLocaleLowerCase().includes(wanted))
    .sort((one, other) => compare(labelOf(one), labelOf(other)))
    .slice(0, 500);
  return { rows, isLoading: all.isLoading, isCurrent: true };
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
