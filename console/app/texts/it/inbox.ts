import type { inboxTexts } from '../inbox.ts';
import type { Words } from '../part.ts';

export const inbox: Words<typeof inboxTexts> = {
  title: 'Da fare',
  about: 'Ciò che attende qualcuno e ciò che portano le prossime settimane.',
  nothing: 'Nulla in attesa.',
  more: (count: string) => `Mostra altro (${count} in totale)`,
  requests: 'Richieste di assenza da decidere',
  starts: 'Arrivi nelle prossime quattro settimane',
  ends: 'Ultimi giorni nelle prossime quattro settimane',
  fixedTerms: 'Contratti a tempo determinato che terminano entro tre mesi',
  probations: 'Periodi di prova che terminano nelle prossime quattro settimane',
  withoutManager: 'Persone senza responsabile',
  absentManager: 'Persone il cui responsabile è andato via o non ha ancora iniziato',
  startsOn: (day: string) => `Primo giorno: ${day}`,
  endsOn: (day: string) => `Ultimo giorno: ${day}`,
  probationEnds: (day: string) => `Termina in data ${day}`,
  chooseManager: 'Scegli un responsabile',
  setup: {
    title: 'Prepara questo account',
    about: 'Dopo questi passaggi si può assumere. Scompaiono con la prima persona.',
    done: 'Fatto',
    open: 'Da fare',
    steps: {
      legalEntity: 'Crea la prima entità giuridica',
      establishment: 'Crea la prima sede',
      department: 'Crea il primo reparto',
      template: 'Crea un tipo di contratto',
      defaults: 'Scegli i valori predefiniti per le assunzioni',
      hire: 'Assumi la prima persona',
    },
    hints: {
      legalEntity: 'L’azienda che assume.',
      establishment: 'Dove si lavora; appartiene a un’entità giuridica.',
      department: 'Il primo posto nell’albero.',
      template: 'Tempo indeterminato, tempo determinato, stage.',
      defaults: 'Facoltativo: tipo di contratto, sede e reparto.',
      hire: 'Oppure importare un file di persone.',
    },
  },
};
