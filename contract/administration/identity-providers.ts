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
      'People sign in by the provider and nothing else; sessions that were opened otherwise are stopped at the next request. ' +
        'Who has a password and never linked the provider links it at the next sign-in. Refused to a person for whom the ' +
        'provider does not vouch yet. Operators are exempt, and can end it at the command line.',
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
      'The provider must lead back to `/admin-api/session/provider/callback` below the address of the account. People link ' +
      'it in their profile, or accept their invitation with it, which must be to a verified e-mail address; from then on they ' +
      'are known by the subject that the provider gives them. An address alone brings nobody in.',
    update: 'Another issuer or client id unlinks everybody. Refused where no owner could sign in any more.',
    remove: 'Unlinks everybody, and ends the sessions that it opened. Refused where no owner could sign in any more.',
  },
});
