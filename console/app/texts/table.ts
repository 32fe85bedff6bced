import { texts } from './part.ts';

/** Texts of every table. */
export const tableTexts = texts('table', {
  search: 'Search',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all loaded rows',
  columns: 'Columns',
  filters: 'Filters',
  clearFilters: 'Clear filters',
  clear: 'Clear',
  sortBy: (column: string) => `Sort by ${column}`,
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'entry' : 'entries'}`,
  loaded: (loaded: string, total: string) => `${loaded} of ${total} loaded`,
  empty: 'Nothing here yet.',
  emptyFiltered: 'Nothing matches.',
  emptyFilteredHint: 'Another word or fewer filters may find more.',
  choose: 'Choose…',
  nothingFound: 'Nothing found',
});
