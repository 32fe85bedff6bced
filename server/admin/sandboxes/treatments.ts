/**
 * What a copy does with each member of every copied resource: a new member does not compile until somebody has decided.
 * Generated into docs/generated/sandbox-copies.md.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { resources } from '@muster/contract/resources.ts';

/**
 * `kept`: unchanged. `invented`: another value of the same format. `empty`: no value. `renumbered`: an id of a person
 * or of what belongs to them, replaced by another number, the same everywhere. `to-the-day`: a timestamp without its
 * time.
 */
export type Treatment = 'kept' | 'invented' | 'empty' | 'renumbered' | 'to-the-day';

type Members<R extends Resource> = Readonly<Record<Exclude<keyof R['fields'], 'type'> & string, Treatment>>;

const all =
  <const T extends Treatment>(treatment: T) =>
  <const N extends string>(...names: N[]) =>
    Object.fromEntries(names.map((name) => [name, treatment])) as Record<N, T>;

const [kept, invented, empty, renumbered] = [all('kept'), all('invented'), all('empty'), all('renumbered')];
const moments = all('to-the-day')('createdAt', 'lastUpdatedAt');
const keptMoments = kept('createdAt', 'lastUpdatedAt');
const archival = kept('isArchived', 'lastArchivedAt');

/** By the key of the resource. Days of careers and absences are kept, because everything else depends on them. */
export const treatments = {
  taxonomies: { ...kept('id', 'name', 'sortLabelsBy', 't9n'), ...keptMoments },
  taxonomyLabels: { ...kept('id', 'taxonomy', 'name', 'remoteId', 't9n'), ...archival, ...keptMoments },
  employeeAttributeDefinitions: {
    ...kept('id', 'name', 'schema', 'propertyDescriptions', 'taxonomy', 'multipleValueHandling'),
    ...kept('targetType', 'category', 'isValueReadOnly', 'isConfidential', 't9n'),
    ...archival,
    ...keptMoments,
  },
  legalEntities: {
    ...kept('id', 'legalName', 'remoteId', 'countryCode', 'currencyCode', 'taxIdentificationNumber', 'industryCode'),
    ...archival,
    ...keptMoments,
  },
  businessEstablishments: {
    ...kept('id', 'name', 'remoteId', 'legalEntity', 'isHeadquarters', 'taxIdentificationNumber', 'industryCode'),
    ...kept('address', 'timezoneId'),
    ...archival,
    ...keptMoments,
  },
  employmentTemplates: {
    ...kept('id', 'title', 'legalEntities', 'term', 'audience', 't9n'),
    ...archival,
    ...keptMoments,
  },
  occupationCategories: { ...kept('id', 'title', 'businessEstablishments', 't9n'), ...keptMoments },
  professions: { ...kept('id', 'title', 'isArchived', 't9n'), ...keptMoments },
  jobQualifications: { ...kept('id', 'title', 'profession', 'rank', 't9n'), ...keptMoments },
  publicHolidaysCalendars: kept('id', 'name', 'days'),
  workingTimeArrangements: kept(
    'id',
    'name',
    'publicHolidaysCalendar',
    'workingWeek',
    'cycle',
    'minutesPerDay',
    'isArchived',
  ),
  leaveAccounts: { ...kept('id', 'name', 'unit', 'approvalLevels', 'remoteId'), ...archival, ...keptMoments },
  departments: {
    ...kept('id', 'remoteId', 'isArchived', 'name', 'description', 'parent', 'level', 'sortOrder', 'owningApplication'),
    ...renumbered('manager'),
    ...keptMoments,
  },
  employees: {
    ...renumbered('id', 'applicableEmployment', 'applicableJobPosition'),
    ...invented('remoteId', 'givenName', 'familyName', 'employeeNumber', 'email', 'birthDay', 'phoneNumber'),
    ...empty('portrait'),
    ...kept('status'),
    ...moments,
  },
  employments: {
    ...renumbered('id', 'employee'),
    ...invented('remoteId'),
    ...empty('document'),
    ...kept('legalEntity', 'status', 'start', 'end', 'template'),
    ...moments,
  },
  jobPositions: {
    ...renumbered('id', 'employment', 'employee', 'manager'),
    ...invented('remoteId', 'jobTitle'),
    ...empty('document', 'notes', 't9n'),
    ...kept('status', 'startsOn', 'endsOn', 'businessEstablishment', 'jobQualification', 'occupationCategory'),
    ...kept('workingTimeArrangement', 'department', 'updatedAttributes'),
    ...moments,
  },
  probationaryPeriods: {
    ...renumbered('id', 'employment'),
    ...kept('startsOn', 'endsOn', 'initialEndsOn', 'extendedEndsOn'),
    ...moments,
  },
  employeeAttributes: {
    ...renumbered('id', 'employee', 'employment', 'jobPosition'),
    ...invented('value'),
    ...kept('definition', 'applicability'),
    ...moments,
  },
  leaves: {
    ...renumbered('id', 'employee'),
    ...empty('details'),
    ...kept('startsOn', 'startPosition', 'endsOn', 'endPosition', 'leaveAccount', 'days', 'totalDuration', 'status'),
    ...moments,
  },
  leaveRequests: {
    ...renumbered('id', 'employee', 'leaves', 'expectedApprover'),
    ...kept('status', 'approvalLevels', 'approvedLevels'),
    ...moments,
  },
  leaveRequestDecisions: {
    ...renumbered('id', 'leaveRequest', 'approver'),
    ...empty('comment'),
    ...kept('level'),
    ...all('to-the-day')('createdAt'),
  },
} as const satisfies { readonly [K in keyof typeof resources]?: Members<(typeof resources)[K]> };

/** Hidden columns of changed resources: by their path, with the type that an id refers to. */
export const hiddenTreatments: Readonly<
  Record<string, Readonly<Record<string, Treatment | `renumbered as ${string}`>>>
> = {
  employee: {
    ...kept('applicableEmployment.legalEntity.id', 'applicableEmployment.startsOn', 'applicableEmployment.endsOn'),
    ...kept('applicableEmployment.template.id', 'applicableJobPosition.businessEstablishment.id'),
    ...kept('applicableJobPosition.department.id', 'applicableJobPosition.jobQualification.id'),
    ...kept('applicableJobPosition.occupationCategory.id', 'staleAt'),
    ...invented('applicableEmployment.remoteId', 'applicableJobPosition.remoteId', 'applicableJobPosition.jobTitle'),
    'applicableJobPosition.manager.id': 'renumbered as employee',
  },
  'probationary-period': { 'employee.id': 'renumbered as employee' },
  'employee-attribute': { ...kept('appliesFrom', 'appliesTo', 'isSingle'), ...invented('value.id') },
  leave: { ...kept('firstHalf', 'lastHalf', 'statedMs'), 'leaveRequest.id': 'renumbered as leave-request' },
  'leave-request': { 'leave.id': 'renumbered as leave' },
  'leave-request-decision': {
    'employee.id': 'renumbered as employee',
    'expectedApprover.id': 'renumbered as employee',
    decidedBy: 'empty',
  },
};
