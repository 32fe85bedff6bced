import { inside } from '../kit/belonging.ts';
import { described, instant, nullable, readOnly, shownOnce, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { maybe, momentText } from '../kit/schema.ts';

const secrets = resource({
  type: 'webhook-endpoint-secret',
  summary:
    'What deliveries to an endpoint are signed with. At most two live at a time, so that a rotation needs no pause.',
  scopes: ['webhook-endpoints'],
  expiresBy: 'account',
  operations: ['list', 'read', 'create', 'remove'],
  isBeta: true,
  isOwned: true,
  fields: {
    secret: described(shownOnce(text()), 'Only in the answer to the creation: it is never readable again.'),
    hint: described(readOnly(text({ max: 4 })), 'Its last four characters.'),
    expiresAt: described(
      readOnly(nullable(instant())),
      'When deliveries stop being signed with it, UTC; null on the newest.',
    ),
    createdAt: described(readOnly(instant()), 'UTC.'),
  },
  seeds: {
    previousExpiresAt: maybe(
      momentText({
        description: 'When the older secret ends: from now to 7 days from now, 24 hours from now unless given.',
      }),
    ),
  },
  hidden: { sealedSecret: 'text' },
  filterable: ['id'],
  events: [],
  notes: {
    create:
      'While two live, `webhook-signature` holds one signature of each, and `Svc-Signature` that of the older. Let the ' +
      'receiver accept both, then delete the older one or let it expire.',
    remove: 'Refused for the only one.',
  },
});

export const webhookEndpointSecrets = inside({ type: 'webhook-endpoint', as: 'secrets' }, secrets);
