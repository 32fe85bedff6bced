import { described, nullable, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { archivable, archivedFromStart, timestamps } from '../kit/traits.ts';
import { countryCode, currencyCode, formatted, industryCode } from '../kit/values.ts';

export const legalEntities = resource({
  type: 'legal-entity',
  summary: 'An organization registered in one jurisdiction. It owns business establishments.',
  scopes: ['legal-entities'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    legalName: described(text({ max: 255 }), 'Unique in the account; case and blanks at the ends do not count.'),
    remoteId: described(nullable(text({ max: 50 })), 'The id of the entity in another system.'),
    ...archivedFromStart,
    countryCode: described(countryCode(), 'ISO 3166-1 alpha-3.'),
    currencyCode: described(currencyCode(), 'ISO 4217.'),
    taxIdentificationNumber: described(
      nullable(formatted(100, 'other', 'franceSIREN', 'spainNIF', 'germanySN')),
      'With the form it has; not checked against it.',
    ),
    industryCode: described(nullable(industryCode()), 'With the classification it belongs to.'),
    ...timestamps,
    lastArchivedAt: archivable.lastArchivedAt,
  },
  filterable: ['id', 'countryCode', 'isArchived', 'remoteId'],
  seenThrough: { type: 'business-establishment', member: 'legalEntity' },
  links: {
    businessEstablishments: {
      href: '/svc-api/business-establishments?legalEntity.id={id}',
      needs: ['business-establishments.readonly', 'business-establishments.readwrite'],
    },
  },
  notes: {
    update: 'It can be archived once none of its establishments is in use any more.',
    remove: 'Refused while an establishment or an employment template names it.',
  },
});
