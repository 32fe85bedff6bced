import type { apiKeyTexts } from '../api-keys.ts';
import type { Words } from '../part.ts';

export const apiKeys: Words<typeof apiKeyTexts> = {
  title: 'API-sleutels',
  about: 'Sleutels van de oude API, en wat ze mogen lezen.',
  endNotice: (when: string) =>
    `De tweede generatie (v2) van de oude API is beschikbaar tot en met ${when}. Wie deze nog aanroept, staat bij de betreffende sleutel vermeld.`,
  endedNotice: (when: string) =>
    `De tweede generatie (v2) van de oude API is op ${when} beëindigd: aanroepen worden geweigerd.`,
  contactNotice: (count: number) =>
    count === 1
      ? 'Eén sleutel heeft geen technisch contact: bij wijzigingen wordt niemand geïnformeerd.'
      : `${count} sleutels hebben geen technisch contact: bij wijzigingen wordt niemand geïnformeerd.`,
  create: 'Sleutel aanmaken',
  empty: 'Voor de huidige API is geen sleutel nodig: maak in plaats daarvan een clientapplicatie aan.',
  name: 'Naam',
  contact: 'Technisch contact',
  noContact: 'Ontbreekt',
  contactHint: 'Aanbevolen: wie wordt bij wijzigingen geïnformeerd?',
  roleName: 'Naam van de rol',
  rights: 'Mag lezen',
  leaves: 'Verlof',
  users: 'Gebruikers',
  nothing: 'Niets',
  readsLeaves: 'Verlof lezen',
  readsUsers: 'Gebruikers lezen',
  leavesPlaces: 'Verlof van welke vestigingen',
  usersPlaces: 'Gebruikers van welke vestigingen',
  seesPersonalData: 'Geboortedatum en geslacht',
  seesFormer: 'Personen die uit dienst zijn',
  seesFuture: 'Personen die nog in dienst komen',
  lastUsed: 'Laatst gebruikt',
  apiKey: 'API-sleutel',
  edit: 'Bewerken',
  editTitle: (name: string) => `${name} bewerken`,
  revoke: 'Intrekken',
  revokeTitle: (name: string) => `${name} intrekken?`,
  revokeAbout:
    'Wie de sleutel gebruikt, wordt binnen een seconde geweigerd. Dit kan niet ongedaan worden gemaakt; de naam komt weer vrij.',
  revoked: 'Ingetrokken.',
  noContactNotice:
    'Deze sleutel heeft geen technisch contact. Vul er een in, zodat er bij wijzigingen iemand wordt geïnformeerd.',
  uses: 'Aanroepen',
  usesAbout: 'Adressen van de oude API, inclusief geweigerde aanroepen.',
  noUses: 'De sleutel is nog niet gebruikt.',
  path: 'Adres',
  requests: 'Aanroepen',
  first: 'Eerste',
  last: 'Laatste',
  ends: 'Eindigt',
  requestsLink: 'Verzoeken bekijken',
  personalHint: 'Gevoelig: alleen toekennen als het echt nodig is.',
};
