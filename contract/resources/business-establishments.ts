import { described, flag, nullable, optional, reference, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { archivable, archivedFromStart, timestamps } from '../kit/traits.ts';
import { address, formatted, industryCode, timezone } from '../kit/values.ts';

export const businessEstablishments = resource({
  type: 'business-establishment',
  summary: 'A located unit of a legal entity, and the base unit of access rights.',
  scopes: ['business-establishments'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    name: described(text(), 'As people call it; need not be unique.'),
    remoteId: described(nullable(text()), 'The id of the establishment in another system.'),
    ...archivedFromStart,
    legalEntity: described(reference('legal-entity'), 'The owner.'),
    isHeadquarters: described(optional(flag(), false), 'At most one establishment of a legal entity.'),
    taxIdentificationNumber: described(
      nullable(formatted(100, 'other', 'franceSIRET', 'spainNIF')),
      'A `franceSIRET` begins with the `franceSIREN` of the legal entity, where it has one.',
    ),
    industryCode: described(nullable(industryCode()), 'With the classification it belongs to.'),
    address: described(nullable(address()), 'Where it is.'),
    timezoneId: described(nullable(timezone()), 'An IANA name such as `Europe/Paris`; null is the account’s own.'),
    lastArchivedAt: archivable.lastArchivedAt,
    ...timestamps,
  },
  filterable: ['id', 'legalEntity.id', 'isArchived', 'remoteId'],
  searched: ['name', 'remoteId'],
  searchedBy: 'parts',
  embedded: { 'legal-entity': 'legalEntity' },
  establishmentAt: 'id',
  followsDays: true,
  notes: {
    create: 'Refused to a client application that is limited to a list of establishments.',
    remove: 'Refused while a job position, an occupation category or a client application names it.',
  },
});
