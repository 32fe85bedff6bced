/** Every resource of the service, by its key in the client and the console. */
import { administration } from './administration.ts';
import type { Resource } from './kit/resource.ts';
import { businessEstablishments } from './resources/business-establishments.ts';
import { departments } from './resources/departments.ts';
import { employeeAttributeDefinitions } from './resources/employee-attribute-definitions.ts';
import { employeeAttributes } from './resources/employee-attributes.ts';
import { employeePersonalRecords } from './resources/employee-personal-records.ts';
import { employees } from './resources/employees.ts';
import { employmentTemplates } from './resources/employment-templates.ts';
import { employments } from './resources/employments.ts';
import { events } from './resources/events.ts';
import { files } from './resources/files.ts';
import { importErrors, imports } from './resources/imports.ts';
import { jobPositions } from './resources/job-positions.ts';
import { jobQualifications } from './resources/job-qualifications.ts';
import { leaveAccounts } from './resources/leave-accounts.ts';
import { leaveRequestDecisions } from './resources/leave-request-decisions.ts';
import { leaveRequests } from './resources/leave-requests.ts';
import { leaves } from './resources/leaves.ts';
import { legalEntities } from './resources/legal-entities.ts';
import { occupationCategories } from './resources/occupation-categories.ts';
import { portraits } from './resources/portraits.ts';
import { probationaryPeriods } from './resources/probationary-periods.ts';
import { professions } from './resources/professions.ts';
import { publicHolidaysCalendars } from './resources/public-holidays-calendars.ts';
import { schemas } from './resources/schemas.ts';
import { taxonomies } from './resources/taxonomies.ts';
import { taxonomyLabels } from './resources/taxonomy-labels.ts';
import { webhookDeliveries } from './resources/webhook-deliveries.ts';
import { webhookDeliveryAttempts } from './resources/webhook-delivery-attempts.ts';
import { webhookEndpointSecrets } from './resources/webhook-endpoint-secrets.ts';
import { webhookEndpoints } from './resources/webhook-endpoints.ts';
import { webhookRedeliveries } from './resources/webhook-redeliveries.ts';
import { workingTimeArrangements } from './resources/working-time-arrangements.ts';

export const resources = {
  legalEntities,
  businessEstablishments,
  departments,
  employees,
  employments,
  jobPositions,
  probationaryPeriods,
  employeePersonalRecords,
  employmentTemplates,
  occupationCategories,
  professions,
  jobQualifications,
  publicHolidaysCalendars,
  workingTimeArrangements,
  leaveAccounts,
  leaves,
  leaveRequests,
  leaveRequestDecisions,
  employeeAttributeDefinitions,
  employeeAttributes,
  schemas,
  taxonomies,
  taxonomyLabels,
  files,
  portraits,
  imports,
  importErrors,
  events,
  webhookEndpoints,
  webhookEndpointSecrets,
  webhookDeliveries,
  webhookDeliveryAttempts,
  webhookRedeliveries,
};

export type Resources = typeof resources;

const byType = new Map<string, Resource>(
  Object.values<Resource>({ ...resources, ...administration }).map((resource) => [resource.type, resource]),
);

/** The declaration of a type; undefined for one that is not served. */
export const resourceOf = (type: string): Resource | undefined => byType.get(type);

/** Where resources of a type are served. */
export const rootOf = (type: string): string =>
  byType.get(type)?.area === 'administration' ? '/admin-api' : '/svc-api';

/** For a type that a declaration names: it is always served. */
export function declaredAs(type: string): Resource {
  const resource = resourceOf(type);
  if (!resource) throw new Error(`No resource has the type ${type}.`);
  return resource;
}

const owners = new Set(Object.values<Resource>(resources).map(({ ownedThrough }) => ownedThrough));

/** Whether rows of other resources belong to rows of this one. */
export const isOwner = ({ type }: Resource): boolean => owners.has(type);
