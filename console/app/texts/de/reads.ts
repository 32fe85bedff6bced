import type { Words } from '../part.ts';
import type { readsTexts } from '../reads.ts';

export const reads: Words<typeof readsTexts> = {
  title: 'Leseprotokoll',
  about: 'Wer vertrauliche Daten gelesen hat, Neuestes zuerst: über wen, was und wozu. Nie die Werte.',
  empty: 'Noch hat niemand vertrauliche Daten gelesen.',
  emptyOfPerson: 'Niemand hat vertrauliche Daten über diese Person gelesen.',
  entry: 'Lesezugriff',
  when: 'Wann',
  who: 'Wer',
  readerType: 'Art des Zugriffs',
  readers: {
    'client-application': 'Client-Anwendung',
    administrator: 'Person',
    operator: 'Betreiber',
    'api-key': 'API-Schlüssel',
  },
  person: 'Über wen',
  people: 'Personen',
  members: 'Was',
  special: { content: 'Originaldatei' } as Readonly<Record<string, string>>,
  family: 'Art der Daten',
  purpose: 'Zweck',
  through: 'Über',
  trace: 'Trace',
  about1: (count: string) => `Über ${count === '1' ? 'eine Person' : `${count} Personen`}`,
  ids: 'IDs:',
};
