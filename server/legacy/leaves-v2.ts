/**
 * Leaves of the second generation: one row for each employee and half-day. If several leaves have had it, the row shows
 * the active one, otherwise the one that changed last. Deleted leaves are not shown.
 */
import type { Condition } from '../platform/store/condition.ts';
import { listV2, type PagingV2, singleV2 } from './envelope.ts';
import { noSuchRow } from './errors.ts';
import {
  accountName,
  afternoonOf,
  amongHalfDays,
  askedById,
  cancellationDate,
  creationDate,
  day,
  type HalfDayId,
  halfDayId,
  halfDays,
  leaveAccountId,
  ownerDepartmentId,
  ownerId,
  ownerLegalEntityId,
  ownerName,
  seenBy,
} from './leaves.ts';
import type { Description, Plain } from './members.ts';
import { parseQuery } from './query/parse.ts';
import type { LegacyQuery } from './query/query.ts';
import type { LegacyRequest, LegacyResource } from './reader.ts';
import { countRows, readPage } from './sql/page.ts';

const idForm = /^(\d+)-(\d{2})\/(\d{2})\/(\d{4}) 00:00:00-(AM|PM)$/;

function idIn(text: string): HalfDayId | null {
  const [, number = '', date, month, year, half = ''] = idForm.exec(text) ?? [];
  return halfDayId(number, `${year}-${month}-${date}`, half);
}

const id: Plain = {
  kind: 'text',
  sql: `half.employee_id || '-' || to_char(half.day, 'DD/MM/YYYY') || ' 00:00:00-' || ${afternoonOf('half')}`,
  among: (values, place) => amongHalfDays('half', 'employee_id', values.map(idIn), place),
  order: ['half.employee_id', 'half.day', 'half.is_afternoon'],
  leadsTo: 'few',
};

const rowsMax = 10_000;

const description: Description = {
  ...halfDays,
  members: {
    id,
    status: {
      kind: 'enumeration',
      sql: 'period.status',
      names: { NonValidated: 0, SemiValidated: 1, Validated: 2, Rejected: 3, Cancelled: 4 },
      shows: 'number',
    },
    owner: {
      kind: 'object',
      members: {
        id: ownerId,
        name: ownerName,
        mail: { kind: 'text', sql: 'owner.email', isNullable: true },
        login: { kind: 'text', sql: 'coalesce(owner.email, owner.id::text)' },
        matricule: { kind: 'text', sql: 'owner.employee_number', isNullable: true },
        departmentId: ownerDepartmentId,
        legalEntityId: ownerLegalEntityId,
      },
    },
    name: accountName,
    date: day,
    duration: { kind: 'integer', sql: 'half.minutes' },
    accountCode: { kind: 'text', sql: 'coalesce(account.remote_id, half.leave_account_id::text)' },
    accountLabel: accountName,
    leaveScope: { kind: 'text', sql: `(${afternoonOf('half')})` },
    leaveAccountId: { ...leaveAccountId, isOnRequest: true },
    creationDate: { ...creationDate, isOnRequest: true },
    cancellationDate: { ...cancellationDate, isOnRequest: true },
  },
  elsewhere: { leaveperiod: 'leavePeriod is known to /api/v3/leaves; here the owner is owner.id.' },
  isCountable: false,
  pageSizes: { standard: rowsMax, max: rowsMax },
};

/** At most one active leave has a half-day. */
const isShown: Condition = () => `(half.cancelled_at is null or exists (
  select from leave_periods as own where own.account_id = $1 and own.id = half.leave_period_id and own.deleted_at is null
    and not exists (
      select from leave_half_days as other join leave_periods as others on others.account_id = $1 and others.id = other.leave_period_id
      where other.account_id = $1 and other.employee_id = half.employee_id and other.day = half.day
        and other.is_afternoon = half.is_afternoon and other.leave_period_id <> half.leave_period_id
        and others.deleted_at is null
        and (others.is_active, others.changed_at, others.id) > (own.is_active, own.changed_at, own.id))))`;

async function list(request: LegacyRequest): Promise<string[]> {
  const { reader, session } = request;
  const query = parseQuery(description, request.query, session.now);
  const conditions = [isShown, ...seenBy(reader)];
  const startedAtMs = performance.now();
  const { parts, found } = await readPage(session, description, query, conditions);
  const paging = await pagingOf(request, query, found, conditions);
  return listV2(request, { queryMs: performance.now() - startedAtMs }, parts, paging);
}

/** Included if a page was requested, or if not all rows are returned. */
async function pagingOf(
  { session }: LegacyRequest,
  query: LegacyQuery,
  found: number,
  conditions: readonly Condition[],
): Promise<PagingV2 | null> {
  const { first, size } = query.paging;
  if (!query.isPagingSent && found < size) return null;
  const count = await countRows(session, description, query, conditions);
  return query.isPagingSent || count > size ? { count, offset: first, limit: size } : null;
}

async function read(request: LegacyRequest, wanted: string): Promise<string[]> {
  const { reader, session } = request;
  const query = askedById(parseQuery(description, request.query, session.now), id, wanted);
  const startedAtMs = performance.now();
  const { found, parts } = await readPage(session, description, query, [isShown, ...seenBy(reader)]);
  if (found === 0) throw noSuchRow('leave', wanted);
  return singleV2(request, { queryMs: performance.now() - startedAtMs }, parts);
}

export const leavesV2: LegacyResource = { list, read };
