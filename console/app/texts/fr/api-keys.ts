import type { apiKeyTexts } from '../api-keys.ts';
import type { Words } from '../part.ts';

export const apiKeys: Words<typeof apiKeyTexts> = {
  title: 'Clés d’API',
  about: 'Les clés de l’ancienne API, et ce qu’elles peuvent lire.',
  endNotice: (when: string) =>
    `La deuxième génération (v2) de l’ancienne API répond jusqu’au ${when}. Qui l’appelle encore figure avec sa clé.`,
  endedNotice: (when: string) =>
    `La deuxième génération (v2) de l’ancienne API a pris fin le ${when} : ses appels sont refusés.`,
  contactNotice: (count: number) =>
    count === 1
      ? 'Une clé n’a pas de contact technique : personne ne serait prévenu d’un changement.'
      : `${count} clés n’ont pas de contact technique : personne ne serait prévenu d’un changement.`,
  create: 'Créer une clé',
  empty: 'L’API actuelle n’a pas besoin de clé : créez plutôt une application cliente.',
  name: 'Nom',
  contact: 'Contact technique',
  noContact: 'Manquant',
  contactHint: 'À renseigner : qui est prévenu d’un changement.',
  roleName: 'Nom du rôle',
  rights: 'Peut lire',
  leaves: 'Absences',
  users: 'Utilisateurs',
  nothing: 'Rien',
  readsLeaves: 'Lire les absences',
  readsUsers: 'Lire les utilisateurs',
  leavesPlaces: 'Absences de quels établissements',
  usersPlaces: 'Utilisateurs de quels établissements',
  seesPersonalData: 'Dates de naissance et sexe',
  seesFormer: 'Personnes parties',
  seesFuture: 'Personnes à venir',
  lastUsed: 'Dernière utilisation',
  apiKey: 'Clé d’API',
  edit: 'Modifier',
  editTitle: (name: string) => `Modifier ${name}`,
  revoke: 'Révoquer',
  revokeTitle: (name: string) => `Révoquer ${name} ?`,
  revokeAbout: 'Qui s’en sert est refusé en moins d’une seconde. Irréversible ; le nom redevient libre.',
  revoked: 'Révoquée.',
  noContactNotice: 'Cette clé n’a pas de contact technique. Renseignez-en un, pour que quelqu’un soit prévenu.',
  uses: 'Ce qu’elle appelle',
  usesAbout: 'Adresses de l’ancienne API, appels refusés compris.',
  noUses: 'Elle n’a pas servi.',
  path: 'Adresse',
  requests: 'Appels',
  first: 'Premier',
  last: 'Dernier',
  ends: 'Prend fin',
  requestsLink: 'Ses requêtes',
  personalHint: 'Sensible : seulement pour ce qui ne peut s’en passer.',
};
