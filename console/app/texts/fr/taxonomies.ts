import type { Words } from '../part.ts';
import type { taxonomyTexts } from '../taxonomies.ts';

export const taxonomies: Words<typeof taxonomyTexts> = {
  title: 'Taxonomies',
  about: 'Ensembles de libellés parmi lesquels se choisissent les valeurs d’attributs.',
  add: 'Créer une taxonomie',
  addTitle: 'Nouvelle taxonomie',
  empty: 'Une taxonomie est une liste de choix : formations, zones, motifs.',
  name: 'Nom',
  translations: 'Traductions',
  order: 'Ordre des libellés',
  orders: { id: 'Ordre d’ajout', name: 'Par nom' },
  orderHint: 'Le tri conseillé aux clients.',
  changed: 'Dernière modification',
  back: 'Toutes les taxonomies',
  edit: 'Modifier la taxonomie',
  labels: 'Libellés',
  label: 'Libellé',
  addLabels: 'Ajouter des libellés',
  addLabelsAbout: 'Un libellé par ligne. Votre propre clé peut suivre après un point-virgule.',
  addLabelsExample: 'Équipier incendie; FW-01\nSecouriste',
  addCount: (count: string, isOne: boolean) => `Ajouter ${count} ${isOne ? 'libellé' : 'libellés'}`,
  added: (count: string, isOne: boolean) => `${count} ${isOne ? 'libellé ajouté' : 'libellés ajoutés'}.`,
  refused: (count: string, isOne: boolean) =>
    isOne ? 'Une ligne a été refusée et reste ici.' : `${count} lignes ont été refusées et restent ici.`,
  labelEmpty: 'Les libellés ajoutés peuvent être choisis aussitôt.',
  remoteId: 'Votre clé',
  state: 'État',
  states: { active: 'En usage', archived: 'Archivé' },
  usedBy: 'Utilisée par',
  unused: 'Aucun attribut ne l’utilise.',
};
