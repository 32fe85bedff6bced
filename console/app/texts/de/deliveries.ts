import type { deliveryTexts } from '../deliveries.ts';
import type { Words } from '../part.ts';

export const deliveries: Words<typeof deliveryTexts> = {
  title: 'Zustellungen',
  about: 'Laufend aktualisiert, die neuesten zuerst.',
  live: 'Live',
  all: 'Alle',
  status: 'Status',
  statuses: { undelivered: 'Ausstehend', delivered: 'Zugestellt', failed: 'Aufgegeben' },
  empty: 'Es wurde noch nichts gesendet.',
  emptyHint: 'Senden Sie einen Ping, um die erste Zustellung zu sehen.',
  older: 'Ältere anzeigen',
  event: (id: string) => `Ereignis ${id}`,
  attemptsCount: (count: number) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
  next: 'Nächster Versuch',
  replayed: 'Durch eine Wiederholung erneut gesendet',
  noAttempts: 'Bisher kein Versuch.',
  attempt: (number: number) => `Versuch ${number}`,
  duration: (ms: string) => `${ms} ms`,
  noAnswer: 'Keine Antwort',
  reasons: {
    status: 'Kein 2xx',
    timeout: 'Zu langsam',
    connection: 'Keine Verbindung',
    tls: 'Zertifikat abgelehnt',
    address: 'Adresse nicht erlaubt',
    secret: 'Kein lesbares Secret',
  },
  headers: 'Gesendete Header',
  answer: 'Empfangene Antwort',
  body: 'Gesendeter Inhalt',
  expired: 'Das Ereignis ist nicht mehr gespeichert.',
  redeliver: 'Erneut senden',
  redelivered: 'Wird erneut gesendet.',
  replay: 'Wiederholen…',
  replayTitle: 'Zeitraum wiederholen',
  replayAbout:
    'Alle Ereignisse des Zeitraums werden noch einmal gesendet, die ältesten zuerst. Neue Ereignisse werden nicht aufgehalten.',
  from: 'Von',
  to: 'Bis',
  toHint: 'Leer: jetzt.',
  onlyUndelivered: 'Nur Fehlgeschlagenes und nie Angekommenes',
  beforeEndpoint: (when: string) => `Der Endpunkt wurde am ${when} erstellt: Geben Sie einen Zeitpunkt ab dann an.`,
  count: 'Zuerst zählen',
  counted: (count: number) =>
    count === 0
      ? 'Es würde nichts gesendet.'
      : count === 1
        ? '1 Zustellung würde ausgelöst.'
        : `${count} Zustellungen würden ausgelöst.`,
  start: (count: number) => `${count} wiederholen`,
  started: 'Die Wiederholung hat begonnen.',
  replays: 'Wiederholungen',
  replayStatuses: { running: 'Wird geplant', done: 'Geplant' },
  replayCount: (count: number) => (count === 1 ? '1 Zustellung' : `${count} Zustellungen`),
};
