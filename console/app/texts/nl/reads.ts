import type { Words } from '../part.ts';
import type { readsTexts } from '../reads.ts';

export const reads: Words<typeof readsTexts> = {
  title: 'Inzagelogboek',
  about: 'Wie vertrouwelijke gegevens heeft gelezen, nieuwste eerst: over wie, wat en waarom. Nooit de waarden.',
  empty: 'Nog niemand heeft vertrouwelijke gegevens gelezen.',
  emptyOfPerson: 'Niemand heeft vertrouwelijke gegevens over deze persoon gelezen.',
  entry: 'Inzage',
  when: 'Wanneer',
  who: 'Wie',
  readerType: 'Soort lezer',
  readers: {
    'client-application': 'Clientapplicatie',
    administrator: 'Persoon',
    operator: 'Operator',
    'api-key': 'API-sleutel',
  },
  person: 'Over wie',
  people: 'Personen',
  members: 'Wat',
  special: { content: 'origineel bestand' } as Readonly<Record<string, string>>,
  family: 'Soort gegevens',
  purpose: 'Doel',
  through: 'Via',
  trace: 'Trace',
  about1: (count: string) => `Over ${count === '1' ? 'één persoon' : `${count} personen`}`,
  ids: 'ID’s:',
};
