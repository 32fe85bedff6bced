import { texts } from './part.ts';

/** Keys of the legacy API. */
export const apiKeyTexts = texts('apiKeys', {
  title: 'API keys',
  about: 'Keys of the legacy API, and what they may read.',
  endNotice: (when: string) =>
    `The second generation (v2) of the legacy API is answered until ${when}. Anyone who still calls it is listed with its key.`,
  endedNotice: (when: string) =>
    `The second generation (v2) of the legacy API has ended on ${when}: its calls are refused.`,
  contactNotice: (count: number) =>
    count === 1
      ? 'One key has no technical contact: nobody would be informed when something changes.'
      : `${count} keys have no technical contact: nobody would be informed when something changes.`,
  create: 'Create a key',
  empty: 'No key is needed for the present API: create a client application instead.',
  name: 'Name',
  contact: 'Technical contact',
  noContact: 'Missing',
  contactHint: 'Should be set: who is informed when something changes.',
  roleName: 'Name of the role',
  rights: 'May read',
  leaves: 'Leaves',
  users: 'Users',
  nothing: 'Nothing',
  readsLeaves: 'Read leaves',
  readsUsers: 'Read users',
  leavesPlaces: 'Whose leaves',
  usersPlaces: 'Which users',
  seesPersonalData: 'Birth dates and genders',
  seesFormer: 'People who have left',
  seesFuture: 'People who are to come',
  lastUsed: 'Last use',
  apiKey: 'API key',
  edit: 'Edit',
  editTitle: (name: string) => `Edit ${name}`,
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeAbout: 'Anyone who uses it is refused within a second. This cannot be undone; the name is free again.',
  revoked: 'Revoked.',
  noContactNotice: 'This key has no technical contact. Set one, so that somebody is informed when something changes.',
  uses: 'What it calls',
  usesAbout: 'Addresses of the legacy API, refused calls included.',
  noUses: 'It has not been used.',
  path: 'Address',
  requests: 'Calls',
  first: 'First',
  last: 'Last',
  ends: 'Ends',
  requestsLink: 'Its requests',
  personalHint: 'Sensitive: only for what cannot do its work without.',
});
