import { inside } from '../kit/belonging.ts';
import { described, instant, nullable, readOnly, shownOnce, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { overlapHours } from './client-application-secrets.ts';

const secrets = resource({
  area: 'administration',
  type: 'api-key-secret',
  summary: 'The key itself. At most two live at a time, so that a rotation needs no pause.',
  scopes: ['api-keys'],
  expiresBy: 'account',
  operations: ['list', 'read', 'create', 'remove'],
  fields: {
    hint: described(readOnly(nullable(text({ max: 4 }))), 'Its last four characters.'),
    expiresAt: described(readOnly(nullable(instant())), 'When it stops working, UTC; null on the newest.'),
    createdAt: described(readOnly(instant()), 'UTC.'),
    apiKey: described(
      shownOnce(text()),
      'Only in the answer to the creation: it is kept nowhere, and never readable again.',
    ),
  },
  seeds: { overlapHours },
  hidden: { digest: 'bytea' },
  filterable: ['id'],
  events: [],
  notes: {
    create: 'The former key works until `overlapHours` have passed; one before it ends at once.',
    remove: 'Ends it at once. The one that is left has no end; the only one is not deleted.',
  },
});

export const apiKeySecrets = inside({ type: 'api-key', as: 'secrets' }, secrets);
