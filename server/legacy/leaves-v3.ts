/** Leaves of the third generation: every counted half-day of every leave, deleted ones included. */
import { listV3, singleV3 } from './envelope.ts';
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
import type { ArrayMember, Description, Enumeration, Members, ObjectMember, Plain } from './members.ts';
import { parseQuery } from './query/parse.ts';
import type { LegacyReader, LegacyRequest, LegacyResource } from './reader.ts';
import { countRows, readPage } from './sql/page.ts';

const idOf = (row: string): string =>
  `${row}.leave_period_id || '-' || to_char(${row}.day, 'YYYYMMDD') || '-' || ${afternoonOf(row)}`;

const idForm = /^(\d+)-(\d{4})(\d{2})(\d{2})-(AM|PM)$/;

function idIn(text: string): HalfDayId | null {
  const [, number = '', year, month, date, half = ''] = idForm.exec(text) ?? [];
  return halfDayId(number, `${year}-${month}-${date}`, half);
}

const idText = (row: string): Plain => ({
  kind: 'text',
  sql: idOf(row),
  among: (values, place) => amongHalfDays(row, 'leave_period_id', values.map(idIn), place),
});

const id: Plain = { ...idText('half'), order: halfDays.key, leadsTo: 'few' };

const urlOf = (row: string, baseUrl: string): Plain => ({
  kind: 'text',
  sql: (place) => `${place(`${baseUrl}/api/v3/leaves/`)}::text || ${idOf(row)}`,
});

const status: Enumeration = {
  kind: 'enumeration',
  sql: '(case when half.confirmed_at is null then 0 else 1 end)',
  names: { Temporary: 0, Confirmed: 1 },
  shows: 'number',
};

const periodId: Plain = { kind: 'integer', sql: 'half.leave_period_id', leadsTo: 'few' };

const logs: ArrayMember = {
  kind: 'array',
  from: `rows from (json_to_recordset(period.logs) as (date timestamptz, comment text, status integer))
    with ordinality as log (date, comment, status, number)`,
  order: 'log.number',
  members: {
    id: { kind: 'integer', sql: 'log.number' },
    date: { kind: 'moment', sql: 'log.date' },
    comment: { kind: 'text', sql: 'log.comment', isNullable: true },
    status: {
      kind: 'enumeration',
      sql: 'log.status',
      names: { Pending: 0, Approved: 2, Denied: 3, Cancelled: 4, CancellationPending: 5 },
      shows: 'number',
    },
  },
};

/** A leave account has one name, in the language of the account. */
const i18nLabels: ArrayMember = {
  kind: 'array',
  isOnRequest: true,
  from: `(select kind.name, left(coalesce((select language from account_settings where account_id = $1), 'en-US'), 2) as culture
    from leave_accounts as kind
    where kind.account_id = $1 and kind.id = half.leave_account_id) as label`,
  order: 'label.name',
  members: {
    name: { kind: 'text', sql: 'label.name' },
    cultureCodeIso6391: { kind: 'text', sql: 'label.culture' },
  },
};

const siblings = (baseUrl: string): ArrayMember => ({
  kind: 'array',
  isOnRequest: true,
  from: `(select * from leave_half_days as every_half
    where every_half.account_id = $1 and every_half.leave_period_id = period.id) as sibling`,
  order: 'sibling.day, sibling.is_afternoon',
  members: {
    id: idText('sibling'),
    name: idText('sibling'),
    url: urlOf('sibling', baseUrl),
  },
});

const leavePeriod = (baseUrl: string): ObjectMember => ({
  kind: 'object',
  members: {
    id: periodId,
    ownerId,
    owner: {
      kind: 'object',
      members: { id: ownerId, name: ownerName, departmentId: ownerDepartmentId, legalEntityId: ownerLegalEntityId },
    },
    isConfirmed: { kind: 'boolean', sql: '(half.confirmed_at is not null)' },
    confirmationDate: { kind: 'moment', sql: 'half.confirmed_at', isNullable: true, leadsTo: 'many' },
    startsOn: { kind: 'date', sql: 'period.starts_on' },
    startsAM: { kind: 'boolean', sql: 'period.is_start_morning' },
    endsOn: { kind: 'date', sql: 'period.ends_on' },
    endsAM: { kind: 'boolean', sql: 'period.is_end_morning' },
    attachmentId: { kind: 'integer', sql: 'null::bigint', isNullable: true },
    logs,
    leaves: siblings(baseUrl),
  },
});

