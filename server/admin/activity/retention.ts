/**
 * How long requests and audit entries are kept. What has expired is invisible at once, whenever its row is removed; both
 * use the same SQL.
 */
import type { AccountTime } from '../../platform/database/database.ts';
import type { Condition, Place } from '../../platform/store/condition.ts';

/** Unless the account sets a time. */
const requestLogDays = 7;

/** SQL: the time before which requests have expired, by the clock of the machine. */
export const requestsKeptFrom = ({ machineNow, bounds }: AccountTime, place: Place): string =>
  `${place(machineNow)}::timestamptz - make_interval(days => least(${place(bounds.requestLogDays?.max ?? null)}::integer,
    coalesce((select request_log_days from account_settings where account_id = $1), ${requestLogDays})))`;

export const keptRequests = (time: AccountTime): Condition[] => [
  (place) => `shown_row.occurred_at >= ${requestsKeptFrom(time, place)}`,
];

/**
 * SQL: whether an audit entry has expired. Kept forever unless the account sets a time; an active retention rule counts
 * instead of it, and a legal hold keeps what is about its person. By both clocks: a sandbox whose
 * clock is moved ahead keeps its log.
 */
export const isExpiredEntry = (entry: string, { now, machineNow, bounds }: AccountTime, place: Place): string =>
  `coalesce(${entry}.created_at < ${place(now)}::timestamptz - ${auditTime(bounds, place)}
    and (${entry}.recorded_at is null or ${entry}.recorded_at < ${place(machineNow)}::timestamptz - ${auditTime(bounds, place)})
    and not exists (select 1 from retention_rules as rule
      where rule.account_id = $1 and rule.family = 'audit-entries' and rule.is_active)
    and not ${isHeldEntry(entry)}, false)`;

/** Null: forever. */
const auditTime = (bounds: AccountTime['bounds'], place: Place): string =>
  `make_interval(days => (select greatest(${place(bounds.auditDays?.min ?? null)}::integer, audit_days)
      from account_settings where account_id = $1 and audit_days is not null))`;

export const keptAuditEntries = (time: AccountTime): Condition[] => [
  (place) => `not ${isExpiredEntry('shown_row', time, place)}`,
];

/** SQL: the audit entry is about a row of somebody whom a hold protects. */
export const isHeldEntry = (entry: string): string => `exists (
  select from legal_holds as hold where hold.account_id = $1 and hold.status = 'active' and (
    (${entry}.subject_type = 'employee' and ${entry}.subject_id = hold.employee_id::text)
    or exists (select from versions as version where version.account_id = $1 and version.owner_id = hold.employee_id
      and version.data_type = ${entry}.subject_type and version.data_id = ${entry}.subject_id)))`;
