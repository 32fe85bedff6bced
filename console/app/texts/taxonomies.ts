import { texts } from './part.ts';

/** Taxonomies and their labels. */
export const taxonomyTexts = texts('taxonomies', {
  title: 'Taxonomies',
  about: 'Sets of labels from which values of attributes are chosen.',
  add: 'Create a taxonomy',
  addTitle: 'New taxonomy',
  empty: 'A taxonomy is a list to choose from: courses, zones, reasons.',
  name: 'Name',
  translations: 'Translations',
  order: 'Order of labels',
  orders: { id: 'As they were added', name: 'By name' },
  orderHint: 'What clients are advised to sort by.',
  changed: 'Last changed',
  back: 'All taxonomies',
  edit: 'Edit taxonomy',
  labels: 'Labels',
  label: 'Label',
  addLabels: 'Add labels',
  addLabelsAbout: 'One label on each line. Your own key may follow after a semicolon.',
  addLabelsExample: 'Fire warden; FW-01\nFirst aid',
  addCount: (count: string, isOne: boolean) => `Add ${count} ${isOne ? 'label' : 'labels'}`,
  added: (count: string, isOne: boolean) => `${count} ${isOne ? 'label is' : 'labels are'} added.`,
  refused: (count: string, isOne: boolean) =>
    isOne ? 'One line was refused and stays here.' : `${count} lines were refused and stay here.`,
  labelEmpty: 'Labels that you add can be chosen at once.',
  remoteId: 'Your key',
  state: 'State',
  states: { active: 'In use', archived: 'Archived' },
  usedBy: 'Used by',
  unused: 'No attribute uses it.',
});
