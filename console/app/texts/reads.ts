import { texts } from './part.ts';

/** The log of reads. */
export const readsTexts = texts('reads', {
  title: 'Log of reads',
  about: 'Who has read confidential data, newest first: about whom, what and why. Never the values.',
  empty: 'Nobody has read confidential data yet.',
  emptyOfPerson: 'Nobody has read confidential data about this person.',
  entry: 'Read',
  when: 'When',
  who: 'Who',
  readerType: 'Kind of reader',
  readers: {
    'client-application': 'Client application',
    administrator: 'Person',
    operator: 'Operator',
    'api-key': 'API key',
  },
  person: 'About whom',
  people: 'People',
  members: 'What',
  special: { content: 'original file' } as Readonly<Record<string, string>>,
  family: 'Kind of data',
  purpose: 'Purpose',
  through: 'Through',
  trace: 'Trace',
  about1: (count: string) => `About ${count === '1' ? 'one person' : `${count} people`}`,
  ids: 'Ids:',
});
