import type { Words } from '../part.ts';
import type { tableTexts } from '../table.ts';

export const table: Words<typeof tableTexts> = {
  search: 'Zoeken',
  select: (name: string) => `${name} selecteren`,
  selectAll: 'Alle geladen rijen selecteren',
  columns: 'Kolommen',
  filters: 'Filters',
  clearFilters: 'Filters wissen',
  clear: 'Wissen',
  sortBy: (column: string) => `Sorteren op ${column}`,
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'item' : 'items'}`,
  loaded: (loaded: string, total: string) => `${loaded} van ${total} geladen`,
  empty: 'Nog geen items.',
  emptyFiltered: 'Geen resultaten.',
  emptyFilteredHint: 'Een ander woord of minder filters leveren misschien meer op.',
  choose: 'Kiezen…',
  nothingFound: 'Niets gevonden',
};
