import { texts } from './texts.ts';

/** Texts of every table. */
export const tableTexts = texts({
  en: {
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
  },
  fr: {
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
  },
});
