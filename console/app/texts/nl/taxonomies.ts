import type { Words } from '../part.ts';
import type { taxonomyTexts } from '../taxonomies.ts';

export const taxonomies: Words<typeof taxonomyTexts> = {
  title: 'Taxonomieën',
  about: 'Verzamelingen labels waaruit waarden van kenmerken worden gekozen.',
  add: 'Taxonomie aanmaken',
  addTitle: 'Nieuwe taxonomie',
  empty: 'Een taxonomie is een keuzelijst: cursussen, zones, redenen.',
  name: 'Naam',
  translations: 'Vertalingen',
  order: 'Volgorde van labels',
  orders: { id: 'Zoals toegevoegd', name: 'Op naam' },
  orderHint: 'De aanbevolen sortering voor clients.',
  changed: 'Laatst gewijzigd',
  back: 'Alle taxonomieën',
  edit: 'Taxonomie bewerken',
  labels: 'Labels',
  label: 'Label',
  addLabels: 'Labels toevoegen',
  addLabelsAbout: 'Eén label per regel. Na een puntkomma kan uw eigen sleutel volgen.',
  addLabelsExample: 'Bedrijfshulpverlener; FW-01\nEHBO’er',
  addCount: (count: string, isOne: boolean) => `${count} ${isOne ? 'label' : 'labels'} toevoegen`,
  added: (count: string, isOne: boolean) => `${count} ${isOne ? 'label' : 'labels'} toegevoegd.`,
  refused: (count: string, isOne: boolean) =>
    isOne ? 'Eén regel is geweigerd en blijft hier staan.' : `${count} regels zijn geweigerd en blijven hier staan.`,
  labelEmpty: 'Labels die u toevoegt, kunnen meteen worden gekozen.',
  remoteId: 'Uw sleutel',
  state: 'Toestand',
  states: { active: 'In gebruik', archived: 'Gearchiveerd' },
  usedBy: 'Gebruikt door',
  unused: 'Geen enkel kenmerk gebruikt deze taxonomie.',
};
