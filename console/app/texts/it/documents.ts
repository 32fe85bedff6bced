import type { documentTexts } from '../documents.ts';
import type { Words } from '../part.ts';

export const documents: Words<typeof documentTexts> = {
  tab: 'Documenti',
  add: 'Aggiungi un documento',
  empty: 'Contratti, permessi, attestati: qui non c’è ancora nulla.',
  category: 'Categoria',
  newCategory: 'Nuova categoria…',
  categoryName: 'Nome della categoria',
  categoryHint:
    'Ad esempio permesso di soggiorno o patente di guida. Chi li legge viene annotato nel registro delle consultazioni.',
  chooseCategory: 'Scegliere una categoria',
  nameCategory: 'Inserire un nome',
  file: 'File',
  chooseFile: 'Scegliere un file',
  expiresOn: 'Valido fino al',
  expiresHint: 'Ultimo giorno; vuoto: senza scadenza.',
  contract: 'Contratto',
  amendment: 'Addendum',
  employmentSince: (day: string) => `Contratto dal giorno ${day}`,
  positionSince: (name: string, day: string) => `${name}, dal giorno ${day}`,
  position: 'Posizione',
  noFile: 'Nessun file',
  validFrom: (day: string) => `Valido dal giorno ${day}`,
  validUntil: (day: string) => `Valido fino al giorno ${day}`,
  expired: (day: string) => `Scaduto in data ${day}`,
  change: 'Sostituisci o modifica',
  addFile: 'Aggiungi un file',
  added: 'Il documento è stato aggiunto.',
  seen: 'Chi ha visto file di questa persona',
  seenAbout: 'Anteprime e download, a partire dal più recente.',
  seenEmpty: 'Nessuno ha aperto file di questa persona.',
};
