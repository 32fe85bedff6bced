import { described, flag, neverShown, optional, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps } from '../kit/traits.ts';
import { plainName } from './client-applications.ts';

const issuer = () => {
  const field = text({ max: 2000 });
  const schema = { ...field.read, format: 'uri' };
  return { ...field, read: schema, write: schema };
};

export const identityProviders = resource({
  area: 'administration',
  type: 'identity-provider',
  summary:
    "The company's own provider of identities (OpenID Connect), by which people sign in. An account has one at most.",
  scopes: ['administrators'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    name: described(plainName(), 'What stands on the button.'),
    issuer: described(
      issuer(),
      '`https`, on a public address. What the provider says of itself is read from `/.well-known/openid-configuration` below it.',
    ),
    clientId: described(text({ max: 255 }), 'Of this service, as the provider knows it.'),
    clientSecret: described(neverShown(text({ max: 1000 })), 'Sent, and never shown.'),
    isRequired: described(
      optional(flag(), false),
      'People sign in by the provider and nothing else. An operator can end it at the command line.',
    ),
    areAddressesTrusted: described(
      optional(flag(), false),
      'E-mail addresses count although the provider does not say that it has verified them (`email_verified`). Only for a ' +
        'provider in which nobody can choose their own.',
    ),
    ...timestamps,
  },
  hidden: { sealedSecret: 'text' },
  filterable: ['id'],
  events: [],
  notes: {
    create:
      'The provider must lead back to `/admin-api/session/provider/callback` below the address of the account. People are ' +
      'known by their verified e-mail address the first time, and by the subject that the provider gives them from then on.',
  },
});
