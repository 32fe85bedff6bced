import {
  blamedOnId,
  createOnly,
  day,
  described,
  type Fields,
  nullable,
  readOnly,
  reference,
  referenceByUuid,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { closed, maybe, named, type Schema } from '../kit/schema.ts';
import { timestamps } from '../kit/traits.ts';
import { employeeStatus } from '../kit/values.ts';
import { jobPositions } from './job-positions.ts';

/**
 * A member of a body that is created together with another resource. The place determines whether it may be omitted.
 */
const sent = <F extends Fields, K extends keyof F>(fields: F, name: K) => maybe((fields[name] as F[K]).write);

const position = jobPositions.fields;

export const firstJobPosition = named(
  'first-job-position',
  closed({
    remoteId: sent(position, 'remoteId'),
    startsOn: sent(position, 'startsOn'),
    businessEstablishment: sent(position, 'businessEstablishment'),
    department: sent(position, 'department'),
    jobTitle: sent(position, 'jobTitle'),
    jobQualification: sent(position, 'jobQualification'),
    manager: sent(position, 'manager'),
    occupationCategory: sent(position, 'occupationCategory'),
    workingTimeArrangement: sent(position, 'workingTimeArrangement'),
    document: sent(position, 'document'),
    notes: sent(position, 'notes'),
    t9n: sent(position, 't9n'),
  }),
);

export const employments = resource({
  type: 'employment',
  summary: 'The relationship of an employee with a legal entity over one continuous period.',
  scopes: ['employments'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    remoteId: described(nullable(text({ max: 200 })), 'The id of the employment in another system.'),
    employee: described(createOnly(reference('employee')), 'Who is employed. Employments of one person never overlap.'),
    legalEntity: described(
      readOnly(reference('legal-entity')),
      'That of the establishment of the first position; tolerated in bodies with this value.',
    ),
    status: described(employeeStatus(), 'From the dates of this employment.'),
    start: described(day(), 'First day. Moving it moves the first position and the probationary period.'),
    end: described(
      nullable(day()),
      'Last day, included; null while open. Moving it moves the end of the last position.',
    ),
    document: described(blamedOnId(nullable(referenceByUuid('file'))), 'An uploaded file, such as the contract.'),
    template: described(reference('employment-template'), 'Not archived, and available to the legal entity.'),
    ...timestamps,
  },
  seeds: {
    firstJobPosition: {
      ...firstJobPosition,
      required: ['businessEstablishment', 'department'],
      title: 'first-job-position-of-employment',
      description: 'Made together with the employment. It starts with it.',
    } as Schema<FirstJobPosition>,
  },
  seedTypes: { firstJobPosition: 'job-position' },
  sortable: ['start.date', 'end.date'],
  filterable: ['id', 'remoteId', 'employee.id', 'legalEntity.id', 'template.id', 'status', 'start.date', 'end.date'],
  embedded: { employee: 'employee' },
  ownedThrough: 'employee',
  followsDays: true,
  asOf: 'dates',
  links: {
    document: { file: 'document', needs: ['files.readonly', 'files.readwrite'] },
    jobPositions: {
      href: '/svc-api/job-positions?employment.id={id}',
      needs: ['job-positions.readonly', 'job-positions.readwrite'],
    },
    probationaryPeriods: {
      href: '/svc-api/probationary-periods?employment.id={id}',
      needs: ['probationary-periods.readonly', 'probationary-periods.readwrite'],
    },
  },
  notes: {
    create: 'Makes the employment and its first position together, or nothing.',
    remove: 'Deletes its positions and its probationary period too. Refused for the only employment of an employee.',
  },
});

type FirstJobPosition = NonNullable<(typeof firstJobPosition)['~type']>;
