/** The state of the table of people. All of it is in the address, so that it can be bookmarked, shared and saved. */
import { useLocalStorage } from '@mantine/hooks';
import { attributePrefix, filtersOf } from '@muster/contract/kit/list.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { Visibility } from '../../../resource/columns.tsx';
import { useAddressState } from '../../../resource/list-state.ts';
import type { SearchParams } from '../../../search-params.ts';
import type { Person } from '../career.ts';
import { memberOfParameter } from './conditions.ts';
import type { PersonColumn } from './person-column.ts';

const isFilter = (parameter: string): boolean => {
  const name = memberOfParameter(parameter);
  return name.startsWith(attributePrefix) || name in filtersOf(employees);
};

/** Filters of any member, positive and negative. */
export function usePeopleState() {
  const words: SearchParams = useSearch({ strict: false });
  return useAddressState(Object.keys(words).filter(isFilter));
}

/** The columns of the address; without them those that the person chose last. */
export function useChosenColumns(columns: readonly PersonColumn[], change: (words: SearchParams) => void) {
  const { columns: named }: SearchParams = useSearch({ strict: false });
  const [stored, setStored] = useLocalStorage<Visibility>({
    key: 'muster.columns.employee',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const visibility = useMemo(() => {
    const inAddress = named === undefined ? null : new Set(named.split(','));
    return Object.fromEntries(
      columns.map(({ id, isExtra }) => [
        id,
        id === 'name' || (inAddress ? inAddress.has(id) : (stored[id] ?? !isExtra)),
      ]),
    );
  }, [columns, named, stored]);
  const setVisible = (id: string, isVisible: boolean) => {
    const changed: Visibility = { ...visibility, [id]: isVisible };
    setStored({ ...stored, [id]: isVisible });
    const shown = columns.filter((column) => changed[column.id]).map((column) => column.id);
    change({ columns: shown.join(',') });
  };
  return [visibility, setVisible] as const;
}

/** The selected people stay selected while filters change. */
export function useSelection(loaded: readonly Person[]) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Person>>(new Map());
  const toggle = useCallback((person: Person) => {
    setSelected((held) => {
      const changed = new Map(held);
      if (!changed.delete(person.id)) changed.set(person.id, person);
      return changed;
    });
  }, []);
  const areAllSelected = loaded.length > 0 && loaded.every(({ id }) => selected.has(id));
  return {
    people: [...selected.values()],
    clear: () => setSelected(new Map()),
    rows: {
      isSelected: (id: string) => selected.has(id),
      toggle,
      areAllSelected,
      toggleAll: () =>
        setSelected((held) =>
          areAllSelected
            ? new Map([...held].filter(([id]) => !loaded.some((person) => person.id === id)))
            : new Map([...held, ...loaded.map((person) => [person.id, person] as const)]),
        ),
    },
  };
}
