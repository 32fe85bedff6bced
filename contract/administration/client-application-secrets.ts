import { inside } from '../kit/belonging.ts';
import { described, instant, nullable, readOnly, shownOnce, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { int, maybe } from '../kit/schema.ts';

export const overlapHours = maybe(
  int({
    minimum: 0,
    maximum: 168,
    default: 24,
    description: 'How many hours the former one still works: none to 7 days, 24 unless given.',
  }),
);

const secrets = resource({
  area: 'administration',
  type: 'client-application-secret',
  summary:
    'What a client application asks for tokens with. At most two live at a time, so that a rotation needs no pause.',
  scopes: ['client-applications'],
  expiresBy: 'account',
  operations: ['list', 'read', 'create', 'remove'],
  fields: {
    hint: described(readOnly(nullable(text({ max: 4 }))), 'Its last four characters.'),
    expiresAt: described(readOnly(nullable(instant())), 'When it stops working, UTC; null on the newest.'),
    createdAt: described(readOnly(instant()), 'UTC.'),
    clientSecret: described(
      shownOnce(text()),
      'Only in the answer to the creation: it is kept nowhere, and never readable again.',
    ),
  },
  seeds: { overlapHours },
  hidden: { digest: 'bytea' },
  filterable: ['id'],
  events: [],
  notes: {
    create: 'The former secret works until `overlapHours` have passed; one before it ends at once.',
    remove: 'Ends it at once. The one that is left has no end; the only one is not deleted.',
  },
});

export const clientApplicationSecrets = inside({ type: 'client-application', as: 'secrets' }, secrets);
