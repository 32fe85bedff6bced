/**
 * The leaves of a calendar. With a team, department or establishment all of its people are shown, in pages; otherwise
 * everybody who is away.
 */

import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAll, useList, wholeOptions } from '../../data/queries.ts';
import type { TableFilter } from '../../resource/filters.tsx';
import type { ListState } from '../../resource/list-state.ts';
import { leaveDeskTexts } from '../../texts/leave-desk.ts';
import { useTexts } from '../../texts/texts.ts';
import { childrenOf, subtreeOf } from '../organization/department-tree.ts';
import { byPerson, type PersonLeaves } from './leaves-by-person.ts';

const groups = {
  manager: 'applicableJobPosition.manager.id',
  department: 'applicableJobPosition.department.id',
  establishment: 'applicableJobPosition.businessEstablishment.id',
} as const;

export const groupNames = Object.keys(groups) as (keyof typeof groups)[];

export function useGroupFilters(): readonly TableFilter[] {
  const t = useTexts(leaveDeskTexts).calendar;
  return useMemo(
    () => [
      { name: 'manager', label: t.team, resource: employees, widthPx: 180 },
      { name: 'department', label: t.department, resource: departments, widthPx: 180 },
      { name: 'establishment', label: t.establishment, resource: businessEstablishments, widthPx: 180 },
    ],
    [t],
  );
}

export interface CalendarData {
  readonly people: readonly PersonLeaves[];
  /** All people of the group; null without one. */
  readonly peopleCount: number | null;
  readonly leavesCount: number;
  readonly leavesTotal: number;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly reload: () => void;
  /** Null: everything is loaded. */
  readonly loadMore: (() => void) | null;
  readonly isLoadingMore: boolean;
}

type Chosen = ListState['filters'];
/** Several values of a filter are a list. */
type Filters = Readonly<Record<string, string | readonly string[]>>;

/** Cancelled leaves only on request. */
const standing = ['tentative', 'confirmed'];

export function useCalendarData(state: ListState, first: string, last: string): CalendarData {
  const { manager, department, establishment, ...own } = state.filters;
  const isGroup = [manager, department, establishment].some((id) => id !== undefined);
  const filters: Filters = { status: standing, ...own, since: first, until: last };
  const everybody = useEverybody(filters, !isGroup);
  const group = useGroup(state.filters, filters, isGroup);
  return isGroup ? group : everybody;
}

/** As many leaves as a busy month of some thousand people has. */
const leavesPage = 500;

function useEverybody(filters: Filters, isEnabled: boolean): CalendarData {
  const list = useList(leaves, { chosen: { sort: ['startsOn'], filters } }, { pageSize: leavesPage, isEnabled });
  const found = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const people = useMemo(() => byPerson([...new Set(found.map(({ employee }) => employee.id))], found), [found]);
  return {
    people,
    peopleCount: null,
    leavesCount: found.length,
    leavesTotal: list.data?.pages[0]?.totalCount ?? found.length,
    isPending: list.isPending,
    error: list.error,
    reload: () => void list.refetch(),
    loadMore: list.hasNextPage ? () => void list.fetchNextPage() : null,
    isLoadingMore: list.isFetchingNextPage,
  };
}

/** A filter takes at most this many values: the leaves of a page of people are one request. */
const peoplePage = 100;

function useGroup(chosen: Chosen, filters: Filters, isEnabled: boolean): CalendarData {
  const group = useGroupQuery(chosen, isEnabled);
  const list = useList(employees, group.query, {
    pageSize: peoplePage,
    isEnabled: isEnabled && group.isReady,
  });
  const pages = (isEnabled && list.data?.pages) || [];
  const found = useQueries({
    queries: pages.map(({ items }) => {
      const ids = items.map(({ id }) => id);
      return {
        ...wholeOptions(leaves, { chosen: { filters: { ...filters, 'employee.id': ids } } }),
        enabled: ids.length > 0,
      };
    }),
  });
  const known = found.flatMap(({ data }) => data?.items ?? []);
  const failed = list.error ?? found.find(({ error }) => error !== null)?.error ?? null;
  return {
    people: byPerson(
      pages.flatMap(({ items }) => items.map(({ id }) => id)),
      known,
    ),
    peopleCount: pages[0]?.totalCount ?? 0,
    leavesCount: known.length,
    leavesTotal: known.length,
    isPending: list.isPending || found.some(({ isLoading }) => isLoading),
    error: failed,
    reload: () => {
      list.refetch();
      for (const one of found) one.refetch();
    },
    loadMore: list.hasNextPage ? () => void list.fetchNextPage() : null,
    isLoadingMore: list.isFetchingNextPage,
  };
}

/** A department stands for everything below it, as far as a filter takes them. */
function useGroupQuery(chosen: Chosen, isEnabled: boolean) {
  const isTree = isEnabled && chosen.department !== undefined;
  const tree = useAll(departments, {}, { isEnabled: isTree });
  const below =
    chosen.department === undefined
      ? []
      : [...subtreeOf(chosen.department, childrenOf(tree.data ?? []))].slice(0, peoplePage);
  const values: Filters = { ...chosen, ...(chosen.department !== undefined && { department: below }) };
  const own = groupNames.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [[groups[name], value] as const];
  });
  const person = chosen['employee.id'];
  return {
    isReady: !isTree || tree.isSuccess,
    query: {
      chosen: {
        sort: ['familyName'],
        filters: { status: 'active', ...Object.fromEntries(own), ...(person !== undefined && { id: person }) },
      },
    },
  };
}
