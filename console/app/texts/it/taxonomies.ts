import type { Words } from '../part.ts';
import type { taxonomyTexts } from '../taxonomies.ts';

export const taxonomies: Words<typeof taxonomyTexts> = {
  title: 'Tassonomie',
  about: 'Insiemi di etichette tra cui si scelgono i valori degli attributi.',
  add: 'Crea una tassonomia',
  addTitle: 'Nuova tassonomia',
  empty: 'Una tassonomia è un elenco di scelte: corsi, zone, motivi.',
  name: 'Nome',
  translations: 'Traduzioni',
  order: 'Ordine delle etichette',
  orders: { id: 'In ordine di aggiunta', name: 'Per nome' },
  orderHint: 'L’ordinamento consigliato ai client.',
  changed: 'Ultima modifica',
  back: 'Tutte le tassonomie',
  edit: 'Modifica la tassonomia',
  labels: 'Etichette',
  label: 'Etichetta',
  addLabels: 'Aggiungi etichette',
  addLabelsAbout: 'Un’etichetta per riga. Dopo un punto e virgola può seguire una chiave propria.',
  addLabelsExample: 'Addetto antincendio; FW-01\nPrimo soccorso',
  addCount: (count: string, isOne: boolean) => `Aggiungi ${count} ${isOne ? 'etichetta' : 'etichette'}`,
  added: (count: string, isOne: boolean) => `${count} ${isOne ? 'etichetta aggiunta' : 'etichette aggiunte'}.`,
  refused: (count: string, isOne: boolean) =>
    isOne ? 'Una riga è stata rifiutata e resta qui.' : `${count} righe sono state rifiutate e restano qui.`,
  labelEmpty: 'Le etichette aggiunte si possono scegliere subito.',
  remoteId: 'Chiave propria',
  state: 'Stato',
  states: { active: 'In uso', archived: 'Archiviata' },
  usedBy: 'Utilizzata da',
  unused: 'Nessun attributo la utilizza.',
};
