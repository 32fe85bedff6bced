import {
  archivedToo,
  described,
  flag,
  instant,
  nullable,
  readOnly,
  references,
  shownOnce,
  text,
  trimmed,
  updateOnly,
  words,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps } from '../kit/traits.ts';
import { email } from '../kit/values.ts';
import { scopes } from '../scopes.ts';

/** No control characters, because names appear in lists, logs and mails. */
export const plainName = () => trimmed(text({ max: 255, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$' }));

export const clientApplications = resource({
  area: 'administration',
  type: 'client-application',
  summary: 'A program that may call the API, with the scopes and business establishments that are open to it.',
  scopes: ['client-applications'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    name: described(plainName(), 'What people call it; unique within the account, whatever the case.'),
    technicalContact: described(
      email(),
      'Receives technical notices: deprecations, suspended endpoints, expiring secrets.',
    ),
    scopes: described(words(scopes), 'What its tokens may be asked for. A withdrawn one is refused within a second.'),
    businessEstablishments: described(
      nullable(archivedToo(references('business-establishment', { min: 1 }))),
      'What it may see. Null: all, present and future.',
    ),
    isDisabled: described(
      updateOnly(flag(), false),
      'Its tokens are refused within a second; the declaration is kept.',
    ),
    clientId: described(readOnly(text({ max: 255 })), 'What it presents itself by; made by the service.'),
    lastUsedAt: described(
      readOnly(nullable(instant())),
      'The last request with one of its tokens, true to the minute, UTC. No change is refused for it.',
    ),
    secretCreatedAt: described(readOnly(nullable(instant())), 'When its newest secret was made, UTC.'),
    previousSecretExpiresAt: described(
      readOnly(nullable(instant())),
      'Until when the secret before the newest works next to it, UTC; null where there is none.',
    ),
    ...timestamps,
    clientSecret: described(
      shownOnce(text()),
      'Only in the answer to the creation: it is kept nowhere, and never readable again.',
    ),
  },
  unversioned: ['lastUsedAt'],
  hidden: { isBuiltIn: 'boolean' },
  // People themselves use the application that is built in.
  shownWhile: { path: 'isBuiltIn', is: false },
  sortable: ['name'],
  filterable: ['id', 'clientId', 'isDisabled'],
  filters: {
    scopes: { kind: 'text', isNullable: false, isList: true, values: scopes, forms: ['equal'] },
    'businessEstablishments.id': {
      kind: 'number',
      isNullable: true,
      isList: true,
      isNullEverything: true,
      forms: ['equal'],
    },
  },
  searched: ['name'],
  links: {
    secrets: {
      href: '/admin-api/client-applications/{id}/secrets',
      needs: ['client-applications.readonly', 'client-applications.readwrite'],
    },
  },
  events: [],
  notes: {
    update: 'Takes effect on tokens already issued, within a second on every node.',
    remove: 'Its tokens and secrets are refused within a second. Refused while it has webhook endpoints.',
  },
});
