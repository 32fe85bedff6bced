import { texts } from './part.ts';

/** Audit log, sandboxes and accounts. */
export const installationTexts = texts('installation', {
  audit: {
    title: 'Audit log',
    about:
      'Who did what, when and through what, newest first: people, client applications, operators and Muster itself. Secrets are never kept.',
  },
  sandboxes: {
    title: 'Sandboxes',
    about: 'Copies of this account to try things out in: invented names, no secrets, and a clock that you can move.',
    create: 'Make a sandbox',
    createAbout:
      'Organization and definitions are copied as they are, people with careers, values and leaves under other ids. Names, addresses, numbers, titles and values of people are invented. Personal records, files, secrets, keys and endpoints are not copied.',
    empty: 'A sandbox is a copy of this account in which nothing can go wrong.',
    linkTitle: 'The sandbox is being made',
    linkAbout: 'By this link you become its owner, once it is ready. It is shown only now, and works for seven days.',
    link: 'Your link',
    address: 'Address',
    clock: 'Clock',
    asMachine: 'As the machine',
    since: 'Made',
    move: 'Move the clock',
    moveAbout:
      'Everything that goes by days follows: who is active, leaves, probation, the dates of events. Sign-in and tokens do not.',
    moveTo: 'Move it to',
    time: 'Time (UTC)',
    moveBack: 'Back to the time of the machine',
    moved: 'The clock was moved.',
    open: 'Sign in there',
    drop: 'Drop',
    dropTitle: (name: string) => `Drop the sandbox ${name}?`,
    dropAbout: 'Everything in it goes. The account itself is not touched.',
    dropped: 'The sandbox is being dropped.',
    states: { copying: 'Being copied', ready: 'Ready', failed: 'Failed', dropping: 'Being dropped', closed: 'Closed' },
    failedAbout: 'The copy could not be made. Drop it and make another; the log of the service says why.',
    progress: (percent: number) => `${percent} %`,
  },
  accounts: {
    title: 'Accounts',
    about: 'All accounts of this installation, with their addresses.',
    create: 'Open an account',
    name: 'Name',
    nameHint: 'Letters, digits and hyphens; it stands in the address.',
    environment: 'Environment',
    origin: 'Copy of',
    originHint: 'Of a sandbox. Empty: it begins empty.',
    sandbox: 'Sandbox',
    state: 'State',
    limits: 'Limits',
    requestsPerMinute: 'Requests per minute',
    eventDays: 'Days of events',
    asInstallation: 'As the installation',
    linkTitle: 'The account is being opened',
    linkAbout: 'By this link you become its first owner. It is shown only now, and works for seven days.',
    empty: 'There is no account yet.',
  },
});
