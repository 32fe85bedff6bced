import type { inboxTexts } from '../inbox.ts';
import type { Words } from '../part.ts';

export const inbox: Words<typeof inboxTexts> = {
  title: 'À faire',
  about: 'Ce qui attend quelqu’un, et ce qu’apportent les prochaines semaines.',
  nothing: 'Rien n’attend.',
  more: (count: string) => `En montrer plus sur ${count}`,
  requests: 'Demandes d’absence à décider',
  starts: 'Arrivées des quatre prochaines semaines',
  ends: 'Derniers jours des quatre prochaines semaines',
  fixedTerms: 'Contrats à durée déterminée qui finissent d’ici trois mois',
  probations: 'Périodes d’essai qui finissent d’ici quatre semaines',
  withoutManager: 'Personnes sans responsable',
  absentManager: 'Personnes dont le responsable est parti ou pas encore arrivé',
  startsOn: (day: string) => `Premier jour le ${day}`,
  endsOn: (day: string) => `Dernier jour le ${day}`,
  probationEnds: (day: string) => `Finit le ${day}`,
  chooseManager: 'Choisir un responsable',
  setup: {
    title: 'Préparer ce compte',
    about: 'Après ces étapes, des personnes peuvent être embauchées. Elles disparaissent avec la première personne.',
    done: 'Fait',
    open: 'À faire',
    steps: {
      legalEntity: 'Créer la première entité légale',
      establishment: 'Créer le premier établissement',
      department: 'Créer le premier service',
      template: 'Créer un type de contrat',
      defaults: 'Choisir ce qu’une embauche prend par défaut',
      hire: 'Embaucher la première personne',
    },
    hints: {
      legalEntity: 'L’entreprise qui emploie.',
      establishment: 'Le lieu de travail ; il appartient à une entité légale.',
      department: 'La première place dans l’arbre.',
      template: 'Durée indéterminée, durée déterminée, stage.',
      defaults: 'Facultatif : type de contrat, établissement et service.',
      hire: 'Ou importer un fichier de personnes.',
    },
  },
};
