import type { Words } from '../part.ts';
import type { readsTexts } from '../reads.ts';

export const reads: Words<typeof readsTexts> = {
  title: 'Journal des consultations',
  about:
    'Qui a lu des données confidentielles, le plus récent d’abord : sur qui, quoi et pourquoi. Jamais les valeurs.',
  empty: 'Personne n’a encore lu de données confidentielles.',
  emptyOfPerson: 'Personne n’a lu de données confidentielles sur cette personne.',
  entry: 'Consultation',
  when: 'Quand',
  who: 'Qui',
  readerType: 'Genre de lecteur',
  readers: {
    'client-application': 'Application cliente',
    administrator: 'Personne',
    operator: 'Exploitant',
    'api-key': 'Clé d’API',
  },
  person: 'Sur qui',
  people: 'Personnes',
  members: 'Quoi',
  special: { content: 'fichier original' } as Readonly<Record<string, string>>,
  family: 'Genre de données',
  purpose: 'Motif',
  through: 'Par',
  trace: 'Trace',
  about1: (count: string) => `Sur ${count === '1' ? 'une personne' : `${count} personnes`}`,
  ids: 'Identifiants :',
};
