import type { deliveryTexts } from '../deliveries.ts';
import type { Words } from '../part.ts';

export const deliveries: Words<typeof deliveryTexts> = {
  title: 'Leveringen',
  about: 'Doorlopend bijgewerkt, nieuwste eerst.',
  live: 'Live',
  all: 'Alle',
  status: 'Status',
  statuses: { undelivered: 'In de wacht', delivered: 'Geleverd', failed: 'Opgegeven' },
  empty: 'Er is nog niets verzonden.',
  emptyHint: 'Stuur een ping om de eerste levering te zien aankomen.',
  older: 'Oudere tonen',
  event: (id: string) => `Gebeurtenis ${id}`,
  attemptsCount: (count: number) => (count === 1 ? '1 poging' : `${count} pogingen`),
  next: 'Volgende poging',
  replayed: 'Opnieuw verzonden door een herhaling',
  noAttempts: 'Nog geen poging.',
  attempt: (number: number) => `Poging ${number}`,
  duration: (ms: string) => `${ms} ms`,
  noAnswer: 'Geen antwoord',
  reasons: {
    status: 'Geen 2xx',
    timeout: 'Te traag',
    connection: 'Geen verbinding',
    tls: 'Certificaat geweigerd',
    address: 'Adres niet toegestaan',
    secret: 'Geen leesbaar secret',
  },
  headers: 'Verzonden headers',
  answer: 'Ontvangen antwoord',
  body: 'Verzonden inhoud',
  expired: 'De gebeurtenis wordt niet meer bewaard.',
  redeliver: 'Opnieuw verzenden',
  redelivered: 'Opnieuw onderweg.',
  replay: 'Herhalen…',
  replayTitle: 'Periode herhalen',
  replayAbout:
    'Alle gebeurtenissen uit de periode worden nog één keer verzonden, oudste eerst. Nieuwe gebeurtenissen hoeven niet te wachten.',
  from: 'Van',
  to: 'Tot',
  toHint: 'Leeg: nu.',
  onlyUndelivered: 'Alleen wat mislukt of nooit aangekomen is',
  beforeEndpoint: (when: string) => `Het endpoint is aangemaakt op ${when}: geef een tijdstip vanaf dat moment op.`,
  count: 'Eerst tellen',
  counted: (count: number) =>
    count === 0
      ? 'Er zou niets worden verzonden.'
      : count === 1
        ? 'Er zou 1 levering worden gedaan.'
        : `Er zouden ${count} leveringen worden gedaan.`,
  start: (count: number) => `${count} herhalen`,
  started: 'De herhaling is begonnen.',
  replays: 'Herhalingen',
  replayStatuses: { running: 'Wordt gepland', done: 'Gepland' },
  replayCount: (count: number) => (count === 1 ? '1 levering' : `${count} leveringen`),
};
