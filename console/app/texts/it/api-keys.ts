import type { apiKeyTexts } from '../api-keys.ts';
import type { Words } from '../part.ts';

export const apiKeys: Words<typeof apiKeyTexts> = {
  title: 'Chiavi API',
  about: 'Le chiavi della vecchia API e ciò che possono leggere.',
  endNotice: (when: string) =>
    `La seconda generazione (v2) della vecchia API risponde fino al giorno ${when}. Chi la chiama ancora è elencato con la sua chiave.`,
  endedNotice: (when: string) =>
    `La seconda generazione (v2) della vecchia API è terminata in data ${when}: le chiamate vengono rifiutate.`,
  contactNotice: (count: number) =>
    count === 1
      ? 'Una chiave non ha un referente tecnico: nessuno verrebbe informato delle modifiche.'
      : `${count} chiavi non hanno un referente tecnico: nessuno verrebbe informato delle modifiche.`,
  create: 'Crea una chiave',
  empty: 'L’API attuale non richiede chiavi: creare invece un’applicazione client.',
  name: 'Nome',
  contact: 'Referente tecnico',
  noContact: 'Mancante',
  contactHint: 'Da indicare: è chi viene informato delle modifiche.',
  roleName: 'Nome del ruolo',
  rights: 'Può leggere',
  leaves: 'Assenze',
  users: 'Utenti',
  nothing: 'Nulla',
  readsLeaves: 'Leggere le assenze',
  readsUsers: 'Leggere gli utenti',
  leavesPlaces: 'Assenze di quali sedi',
  usersPlaces: 'Utenti di quali sedi',
  seesPersonalData: 'Date di nascita e sesso',
  seesFormer: 'Persone cessate',
  seesFuture: 'Persone in arrivo',
  lastUsed: 'Ultimo utilizzo',
  apiKey: 'Chiave API',
  edit: 'Modifica',
  editTitle: (name: string) => `Modifica ${name}`,
  revoke: 'Revoca',
  revokeTitle: (name: string) => `Revocare ${name}?`,
  revokeAbout: 'Chi la usa viene rifiutato entro un secondo. L’operazione è irreversibile; il nome torna disponibile.',
  revoked: 'Revocata.',
  noContactNotice: 'Questa chiave non ha un referente tecnico. Indicarne uno, affinché sia informato delle modifiche.',
  uses: 'Cosa chiama',
  usesAbout: 'Indirizzi della vecchia API, comprese le chiamate rifiutate.',
  noUses: 'Non è stata utilizzata.',
  path: 'Indirizzo',
  requests: 'Chiamate',
  first: 'Prima',
  last: 'Ultima',
  ends: 'Termine',
  requestsLink: 'Le sue richieste API',
  personalHint: 'Dati sensibili: solo per ciò che non può farne a meno.',
};
