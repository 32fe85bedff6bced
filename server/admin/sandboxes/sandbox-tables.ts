/**
 * What a sandbox contains: one line for each table, in the order in which rows can be written, and what is left out. A
 * table in neither list fails a test. `treatments.ts` defines what happens to each member.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { tableOf } from '../../platform/store/columns.ts';
import { type Change, changedHalfDay, changedKeyRow, changedPeriod, changeOf } from './changed-rows.ts';
import type { Sequence } from './renumbering.ts';
import { type Treatment, treatments } from './treatments.ts';

export interface CopiedTable {
  readonly from: Resource | string;
  /** Default: `id`. */
  readonly key?: readonly string[];
  /** Absent: rows are copied unchanged. */
  readonly change?: Change;
}

type Copied = keyof typeof treatments;

const isChanged = (name: Copied): boolean =>
  Object.values<Treatment>(treatments[name]).some((treatment) => treatment !== 'kept');

function copied(name: Copied, key?: readonly string[]): CopiedTable {
  const from: Resource = resources[name];
  return { from, ...(key && { key }), ...(isChanged(name) && { change: changeOf(from, treatments[name]) }) };
}

export const copiedTables: readonly CopiedTable[] = [
  { from: 'account_settings', key: ['timezone_id'] },
  copied('taxonomies'),
  copied('taxonomyLabels'),
  copied('employeeAttributeDefinitions'),
  { from: 'attribute_names', key: ['definition_id', 'is_property', 'name'] },
  copied('legalEntities'),
  copied('businessEstablishments'),
  copied('employmentTemplates'),
  copied('occupationCategories'),
  copied('professions'),
  copied('jobQualifications'),
  copied('publicHolidaysCalendars'),
  copied('workingTimeArrangements'),
  copied('employees'),
  // Parents come before their children.
  copied('departments', ['level', 'id']),
  copied('employments'),
  copied('jobPositions'),
  copied('probationaryPeriods'),
  copied('employeeAttributes'),
  copied('leaveAccounts'),
  copied('leaves'),
  copied('leaveRequests'),
  copied('leaveRequestDecisions'),
  { from: 'leave_periods', change: changedPeriod },
  { from: 'leave_half_days', key: ['leave_period_id', 'day', 'is_afternoon'], change: changedHalfDay },
  { from: 'attribute_keys', key: ['attribute_id', 'property'], change: changedKeyRow },
];

/** The last digits of value ids are reserved for system values. */
const steps: Readonly<Record<string, number>> = { 'employee-attribute': 1000 };

/** The sequences whose ids get other numbers. */
export const renumberedSequences: readonly Sequence[] = Object.entries<Readonly<Record<string, Treatment>>>(treatments)
  .filter(([, members]) => members.id === 'renumbered')
  .map(([name]) => resources[name as Copied] as Resource)
  .map((resource) => ({ type: resource.type, table: tableOf(resource), step: steps[resource.type] ?? 1 }));

/** Personal records, bytes, secrets, keys, endpoints, administrators; and all history. */
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
  // Written by a trigger on employees.
  'employee_words',
  'erased_people',
  'erasure_decisions',
  'erasure_queue',
  'erasure_traces',
  'erasures',
  'events',
  'files',
  'idempotency_keys',
  'identity_providers',
  'import_checkpoints',
  'import_errors',
  'import_queue',
  'imports',
  'leave_recounts',
  'legal_holds',
  'outbox',
  // Written by a trigger on calendars.
  'public_holidays',
  'published',
  'read_log',
  'read_people',
  'request_log',
  'retention_nights',
  'retention_rules',
  'saved_views',
  'skipped_events',
  'subject_export_queue',
  'subject_exports',
  'versions',
  'webhook_endpoint_secrets',
  'webhook_endpoints',
  'webhook_queues',
  'webhook_redeliveries',
];
