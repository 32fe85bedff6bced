import { described, integer, nullable, optional, readOnly, reference, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { archivedFromStart, timestamps } from '../kit/traits.ts';

export const departments = resource({
  type: 'department',
  summary: 'A node in the tree of workforce subdivisions; its members may work in different establishments.',
  scopes: ['departments'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    remoteId: described(nullable(text({ min: 0, max: 255 })), 'The id of the department in another system.'),
    ...archivedFromStart,
    name: described(text({ max: 255 }), 'Need not be unique.'),
    description: described(nullable(text({ min: 0 })), 'In free words.'),
    parent: described(nullable(reference('department')), 'Null for a root. Never itself or one of its descendants.'),
    level: described(readOnly(integer({ min: 1 })), '1 without a parent, otherwise one more than that of the parent.'),
    manager: described(nullable(reference('employee')), 'The head of the department.'),
    sortOrder: described(
      optional(integer(), 2 ** 31 - 1),
      'Place among the siblings from 0, without gaps; the last one unless given. Those behind it move along.',
    ),
    owningApplication: described(
      readOnly(nullable(text())),
      'The application of the service that manages the department, and alone may change it.',
    ),
    ...timestamps,
  },
  sortable: ['name'],
  filterable: ['id', 'isArchived', 'remoteId', 'parent.id'],
  searched: ['name', 'remoteId'],
  searchedBy: 'parts',
  followsDays: true,
  asOf: 'records',
  links: {
    activeEmployees: {
      href: '/svc-api/employees?applicableJobPosition.department.id={id}',
      needs: ['employees.readonly', 'employees.readwrite'],
    },
  },
  notes: {
    update: 'Moving a department changes `level` in its whole subtree and `sortOrder` among old and new siblings.',
    remove: 'Refused while it has children or a job position names it.',
  },
});
