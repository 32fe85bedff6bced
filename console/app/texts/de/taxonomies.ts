import type { Words } from '../part.ts';
import type { taxonomyTexts } from '../taxonomies.ts';

export const taxonomies: Words<typeof taxonomyTexts> = {
  title: 'Taxonomien',
  about: 'Sammlungen von Begriffen, aus denen Attributwerte ausgewählt werden.',
  add: 'Taxonomie anlegen',
  addTitle: 'Neue Taxonomie',
  empty: 'Eine Taxonomie ist eine Auswahlliste: Kurse, Bereiche, Gründe.',
  name: 'Name',
  translations: 'Übersetzungen',
  order: 'Reihenfolge der Begriffe',
  orders: { id: 'Wie hinzugefügt', name: 'Nach Name' },
  orderHint: 'Die für Clients empfohlene Sortierung.',
  changed: 'Zuletzt geändert',
  back: 'Alle Taxonomien',
  edit: 'Taxonomie bearbeiten',
  labels: 'Begriffe',
  label: 'Begriff',
  addLabels: 'Begriffe hinzufügen',
  addLabelsAbout: 'Ein Begriff pro Zeile. Nach einem Semikolon kann Ihr eigener Schlüssel folgen.',
  addLabelsExample: 'Brandschutzhelfer; FW-01\nErsthelfer',
  addCount: (count: string, isOne: boolean) => `${count} ${isOne ? 'Begriff' : 'Begriffe'} hinzufügen`,
  added: (count: string, isOne: boolean) => `${count} ${isOne ? 'Begriff' : 'Begriffe'} hinzugefügt.`,
  refused: (count: string, isOne: boolean) =>
    isOne ? 'Eine Zeile wurde abgelehnt und bleibt hier.' : `${count} Zeilen wurden abgelehnt und bleiben hier.`,
  labelEmpty: 'Hinzugefügte Begriffe können sofort ausgewählt werden.',
  remoteId: 'Ihr Schlüssel',
  state: 'Zustand',
  states: { active: 'In Verwendung', archived: 'Archiviert' },
  usedBy: 'Verwendet von',
  unused: 'Kein Attribut verwendet sie.',
};
