import type { Words } from '../part.ts';
import type { workbenchTexts } from '../workbench.ts';

export const workbench: Words<typeof workbenchTexts> = {
  filters: 'Filtri attivi',
  removeFilter: (label: string) => `Rimuovi il filtro ${label}`,
  moreFilters: 'Aggiungi un filtro',
  addFilter: 'Aggiungi',
  member: 'Filtra per',
  operator: 'Condizione',
  operators: {
    is: 'è',
    isNot: 'non è',
    isEmpty: 'è vuoto',
    isNotEmpty: 'non è vuoto',
    between: 'è compreso tra',
  },
  value: 'Valore',
  from: 'Da',
  to: 'A',
  range: (from: string, to: string) => {
    if (to === '') return `da ${from}`;
    return from === '' ? `fino a ${to}` : `${from} – ${to}`;
  },
  findColumn: 'Cerca una colonna',
  export: 'Esporta',
  exportAs: { csv: 'CSV', xlsx: 'Cartella di lavoro Excel' },
  exporting: (done: string) => (done === '1' ? '1 persona finora' : `${done} persone finora`),
  exported: 'Il file è pronto.',
  fileName: 'persone',
  selected: (count: string, isOne: boolean) => `${count} ${isOne ? 'persona selezionata' : 'persone selezionate'}`,
  clearSelection: 'Cancella la selezione',
  bulk: 'Modifica',
  bulkTitle: (count: string, isOne: boolean) => `Modifica ${count} ${isOne ? 'persona' : 'persone'}`,
  bulkWhat: 'Cosa cambia',
  bulkFromAbout:
    'A partire da questo giorno. La posizione precedente termina il giorno prima; una posizione che inizia in questo giorno viene corretta.',
  bulkSummary: (changed: string, same: string, absent: string) =>
    `Cambiano: ${changed}. Ce l’hanno già: ${same}. Senza contratto in questo giorno: ${absent}.`,
  bulkOwnManager: (count: string) => `Non possono essere responsabili di sé stessi: ${count}.`,
  bulkApply: (count: string, isOne: boolean) => `Modifica ${count} ${isOne ? 'persona' : 'persone'}`,
  bulkProgress: (done: string, all: string) => `${done} di ${all}`,
  bulkDone: (count: string, isOne: boolean) => `${count} ${isOne ? 'persona modificata' : 'persone modificate'}.`,
  bulkFailed: (count: string) =>
    count === '1'
      ? 'Non è stato possibile modificare 1 persona.'
      : `Non è stato possibile modificare ${count} persone.`,
  bulkErrors: 'Chi non è stato possibile modificare',
  bulkUndone: 'La modifica è stata annullata.',
  bulkUndoLeft: (count: string) =>
    `Non ancora annullate, perché il servizio non era raggiungibile: ${count}. Annulla di nuovo.`,
  bulkNotUndone: (count: string) =>
    count === '1'
      ? '1 persona è stata modificata da altri nel frattempo e resta com’è.'
      : `${count} persone sono state modificate da altri nel frattempo e restano come sono.`,
  undo: 'Annulla operazione',
  preview: 'Anteprima',
  person: 'Persona',
  before: 'Ora',
  after: 'Dopo',
  unchanged: 'nessuna modifica',
  notEmployed: 'senza contratto in questo giorno',
  ownManager: 'non può essere responsabile di sé stessa',
  more: (count: string) => (count === '1' ? 'e un’altra' : `e altre ${count}`),
  close: 'Chiudi',
  views: 'Viste',
  standardView: 'Vista standard',
  saveView: 'Salva questa vista',
  viewName: 'Nome della vista',
  shareView: 'La vedono tutte le persone che amministrano l’account',
  shared: 'Condivisa',
  viewReplaced: 'Esiste già una sua vista con questo nome. Salvando, viene sostituita.',
  viewSaved: 'La vista è stata salvata.',
  deleteView: (name: string) => `Elimina la vista ${name}`,
  viewDeleted: 'La vista è stata eliminata.',
  noViews: 'Nessuna vista salvata finora.',
  save: 'Salva',
};
