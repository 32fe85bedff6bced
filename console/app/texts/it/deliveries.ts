import type { deliveryTexts } from '../deliveries.ts';
import type { Words } from '../part.ts';

export const deliveries: Words<typeof deliveryTexts> = {
  title: 'Consegne',
  about: 'In tempo reale, le più recenti per prime.',
  live: 'In diretta',
  all: 'Tutte',
  status: 'Stato',
  statuses: { undelivered: 'In attesa', delivered: 'Consegnata', failed: 'Abbandonata' },
  empty: 'Non è stato ancora inviato nulla.',
  emptyHint: 'Inviare un ping per veder arrivare la prima consegna.',
  older: 'Mostra le precedenti',
  event: (id: string) => `Evento ${id}`,
  attemptsCount: (count: number) => (count === 1 ? '1 tentativo' : `${count} tentativi`),
  next: 'Prossimo tentativo',
  replayed: 'Inviata di nuovo da un reinvio',
  noAttempts: 'Nessun tentativo finora.',
  attempt: (number: number) => `Tentativo ${number}`,
  duration: (ms: string) => `${ms} ms`,
  noAnswer: 'Nessuna risposta',
  reasons: {
    status: 'Non è un 2xx',
    timeout: 'Troppo lento',
    connection: 'Nessuna connessione',
    tls: 'Certificato rifiutato',
    address: 'Indirizzo non consentito',
    secret: 'Nessun segreto leggibile',
  },
  headers: 'Intestazioni inviate',
  answer: 'Risposta ricevuta',
  body: 'Corpo inviato',
  expired: 'L’evento non è più conservato.',
  redeliver: 'Invia di nuovo',
  redelivered: 'Di nuovo in consegna.',
  replay: 'Reinvia…',
  replayTitle: 'Reinvia un periodo',
  replayAbout:
    'Ogni evento del periodo viene inviato ancora una volta, dal più vecchio. I nuovi eventi non subiscono ritardi.',
  from: 'Dal',
  to: 'Al',
  toHint: 'Se non indicato, fino a ora.',
  onlyUndelivered: 'Solo ciò che non è riuscito o non è mai arrivato',
  beforeEndpoint: (when: string) => `L’endpoint è stato creato in data ${when}: indicare un momento successivo.`,
  count: 'Prima conta',
  counted: (count: number) =>
    count === 0
      ? 'Non verrebbe inviato nulla.'
      : count === 1
        ? 'Verrebbe effettuata 1 consegna.'
        : `Verrebbero effettuate ${count} consegne.`,
  start: (count: number) => `Reinvia ${count}`,
  started: 'Il reinvio è iniziato.',
  replays: 'Reinvii',
  replayStatuses: { running: 'In preparazione', done: 'Preparato' },
  replayCount: (count: number) => (count === 1 ? '1 consegna' : `${count} consegne`),
};
