/** What a rule takes today, and when it takes more. It changes nothing. */
import {
  previewDatesMax,
  previewPeopleMax,
  type RetentionFamily,
  retentionRules,
} from '@muster/contract/administration/retention-rules.ts';
import { todayIn } from '../people/calendar.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { parsed, read } from '../platform/verbs/standard.ts';
import {
  endedPeople,
  isOfPeople,
  isRemovedVersion,
  oldEntries,
  oldReads,
  oldVersions,
  taken,
  valuesOf,
} from './due.ts';
import { bounded, type Rule } from './rules.ts';

interface Dated {
  readonly date: string;
  readonly count: number;
}

export interface RetentionPreview {
  readonly due: { readonly people: number; readonly counts: Readonly<Record<string, number>> };
  readonly people: readonly { readonly id: string; readonly dueOn: string; readonly count: number }[];
  readonly heldPeople: number;
  readonly next: readonly Dated[];
}

const zone = statement(`
select coalesce((select timezone_id from account_settings where account_id = $1), 'UTC') as "timezoneId"
where $1::bigint is not null`);

/** The day of the account, by its clock and its timezone. */
export async function todayOf(session: Session): Promise<string> {
  const [row] = await session.run<{ timezoneId: string }>(zone);
  return todayIn(row?.timezoneId ?? 'UTC', session.now);
}

export async function previewRule(tx: Tx, access: AccessContext, id: string): Promise<object> {
  const row = parsed(await read(tx, retentionRules, access, id), '');
  // As the declaration says.
  const rule = bounded(tx, { ...row, id } as unknown as Rule);
  const date = await todayOf(tx);
  const found = isOfPeople(rule.family) ? await ofPeople(tx, rule, rule.family, date) : await ofRecords(tx, rule, date);
  return { type: 'retention-preview', retentionRule: { id }, date, ...found };
}

const day = (column: string): string => `to_char(${column}, 'YYYY-MM-DD')`;

async function ofPeople(
  session: Session,
  rule: Rule,
  family: keyof typeof taken,
  today: string,
): Promise<RetentionPreview> {
  const values = valuesOf(rule, today);
  const people = endedPeople(family);
  const isDue = 'due_on <= $5::date and count > 0';
  const sums = taken[family].map(
    (_, index) => `coalesce(sum(count_${index}) filter (where not is_held), 0)::int as sum_${index}`,
  );
  const [totals] = await session.run<Record<string, number>>(
    statement(`
select count(*) filter (where not is_held)::int as people, count(*) filter (where is_held)::int as held, ${sums.join(', ')}
from (${people}) as ended where ${isDue}`),
    values,
  );
  const listed = await session.run<{ id: string; dueOn: string; count: number }>(
    statement(`
select id::text as id, ${day('due_on')} as "dueOn", count::int as count from (${people}) as ended
where ${isDue} and not is_held order by due_on, id limit ${previewPeopleMax}`),
    values,
  );
  const next = await session.run<Dated>(
    statement(`
select ${day('due_on')} as date, count(*)::int as count from (${people}) as ended
where due_on > $5::date and count > 0 and not is_held group by due_on order by due_on limit ${previewDatesMax}`),
    values,
  );
  const counts = Object.fromEntries(
    taken[family].map(({ collection }, index) => [collection, totals?.[`sum_${index}`] ?? 0]),
  );
  return { due: { people: totals?.people ?? 0, counts }, people: listed, heldPeople: totals?.held ?? 0, next };
}

/** Records that are too old, and the time of the younger ones. */
const records: Readonly<Partial<Record<RetentionFamily, { old: string; from: string; at: string }>>> = {
  versions: {
    old: `select * from (${oldVersions}) as old where ${isRemovedVersion}`,
    from: 'versions',
    at: 'recorded_at',
  },
  'read-entries': { old: oldReads, from: 'read_log', at: 'occurred_at' },
  'audit-entries': { old: oldEntries, from: 'audit_entries', at: 'created_at' },
};

async function ofRecords(session: Session, rule: Rule, today: string): Promise<RetentionPreview> {
  const { old = '', from = '', at = '' } = records[rule.family] ?? {};
  const [due] = await session.run<{ count: number }>(
    statement(`select count(*)::int as count from (${old}) as found`),
    valuesOf(rule, today),
  );
  const next = await session.run<Dated>(
    statement(`
select ${day('due_on')} as date, count(*)::int as count from (
  select (${at} + make_interval(months => $2::integer))::date + 1 as due_on from ${from} where account_id = $1
) as coming where due_on > $3::date group by due_on order by due_on limit ${previewDatesMax}`),
    [rule.months, today],
  );
  return { due: { people: 0, counts: { [rule.family]: due?.count ?? 0 } }, people: [], heldPeople: 0, next };
}
