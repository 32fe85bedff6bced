import { scopeFamilies } from '@muster/contract/scopes.ts';
import { texts } from './texts.ts';

type Family = keyof typeof scopeFamilies;

// The entries of an object have its keys.
const inContract = Object.fromEntries(
  Object.entries(scopeFamilies).map(([family, { covers }]) => [family, covers]),
) as Record<Family, string>;

/** Names of scopes, and texts for choosing them. */
export const scopeTexts = texts({
  en: {
    title: 'What it may do',
    none: 'Nothing',
    read: 'Read',
    write: 'Read and write',
    accessTo: (what: string) => `Access to ${what}`,
    criticality: { low: 'Low sensitivity', medium: 'Medium sensitivity', high: 'High sensitivity' },
    highTitle: 'Highly sensitive data',
    high: (what: string) =>
      `This opens ${what}. Grant it only to what cannot do its work without, and make sure that its technical contact knows.`,
    positionsTitle: 'Employment dates can be concluded',
    positions:
      'Anyone who writes job positions learns by refusals when an employment begins and ends, even without the scope of employments.',
    chosen: (count: number) => (count === 1 ? '1 scope' : `${count} scopes`),
    families: inContract,
  },
  fr: {
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
  },
});
