import { described, flag, instant, nullable, optional, readOnly, references, shownOnce, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps } from '../kit/traits.ts';
import { email } from '../kit/values.ts';
import { plainName } from './client-applications.ts';

const listed = () => nullable(references('business-establishment', { min: 1 }));

export const apiKeys = resource({
  area: 'administration',
  type: 'api-key',
  summary: 'A key of the legacy API, with the role that says what it may read.',
  scopes: ['api-keys'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    name: described(
      plainName(),
      'What people call it; unique among the keys of the account that live, whatever the case.',
    ),
    technicalContact: described(nullable(email()), 'Should be set: who is informed when something changes.'),
    roleName: described(
      { ...plainName(), create: 'optional' as const },
      'Of its role: at first the name of the key. Renaming one does not rename the other.',
    ),
    readsLeaves: described(optional(flag(), false), 'Whether leaves are open to it. A new role has no right.'),
    leavesBusinessEstablishments: described(listed(), 'Whose leaves. Null: of all establishments, present and future.'),
    readsUsers: described(optional(flag(), false), 'Whether users are open to it.'),
    usersBusinessEstablishments: described(listed(), 'Which users. Null: of all establishments, present and future.'),
    seesPersonalData: described(optional(flag(), false), 'Birth dates and genders.'),
    seesFormer: described(optional(flag(), false), 'Employees whose last employment has ended.'),
    seesFuture: described(optional(flag(), false), 'Employees whose first employment has not begun.'),
    lastUsedAt: described(
      readOnly(nullable(instant())),
      'The last request with it, true to the minute, UTC. No change is refused for it.',
    ),
    secretCreatedAt: described(readOnly(nullable(instant())), 'When the key itself was made last, UTC.'),
    previousSecretExpiresAt: described(
      readOnly(nullable(instant())),
      'Until when the key before works next to it, UTC; null where there is none.',
    ),
    ...timestamps,
    apiKey: described(
      shownOnce(text()),
      'Only in the answer to the creation: it is kept nowhere, and never readable again.',
    ),
  },
  unversioned: ['lastUsedAt'],
  hidden: { revokedAt: 'timestamptz' },
  // A revoked key is kept for the records of operators.
  shownWhile: { path: 'revokedAt', is: null },
  sortable: ['name'],
  filterable: ['id', 'readsLeaves', 'readsUsers', 'seesPersonalData'],
  searched: ['name'],
  links: {
    secrets: { href: '/admin-api/api-keys/{id}/secrets', needs: ['api-keys.readonly', 'api-keys.readwrite'] },
    uses: { href: '/admin-api/api-keys/{id}/uses', needs: ['api-keys.readonly', 'api-keys.readwrite'] },
  },
  events: [],
  notes: {
    update: 'Takes effect within a second on every node.',
    remove: 'Revokes it: refused within a second on every node. Its name is free again.',
  },
});
