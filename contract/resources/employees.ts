import { portraitBytesMax, portraitTypes } from '../file-types.ts';
import {
  blamedOnId,
  described,
  json,
  limitedFile,
  nullable,
  readOnly,
  reference,
  referenceByUuid,
  text,
  trimmed,
} from '../kit/field.ts';
import { type Filter, resource } from '../kit/resource.ts';
import { closed, int, maybe, named } from '../kit/schema.ts';
import { timestamps } from '../kit/traits.ts';
import { email, employeeStatus, phone } from '../kit/values.ts';
import { employments, firstJobPosition } from './employments.ts';

const employment = employments.fields;

const firstEmployment = {
  ...named(
    'first-employment',
    closed({
      remoteId: maybe(employment.remoteId.write),
      legalEntity: maybe(employment.legalEntity.write),
      start: maybe(employment.start.write),
      end: maybe(employment.end.write),
      document: maybe(employment.document.write),
      template: maybe(employment.template.write),
      firstJobPosition: maybe(firstJobPosition),
    }),
  ),
  description: 'Made together with the employee. What is left out comes from the hiring defaults of the account.',
};

const byId = (isNullable = false): Filter => ({ kind: 'number', isNullable, forms: ['equal'] });
const byText = (isNullable = false): Filter => ({ kind: 'text', isNullable, forms: ['equal'] });
const byDate = (isNullable = false): Filter => ({ kind: 'date', isNullable, forms: ['equal', 'range'] });

/** The applicable employment and position in columns of the employee: lists filter by them without a join. */
const applicable = {
  'applicableEmployment.legalEntity.id': 'bigint',
  'applicableEmployment.remoteId': 'text',
  'applicableEmployment.startsOn': 'date',
  'applicableEmployment.endsOn': 'date',
  'applicableEmployment.template.id': 'bigint',
  'applicableJobPosition.remoteId': 'text',
  'applicableJobPosition.jobTitle': 'text',
  'applicableJobPosition.businessEstablishment.id': 'bigint',
  'applicableJobPosition.department.id': 'bigint',
  'applicableJobPosition.manager.id': 'bigint',
  'applicableJobPosition.jobQualification.id': 'bigint',
  'applicableJobPosition.occupationCategory.id': 'bigint',
} as const;

export const employees = resource({
  type: 'employee',
  summary: 'The public face of a person who works for the organization, trainees, interns and contractors included.',
  scopes: ['employees'],
  operations: ['list', 'read', 'create', 'update'],
  fields: {
    remoteId: described(nullable(text({ max: 100 })), 'The id of the person in another system; unique.'),
    portrait: described(
      limitedFile(blamedOnId(nullable(referenceByUuid('portrait', { as: 'file' }))), {
        types: portraitTypes,
        bytesMax: portraitBytesMax,
      }),
      'The id of an uploaded image of at most 10 MB, which is nobody else’s portrait; null removes it.',
    ),
    givenName: described(trimmed(text({ max: 255 })), 'Blanks at the ends are removed.'),
    familyName: described(trimmed(text({ max: 255 })), 'Blanks at the ends are removed.'),
    employeeNumber: described(nullable(text({ max: 50 })), 'Need not be unique.'),
    status: described(
      employeeStatus(),
      'Active while an employment covers today, upcoming when one is still to start, deactivated after the last.',
    ),
    email: described(nullable(email()), 'Professional; need not be unique.'),
    birthDay: described(
      readOnly(
        nullable(json(closed({ day: int({ minimum: 1, maximum: 31 }), month: int({ minimum: 1, maximum: 12 }) }))),
      ),
      'Day and month of the birth date on the personal record.',
    ),
    phoneNumber: described(nullable(phone()), 'Professional.'),
    applicableEmployment: described(
      readOnly(reference('employment')),
      'The one in effect today, otherwise the next one to start, otherwise the last one.',
    ),
    applicableJobPosition: described(
      readOnly(reference('job-position')),
      'The one in effect today, otherwise the next one to start, otherwise the last one.',
    ),
    ...timestamps,
  },
  seeds: { firstEmployment: maybe(firstEmployment) },
  seedTypes: { firstEmployment: 'employment' },
  hidden: { ...applicable, staleAt: 'timestamptz' },
  sortable: ['familyName', 'givenName', 'employeeNumber', 'email'],
  filterable: ['id', 'email', 'status', 'remoteId', 'employeeNumber'],
  filters: {
    'applicableEmployment.legalEntity.id': byId(),
    'applicableEmployment.remoteId': { ...byText(true), of: 'employment' },
    'applicableEmployment.startsOn': { ...byDate(), of: 'employment' },
    'applicableEmployment.endsOn': { ...byDate(true), of: 'employment' },
    'applicableEmployment.template.id': byId(),
    'applicableEmployment.template.term': {
      ...byText(),
      values: ['permanent', 'fixed'],
      path: 'applicableEmployment.template.id',
      through: { type: 'employment-template', member: 'term' },
    },
    'applicableJobPosition.remoteId': { ...byText(true), of: 'job-position' },
    'applicableJobPosition.businessEstablishment.id': byId(),
    'applicableJobPosition.department.id': byId(),
    'applicableJobPosition.manager.id': byId(true),
    'applicableJobPosition.manager.status': {
      ...byText(true),
      values: ['active', 'upcoming', 'deactivated'],
      path: 'applicableJobPosition.manager.id',
      through: { type: 'employee', member: 'status' },
    },
    'applicableJobPosition.jobQualification.id': byId(true),
    'applicableJobPosition.jobQualification.remoteId': {
      ...byText(true),
      path: 'applicableJobPosition.jobQualification.id',
      through: { type: 'job-qualification', member: 'remoteId' },
    },
    'applicableJobPosition.occupationCategory.id': byId(true),
    'applicableJobPosition.occupationCategory.remoteId': {
      ...byText(true),
      path: 'applicableJobPosition.occupationCategory.id',
      through: { type: 'occupation-category', member: 'remoteId' },
    },
  },
  searched: ['givenName', 'familyName'],
  searchedBy: 'kept-words',
  searchedFromStart: ['email', 'employeeNumber'],
  searchedInside: ['givenName', 'familyName', 'email', 'employeeNumber', 'applicableJobPosition.jobTitle'],
  embedded: { employment: 'applicableEmployment', 'job-position': 'applicableJobPosition' },
  establishmentAt: 'applicableJobPosition.businessEstablishment.id',
  followsDays: true,
  asOf: 'dates',
  attributeKeysIn: 'attribute_keys',
  events: ['created', 'updated', 'deleted'],
  links: {
    employments: {
      href: '/svc-api/employments?employee.id={id}',
      needs: ['employments.readonly', 'employments.readwrite'],
    },
    jobPositions: {
      href: '/svc-api/job-positions?employment.employee.id={id}',
      needs: ['job-positions.readonly', 'job-positions.readwrite'],
    },
    personalRecord: {
      href: '/svc-api/employee-personal-records?employee.id={id}',
      needs: ['employee-personal-records.readonly', 'employee-personal-records.readwrite'],
    },
    portrait: { file: 'portrait', needs: ['files.readonly', 'files.readwrite'] },
  },
  notes: {
    create: 'Makes the employee, the first employment and its first position together, or nothing.',
    update: 'A person leaves by the end of the employment; employees are not deleted.',
  },
});
