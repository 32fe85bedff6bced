import type { deliveryTexts } from '../deliveries.ts';
import type { Words } from '../part.ts';

export const deliveries: Words<typeof deliveryTexts> = {
  title: 'Livraisons',
  about: 'Au fil de l’eau, les plus récentes d’abord.',
  live: 'En direct',
  all: 'Toutes',
  status: 'Statut',
  statuses: { undelivered: 'En attente', delivered: 'Livrée', failed: 'Abandonnée' },
  empty: 'Rien n’a encore été envoyé.',
  emptyHint: 'Envoyez un essai pour voir arriver la première livraison.',
  older: 'Afficher les précédentes',
  event: (id: string) => `Événement ${id}`,
  attemptsCount: (count: number) => (count <= 1 ? `${count} tentative` : `${count} tentatives`),
  next: 'Prochaine tentative',
  replayed: 'Renvoyée par une relecture',
  noAttempts: 'Aucune tentative jusqu’ici.',
  attempt: (number: number) => `Tentative ${number}`,
  duration: (ms: string) => `${ms} ms`,
  noAnswer: 'Sans réponse',
  reasons: {
    status: 'Pas un 2xx',
    timeout: 'Trop lent',
    connection: 'Pas de connexion',
    tls: 'Certificat refusé',
    address: 'Adresse interdite',
    secret: 'Aucun secret lisible',
  },
  headers: 'En-têtes envoyés',
  answer: 'Réponse reçue',
  body: 'Corps envoyé',
  expired: 'L’événement n’est plus conservé.',
  redeliver: 'Renvoyer',
  redelivered: 'De nouveau en route.',
  replay: 'Relire…',
  replayTitle: 'Relire une période',
  replayAbout:
    'Chaque événement de la période est renvoyé une fois, le plus ancien d’abord. Les nouveaux n’attendent pas.',
  from: 'Du',
  to: 'Au',
  toHint: 'Maintenant, sauf indication.',
  onlyUndelivered: 'Seulement ce qui a échoué ou n’est jamais arrivé',
  beforeEndpoint: (when: string) => `Le point de réception a été créé à ${when} : entrez un moment à partir de là.`,
  count: 'Compter d’abord',
  counted: (count: number) =>
    count === 0
      ? 'Rien ne serait envoyé.'
      : count === 1
        ? '1 livraison serait faite.'
        : `${count} livraisons seraient faites.`,
  start: (count: number) => `Relire ${count}`,
  started: 'La relecture a commencé.',
  replays: 'Relectures',
  replayStatuses: { running: 'En préparation', done: 'Préparée' },
  replayCount: (count: number) => (count <= 1 ? `${count} livraison` : `${count} livraisons`),
};
