import type { Words } from '../part.ts';
import type { subjectExportTexts } from '../subject-exports.ts';

export const subjectExports: Words<typeof subjectExportTexts> = {
  title: 'Exports de données',
  about:
    'Tout ce qui est conservé sur une personne, en une archive pour elle : données, historique, consultations et fichiers.',
  empty: 'Personne n’a encore demandé ses données.',
  add: 'Exporter les données d’une personne',
  submit: 'Créer l’archive',
  person: 'Personne',
  language: 'Langue de la page dans l’archive',
  languageHint: 'Vide : la langue du compte.',
  state: 'État',
  states: { planned: 'En attente', running: 'En cours', done: 'Prête', failed: 'Échec' },
  made: 'L’archive est en cours de création.',
  since: 'Demandé',
  ended: 'Terminé',
  expires: 'Téléchargeable jusqu’au',
  expired: 'L’archive a été supprimée. Créez-en une autre.',
  file: 'Fichier',
  bytes: (size: string) => `${size} octets`,
  digest: 'Empreinte (SHA-256)',
  failure: 'Cause de l’échec',
  progress: (done: string, all: string) => `${done} parties sur ${all}`,
  download: 'Télécharger l’archive',
  downloadAbout: 'Chaque téléchargement est enregistré.',
};
