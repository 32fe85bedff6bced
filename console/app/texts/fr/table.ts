import type { Words } from '../part.ts';
import type { tableTexts } from '../table.ts';

export const table: Words<typeof tableTexts> = {
  search: 'Rechercher',
  select: (name: string) => `Sélectionner ${name}`,
  selectAll: 'Sélectionner toutes les lignes chargées',
  columns: 'Colonnes',
  filters: 'Filtres',
  clearFilters: 'Effacer les filtres',
  clear: 'Effacer',
  sortBy: (column: string) => `Trier par ${column}`,
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'entrée' : 'entrées'}`,
  loaded: (loaded: string, total: string) => `${loaded} sur ${total} chargées`,
  empty: 'Rien pour le moment.',
  emptyFiltered: 'Aucun résultat.',
  emptyFilteredHint: 'Un autre mot ou moins de filtres en donneront peut-être plus.',
  choose: 'Choisir…',
  nothingFound: 'Aucun résultat',
};
