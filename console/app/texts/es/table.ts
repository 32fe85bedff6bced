import type { Words } from '../part.ts';
import type { tableTexts } from '../table.ts';

export const table: Words<typeof tableTexts> = {
  search: 'Buscar',
  select: (name: string) => `Seleccionar ${name}`,
  selectAll: 'Seleccionar todas las filas cargadas',
  columns: 'Columnas',
  filters: 'Filtros',
  clearFilters: 'Borrar filtros',
  clear: 'Borrar',
  sortBy: (column: string) => `Ordenar por ${column}`,
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'entrada' : 'entradas'}`,
  loaded: (loaded: string, total: string) => `${loaded} de ${total} cargadas`,
  empty: 'Todavía no hay nada.',
  emptyFiltered: 'Sin coincidencias.',
  emptyFilteredHint: 'Pruebe con otra palabra o con menos filtros.',
  choose: 'Elegir…',
  nothingFound: 'Sin resultados',
};