const members = (baseUrl: string): Members => ({
  id,
  name: id,
  url: urlOf('half', baseUrl),
  date: day,
  isAM: { kind: 'boolean', sql: '(not half.is_afternoon)' },
  status,
  isActive: { kind: 'boolean', sql: '(half.cancelled_at is null)' },
  duration: { kind: 'text', sql: `to_char(make_interval(mins => half.minutes), 'HH24:MI:SS')` },
  value: {
    kind: 'text',
    sql: `case when account.unit = 'workingHours' then trim_scale(half.thousandths / 1000.0)::text end`,
    isNullable: true,
    order: [`case when account.unit = 'workingHours' then half.thousandths end`],
  },
  leaveAccountDuration: { kind: 'number', sql: 'trim_scale(half.thousandths / 1000.0)' },
  leaveAccountId,
  leaveAccount: {
    kind: 'object',
    members: {
      id: leaveAccountId,
      name: accountName,
      url: {
        kind: 'text',
        sql: (place) => `${place(`${baseUrl}/svc-api/leave-accounts/`)}::text || half.leave_account_id`,
      },
      isRemoteWork: { kind: 'boolean', sql: 'false', isOnRequest: true },
      i18nLabels,
    },
  },
  leavePeriodId: periodId,
  leavePeriod: leavePeriod(baseUrl),
  creationDate,
  cancellationDate,
  cancellationUserId: { kind: 'integer', sql: 'period.cancelled_by_id', isNullable: true },
  comment: { kind: 'text', sql: 'period.comment', isNullable: true },
  isRemoteWork: { kind: 'boolean', sql: 'false', isOnRequest: true },
  isRealLeave: { kind: 'boolean', sql: 'true', isOnRequest: true },
  color: { kind: 'text', sql: 'null::text', isNullable: true, isOnRequest: true },
});

const useOwnerId = 'In this version the owner is leavePeriod.ownerId.';
const askUsers = 'It is found at /api/v3/users, by the id in leavePeriod.ownerId.';

const elsewhere: Readonly<Record<string, string>> = {
  owner: useOwnerId,
  ownerid: useOwnerId,
  'owner.id': useOwnerId,
  'owner.name': 'In this version the name of the owner is leavePeriod.owner.name.',
  ...Object.fromEntries(
    ['', 'owner.', 'leaveperiod.owner.'].flatMap((place) =>
      ['mail', 'login', 'matricule'].map((name) => [`${place}${name}`, askUsers]),
    ),
  ),
};

const described = (baseUrl: string, isCountable: boolean): Description => ({
  ...halfDays,
  members: members(baseUrl),
  elsewhere,
  isCountable,
  pageSizes: { standard: 1000, max: 10_000 },
});

export const leavesV3For = ({ baseUrl }: LegacyReader): Description => described(baseUrl, true);

async function list(request: LegacyRequest): Promise<string[]> {
  const { reader, session } = request;
  const description = described(reader.baseUrl, true);
  const query = parseQuery(description, request.query, session.now);
  const conditions = seenBy(reader);
  const [page, count] = await Promise.all([
    query.isOnlyCounted ? null : readPage(session, description, query, conditions),
    query.isCounted ? countRows(session, description, query, conditions) : null,
  ]);
  return listV3(request, page?.parts ?? null, count);
}

async function read(request: LegacyRequest, wanted: string): Promise<string[]> {
  const { reader, session } = request;
  const description = described(reader.baseUrl, false);
  const query = parseQuery(description, request.query, session.now);
  const { found, parts } = await readPage(session, description, askedById(query, id, wanted), seenBy(reader));
  if (found === 0) throw noSuchRow('leave', wanted);
  return singleV3(request, parts);
}

export const leavesV3: LegacyResource = { list, read };
