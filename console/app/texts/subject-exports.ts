import { texts } from './part.ts';

/** Archives of everything about one person. */
export const subjectExportTexts = texts('subjectExports', {
  title: 'Data exports',
  about:
    'Everything that is kept about one person, as one archive for them: data, history, who has read it, and files.',
  empty: 'Nobody has asked for their data yet.',
  add: 'Export the data of a person',
  submit: 'Create the archive',
  person: 'Person',
  language: 'Language of the page in the archive',
  languageHint: 'Empty: the language of the account.',
  state: 'State',
  states: { planned: 'Waiting', running: 'Being made', done: 'Ready', failed: 'Failed' },
  made: 'The archive is being made.',
  since: 'Asked for',
  ended: 'Ended',
  expires: 'Can be downloaded until',
  expired: 'The archive was removed. Make another one.',
  file: 'File',
  bytes: (size: string) => `${size} bytes`,
  digest: 'Digest (SHA-256)',
  failure: 'Why it failed',
  progress: (done: string, all: string) => `${done} of ${all} parts`,
  download: 'Download the archive',
  downloadAbout: 'Each download is recorded.',
});
