import type { apiKeyTexts } from '../api-keys.ts';
import type { Words } from '../part.ts';

export const apiKeys: Words<typeof apiKeyTexts> = {
  title: 'API-Schlüssel',
  about: 'Schlüssel der alten API und ihre Leserechte.',
  endNotice: (when: string) =>
    `Die zweite Generation (v2) der alten API ist bis ${when} verfügbar. Wer sie noch aufruft, ist beim jeweiligen Schlüssel aufgeführt.`,
  endedNotice: (when: string) =>
    `Die zweite Generation (v2) der alten API wurde am ${when} eingestellt: Aufrufe werden abgelehnt.`,
  contactNotice: (count: number) =>
    count === 1
      ? 'Ein Schlüssel hat keinen technischen Kontakt: Bei Änderungen würde niemand informiert.'
      : `${count} Schlüssel haben keinen technischen Kontakt: Bei Änderungen würde niemand informiert.`,
  create: 'Schlüssel anlegen',
  empty: 'Die aktuelle API benötigt keinen Schlüssel: Legen Sie stattdessen eine Client-Anwendung an.',
  name: 'Name',
  contact: 'Technischer Kontakt',
  noContact: 'Fehlt',
  contactHint: 'Empfohlen: Wer wird bei Änderungen informiert?',
  roleName: 'Name der Rolle',
  rights: 'Darf lesen',
  leaves: 'Abwesenheiten',
  users: 'Benutzer',
  nothing: 'Nichts',
  readsLeaves: 'Abwesenheiten lesen',
  readsUsers: 'Benutzer lesen',
  leavesPlaces: 'Abwesenheiten welcher Betriebsstätten',
  usersPlaces: 'Benutzer welcher Betriebsstätten',
  seesPersonalData: 'Geburtsdaten und Geschlecht',
  seesFormer: 'Ausgeschiedene Personen',
  seesFuture: 'Künftige Personen',
  lastUsed: 'Letzte Verwendung',
  apiKey: 'API-Schlüssel',
  edit: 'Bearbeiten',
  editTitle: (name: string) => `${name} bearbeiten`,
  revoke: 'Widerrufen',
  revokeTitle: (name: string) => `${name} widerrufen?`,
  revokeAbout:
    'Wer ihn verwendet, wird innerhalb einer Sekunde abgewiesen. Das lässt sich nicht rückgängig machen; der Name wird wieder frei.',
  revoked: 'Widerrufen.',
  noContactNotice:
    'Dieser Schlüssel hat keinen technischen Kontakt. Geben Sie einen an, damit bei Änderungen jemand informiert wird.',
  uses: 'Aufrufe',
  usesAbout: 'Adressen der alten API, einschließlich abgelehnter Aufrufe.',
  noUses: 'Der Schlüssel wurde noch nicht verwendet.',
  path: 'Adresse',
  requests: 'Aufrufe',
  first: 'Erster',
  last: 'Letzter',
  ends: 'Endet',
  requestsLink: 'Anfragen ansehen',
  personalHint: 'Sensibel: nur vergeben, wenn es unverzichtbar ist.',
};
