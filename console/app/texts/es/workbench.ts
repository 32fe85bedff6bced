import type { Words } from '../part.ts';
import type { workbenchTexts } from '../workbench.ts';

export const workbench: Words<typeof workbenchTexts> = {
  filters: 'Filtros activos',
  removeFilter: (label: string) => `Quitar el filtro ${label}`,
  moreFilters: 'Añadir un filtro',
  addFilter: 'Añadir',
  member: 'Filtrar por',
  operator: 'Condición',
  operators: {
    is: 'es',
    isNot: 'no es',
    isEmpty: 'está vacío',
    isNotEmpty: 'no está vacío',
    between: 'está entre',
  },
  value: 'Valor',
  from: 'Desde',
  to: 'Hasta',
  range: (from: string, to: string) => {
    if (to === '') return `desde ${from}`;
    return from === '' ? `hasta ${to}` : `${from} – ${to}`;
  },
  findColumn: 'Buscar una columna',
  export: 'Exportar',
  exportAs: { csv: 'CSV', xlsx: 'Libro de Excel' },
  exporting: (done: string) => (done === '1' ? '1 persona hasta ahora' : `${done} personas hasta ahora`),
  exported: 'El archivo está listo.',
  fileName: 'personas',
  selected: (count: string, isOne: boolean) => `${count} ${isOne ? 'persona seleccionada' : 'personas seleccionadas'}`,
  clearSelection: 'Borrar la selección',
  bulk: 'Modificar',
  bulkTitle: (count: string, isOne: boolean) => `Modificar ${count} ${isOne ? 'persona' : 'personas'}`,
  bulkWhat: 'Qué cambia',
  bulkFromAbout:
    'A partir de este día. El puesto anterior termina el día antes; un puesto que empieza este día se corrige.',
  bulkSummary: (changed: string, same: string, absent: string) =>
    `Cambian: ${changed}. Ya lo tienen: ${same}. Sin contrato ese día: ${absent}.`,
  bulkOwnManager: (count: string) => `No pueden ser responsables de sí mismos: ${count}.`,
  bulkApply: (count: string, isOne: boolean) => `Modificar ${count} ${isOne ? 'persona' : 'personas'}`,
  bulkProgress: (done: string, all: string) => `${done} de ${all}`,
  bulkDone: (count: string, isOne: boolean) => `${count} ${isOne ? 'persona modificada' : 'personas modificadas'}.`,
  bulkFailed: (count: string) =>
    count === '1' ? '1 persona no se ha podido modificar.' : `${count} personas no se han podido modificar.`,
  bulkErrors: 'Quién no se ha podido modificar',
  bulkUndone: 'El cambio se ha deshecho.',
  bulkUndoLeft: (count: string) =>
    `Aún sin deshacer, porque no se ha podido contactar con el servicio: ${count}. Deshágalo otra vez.`,
  bulkNotUndone: (count: string) =>
    count === '1'
      ? 'Alguien ha modificado después a 1 persona, que se deja como está.'
      : `Alguien ha modificado después a ${count} personas, que se dejan como están.`,
  undo: 'Deshacer',
  preview: 'Vista previa',
  person: 'Persona',
  before: 'Ahora',
  after: 'Después',
  unchanged: 'sin cambios',
  notEmployed: 'sin contrato ese día',
  ownManager: 'no puede ser responsable de sí misma',
  more: (count: string) => `y ${count} más`,
  close: 'Cerrar',
  views: 'Vistas',
  standardView: 'Vista estándar',
  saveView: 'Guardar esta vista',
  viewName: 'Nombre de la vista',
  shareView: 'La ven todas las personas que administran la cuenta',
  shared: 'Compartida',
  viewReplaced: 'Ya tiene una vista con este nombre. Al guardar, se sustituye.',
  viewSaved: 'La vista se ha guardado.',
  deleteView: (name: string) => `Eliminar la vista ${name}`,
  viewDeleted: 'La vista se ha eliminado.',
  noViews: 'Todavía no hay vistas guardadas.',
  save: 'Guardar',
};
