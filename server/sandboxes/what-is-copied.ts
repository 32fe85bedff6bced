/**
 * What a sandbox has of the account that it is a copy of: one line for each table, in the order in which rows can be
 * written, and what is left out or invented. A table that stands in neither list fails a test: somebody has to decide.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { resources } from '@muster/contract/resources.ts';
import { addressMark } from '../store/address.ts';
import type { CopiedRow } from '../store/copying.ts';
import { inventedPerson } from './invented.ts';

/** How the rows of a page are changed; the account is the sandbox. */
export type Change = (row: CopiedRow, accountId: string) => CopiedRow | null;

export interface CopiedTable {
  readonly from: Resource | string;
  /** Unless it is `id`. */
  readonly key?: readonly string[];
  /** Null: not copied. Absent: as it is. */
  readonly change?: Change;
}

const without =
  (...columns: readonly string[]): Change =>
  (row) => ({ ...row, ...Object.fromEntries(columns.map((column) => [column, null])) });

const ifAny = (value: unknown, invented: unknown): unknown => (value === null ? null : invented);

const asSomebodyElse: Change = (row, accountId) => {
  const id = String(row.id);
  const person = inventedPerson(accountId, id);
  return {
    ...row,
    given_name: person.givenName,
    family_name: person.familyName,
    email: ifAny(row.email, person.email),
    phone_number: ifAny(row.phone_number, person.phoneNumber),
    birth_day: ifAny(row.birth_day, person.birthDay),
    // Both are how other systems know the person.
    employee_number: ifAny(row.employee_number, `E${id}`),
    remote_id: ifAny(row.remote_id, `employee-${id}`),
    portrait_id: null,
  };
};

/** A number, a choice or a name of something that is copied too. Words, days and files may tell of a person. */
const withoutWords: Change = (row) =>
  typeof row.value === 'string' && isWordless(parsedValue(row.value)) ? row : null;

/** Addresses inside stand without their host. */
const parsedValue = (text: string): unknown => JSON.parse(text.replaceAll(addressMark, ''));

const named = new Set(['taxonomy-label', 'employee', 'department', 'business-establishment', 'legal-entity']);

function isWordless(value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return true;
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isWordless);
  const { id, type } = value as { id?: unknown; type?: unknown };
  if (typeof id === 'string' && typeof type === 'string') return named.has(type);
  return Object.values(value).every(isWordless);
}

const withoutComments: Change = (row) => ({
  ...row,
  comment: null,
  logs: (row.logs as CopiedRow[]).map((step) => ({ ...step, comment: null })),
});

export const copiedTables: readonly CopiedTable[] = [
  { from: 'account_settings', key: ['timezone_id'] },
  { from: resources.taxonomies },
  { from: resources.taxonomyLabels },
  { from: employeeAttributeDefinitions },
  { from: 'attribute_names', key: ['definition_id', 'is_property', 'name'] },
  { from: resources.legalEntities },
  { from: resources.businessEstablishments },
  { from: resources.employmentTemplates },
  { from: resources.occupationCategories },
  { from: resources.professions },
  { from: resources.jobQualifications },
  { from: resources.publicHolidaysCalendars },
  { from: 'public_holidays', key: ['calendar_id', 'day'] },
  { from: resources.workingTimeArrangements },
  { from: employees, change: asSomebodyElse },
  // Those above come before those below them.
  { from: departments, key: ['level', 'id'] },
  { from: employments, change: without('document_id') },
  { from: jobPositions, change: without('document_id', 'notes') },
  { from: resources.probationaryPeriods },
  { from: employeeAttributes, change: withoutWords },
  { from: resources.leaveAccounts },
  { from: leaves, change: without('details') },
  { from: resources.leaveRequests },
  { from: leaveRequestDecisions, change: without('comment') },
  { from: 'leave_periods', change: withoutComments },
  { from: 'leave_half_days', key: ['leave_period_id', 'day', 'is_afternoon'] },
];

/** Found from what is copied: keys of values whose value is there. */
export const keysOfValues: CopiedTable = { from: 'attribute_keys', key: ['attribute_id', 'property'] };

/** Personal records, bytes, secrets, keys, endpoints, people who administer; and what happened, which did not happen here. */
export const leftOut: readonly string[] = [
  'administrator_identities',
  'administrator_invitations',
  'administrators',
  'api_key_secrets',
  'api_keys',
  'audit_entries',
  'client_application_secrets',
  'client_applications',
  'deliveries',
  'delivery_attempts',
  'employee_personal_records',
  // Written by the rows of employees themselves.
  'employee_words',
  'events',
  'files',
  'idempotency_keys',
  'identity_providers',
  'imports',
  'outbox',
  'published',
  'request_log',
  'webhook_endpoint_secrets',
  'webhook_endpoints',
  'webhook_queues',
  'webhook_redeliveries',
];
