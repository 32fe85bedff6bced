import {
  blamedOnId,
  createOnly,
  date,
  described,
  json,
  nullable,
  oneOf,
  readOnly,
  reference,
  referenceByUuid,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps, translated } from '../kit/traits.ts';
import { employeeStatus } from '../kit/values.ts';

/** The members that `updatedAttributes` lists, in this order. */
export const trackedAttributes = [
  'remoteId',
  'jobTitle',
  'jobQualification',
  'occupationCategory',
  'workingTimeArrangement',
  'department',
] as const;

const updatedAttributes = json<(typeof trackedAttributes)[number][]>({
  type: 'array',
  items: oneOf(...trackedAttributes).read,
  uniqueItems: true,
});

export const jobPositions = resource({
  type: 'job-position',
  summary: 'One stage of a career inside one employment, in one establishment.',
  scopes: ['job-positions'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    remoteId: described(nullable(text({ max: 1024 })), 'The id of the position in another system.'),
    employment: described(createOnly(reference('employment')), 'The employment it is a stage of.'),
    employee: described(readOnly(reference('employee')), 'The employee of the employment.'),
    status: described(employeeStatus(), 'From the dates of this position, by the day in its establishment.'),
    startsOn: described(
      date(),
      'First day, within the employment. The first position starts with the employment, and moves with it.',
    ),
    endsOn: described(
      readOnly(nullable(date())),
      'Last day: the eve of the next position, otherwise the end of the employment; null while that is open.',
    ),
    businessEstablishment: described(
      reference('business-establishment'),
      'Belongs to the legal entity of the employment.',
    ),
    jobTitle: described(nullable(text({ max: 1024 })), 'As it stands on a business card.'),
    jobQualification: described(nullable(reference('job-qualification')), 'Profession and rank.'),
    manager: described(nullable(reference('employee')), 'Another employee.'),
    occupationCategory: described(nullable(reference('occupation-category')), 'One that is used in the establishment.'),
    workingTimeArrangement: described(nullable(reference('working-time-arrangement')), 'How the hours are laid out.'),
    department: described(reference('department'), 'Where in the tree.'),
    document: described(
      blamedOnId(nullable(referenceByUuid('document', { as: 'file', path: 'files' }))),
      'An uploaded file, such as an amendment.',
    ),
    notes: described(nullable(text({ min: 0, max: 500 })), 'In free words.'),
    ...translated('jobTitle', 1024),
    updatedAttributes: described(
      readOnly(updatedAttributes),
      'What differs from the previous position of the employee, also across employments; empty on the very first.',
    ),
    ...timestamps,
  },
  sortable: ['startsOn', 'endsOn'],
  filterable: [
    'id',
    'remoteId',
    'employment.id',
    'businessEstablishment.id',
    'jobQualification.id',
    'occupationCategory.id',
    'manager.id',
    'department.id',
    'status',
    'startsOn',
    'endsOn',
  ],
  filters: {
    'employment.employee.id': { kind: 'number', isNullable: false, path: 'employee.id', forms: ['equal'] },
    updatedAttributes: {
      kind: 'text',
      isNullable: false,
      isJsonList: true,
      values: trackedAttributes,
      forms: ['equal'],
    },
  },
  embedded: {
    department: 'department',
    'job-qualification': 'jobQualification',
    employee: 'employee',
    employment: 'employment',
  },
  ownedThrough: 'employee',
  eventEstablishmentAt: 'businessEstablishment.id',
  followsDays: true,
  asOf: 'dates',
  links: { document: { file: 'document', needs: ['files.readonly', 'files.readwrite'] } },
  notes: {
    create:
      'Shortens the position before it. Neighbours whose `endsOn` or `updatedAttributes` change record an event too.',
    remove: 'Lengthens the position before it. Refused for the first position of an employment.',
  },
});
