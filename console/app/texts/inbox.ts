import { texts } from './part.ts';

/** What waits on the first page, and the first steps of an account. */
export const inboxTexts = texts('inbox', {
  title: 'To do',
  about: 'What waits for somebody, and what the next weeks bring.',
  nothing: 'Nothing waits.',
  more: (count: string) => `Show more of ${count}`,
  requests: 'Leave requests to be decided',
  starts: 'Starts in the next four weeks',
  ends: 'Last days in the next four weeks',
  fixedTerms: 'Fixed terms that end within three months',
  probations: 'Probation that ends in the next four weeks',
  withoutManager: 'People without a manager',
  absentManager: 'People whose manager has left or not started',
  startsOn: (day: string) => `First day ${day}`,
  endsOn: (day: string) => `Last day ${day}`,
  probationEnds: (day: string) => `Ends ${day}`,
  chooseManager: 'Choose a manager',
  setup: {
    title: 'Set up this account',
    about: 'After these steps people can be hired. They go away with the first person.',
    done: 'Done',
    open: 'To do',
    steps: {
      legalEntity: 'Create the first legal entity',
      establishment: 'Create the first establishment',
      department: 'Create the first department',
      template: 'Create a kind of employment',
      defaults: 'Choose what a hiring takes by default',
      hire: 'Hire the first person',
    },
    hints: {
      legalEntity: 'The company that employs people.',
      establishment: 'Where they work; it belongs to a legal entity.',
      department: 'The first place in the tree.',
      template: 'Permanent, fixed term, internship.',
      defaults: 'Optional: template, establishment and department.',
      hire: 'Or import a file of people.',
    },
  },
});
