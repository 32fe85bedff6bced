import type { Words } from '../part.ts';
import type { scopeTexts } from '../scopes.ts';

export const scopes: Words<typeof scopeTexts> = {
  title: 'Ce qui lui est permis',
  none: 'Rien',
  read: 'Lire',
  write: 'Lire et écrire',
  accessTo: (what: string) => `Accès : ${what}`,
  criticality: { low: 'Sensibilité faible', medium: 'Sensibilité moyenne', high: 'Sensibilité élevée' },
  highTitle: 'Données très sensibles',
  high: (what: string) =>
    `Ceci donne accès à : ${what}. Ne l’accordez qu’à ce qui ne peut s’en passer, et assurez-vous que le contact technique le sait.`,
  positionsTitle: 'Les dates de contrat peuvent être déduites',
  positions:
    'Qui écrit des postes apprend par les refus quand un contrat commence et finit, même sans le droit sur les contrats.',
  chosen: (count: number) => (count <= 1 ? `${count} droit` : `${count} droits`),
  families: {
    'legal-entities': 'entités légales',
    'business-establishments': 'établissements',
    departments: 'départements',
    employees: 'personnes et leurs portraits',
    'employee-attribute-definitions': 'définitions d’attributs et taxonomies',
    'employee-attributes': 'valeurs d’attributs',
    'employee-personal-records': 'dossiers personnels, très sensibles',
    employments: 'contrats',
    'employment-templates': 'types de contrat',
    'job-positions': 'postes',
    'probationary-periods': 'périodes d’essai',
    'occupation-categories': 'catégories socioprofessionnelles',
    'job-qualifications': 'qualifications et métiers',
    taxonomies: 'taxonomies et leurs libellés',
    'webhook-endpoints': 'points de réception (webhooks)',
    'webhook-deliveries': 'livraisons de webhooks, essais et renvois',
    events: 'événements des ressources que les autres droits ouvrent',
    'working-time-arrangements': 'temps de travail',
    files: 'fichiers',
    imports: 'imports de fichiers et leurs erreurs',
    leaves: 'absences et types d’absence',
    'leave-requests': 'demandes d’absence et décisions',
    'public-holidays-calendars': 'calendriers des jours fériés',
  },
};
