import type { Words } from '../part.ts';
import type { tableTexts } from '../table.ts';

export const table: Words<typeof tableTexts> = {
  search: 'Suchen',
  select: (name: string) => `${name} auswählen`,
  selectAll: 'Alle geladenen Zeilen auswählen',
  columns: 'Spalten',
  filters: 'Filter',
  clearFilters: 'Filter zurücksetzen',
  clear: 'Zurücksetzen',
  sortBy: (column: string) => `Nach ${column} sortieren`,
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'Eintrag' : 'Einträge'}`,
  loaded: (loaded: string, total: string) => `${loaded} von ${total} geladen`,
  empty: 'Noch keine Einträge.',
  emptyFiltered: 'Keine Treffer.',
  emptyFilteredHint: 'Ein anderes Wort oder weniger Filter führen vielleicht zu mehr Treffern.',
  choose: 'Auswählen…',
  nothingFound: 'Nichts gefunden',
};
