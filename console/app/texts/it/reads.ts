import type { Words } from '../part.ts';
import type { readsTexts } from '../reads.ts';

export const reads: Words<typeof readsTexts> = {
  title: 'Registro delle consultazioni',
  about: 'Chi ha letto dati riservati, a partire dal più recente: di chi, cosa e perché. Mai i valori.',
  empty: 'Nessuno ha ancora letto dati riservati.',
  emptyOfPerson: 'Nessuno ha letto dati riservati di questa persona.',
  entry: 'Consultazione',
  when: 'Quando',
  who: 'Chi',
  readerType: 'Tipo di lettore',
  readers: {
    'client-application': 'Applicazione client',
    administrator: 'Persona',
    operator: 'Operatore',
    'api-key': 'Chiave API',
  },
  person: 'Di chi',
  people: 'Persone',
  members: 'Cosa',
  special: { content: 'file originale' } as Readonly<Record<string, string>>,
  family: 'Tipo di dati',
  purpose: 'Finalità',
  through: 'Tramite',
  trace: 'Traccia',
  about1: (count: string) => (count === '1' ? 'Su 1 persona' : `Su ${count} persone`),
  ids: 'ID:',
};
