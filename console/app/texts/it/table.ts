import type { Words } from '../part.ts';
import type { tableTexts } from '../table.ts';

export const table: Words<typeof tableTexts> = {
  search: 'Cerca',
  select: (name: string) => `Seleziona ${name}`,
  selectAll: 'Seleziona tutte le righe caricate',
  columns: 'Colonne',
  filters: 'Filtri',
  clearFilters: 'Cancella filtri',
  clear: 'Cancella',
  sortBy: (column: string) => `Ordina per ${column}`,
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'voce' : 'voci'}`,
  loaded: (loaded: string, total: string) => `${loaded} di ${total} caricate`,
  empty: 'Ancora nulla qui.',
  emptyFiltered: 'Nessuna corrispondenza.',
  emptyFilteredHint: 'Provare con un’altra parola o con meno filtri.',
  choose: 'Scegli…',
  nothingFound: 'Nessun risultato',
};
