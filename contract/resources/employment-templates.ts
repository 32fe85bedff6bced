import { described, oneOf, optional, references, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { archivable, archivedFromStart, timestamps, translated } from '../kit/traits.ts';

export const employmentTemplates = resource({
  type: 'employment-template',
  summary: 'A configurable kind of employment: a permanent contract, an internship agreement.',
  scopes: ['employment-templates'],
  operations: ['list', 'read', 'create', 'update'],
  isBeta: true,
  fields: {
    title: described(text(), 'As people call this kind of employment; need not be unique.'),
    legalEntities: described(references('legal-entity'), 'To which it is available; an empty list is all of them.'),
    term: described(oneOf('permanent', 'fixed'), 'Whether employments of this kind end by themselves.'),
    audience: described(
      optional(
        oneOf('employee', 'student', 'external', 'elected', 'appointee', 'associate', 'volunteer', 'other'),
        'employee',
      ),
      'Who is employed this way.',
    ),
    ...archivedFromStart,
    ...translated('title'),
    ...timestamps,
    lastArchivedAt: archivable.lastArchivedAt,
  },
  filterable: ['id', 'isArchived'],
  links: {
    extensionDefinitions: {
      href: '/svc-api/employee-attribute-definitions?targetType=employment',
      needs: ['employee-attribute-definitions.readonly', 'employee-attribute-definitions.readwrite'],
    },
  },
  notes: { update: 'A template is archived and brought back by `isArchived`; it is never deleted.' },
});
