/**
 * The settings of an account as one resource. Each module has the rules of its own settings: this reads them together
 * and passes changes to their owners.
 */
import { hash } from 'node:crypto';
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import type { Field } from '@muster/contract/kit/field.ts';
import { collectionOf } from '@muster/contract/kit/resource.ts';
import { setLimits } from '../../identity/accounts/accounts.ts';
import { setV2End, v2EndOf } from '../../identity/accounts/legacy-end.ts';
import { workingTimeOf } from '../../leaves/leave-context.ts';
import { setWorkingTime } from '../../leaves/working-time.ts';
import { setPeopleSettings } from '../../people/change-settings.ts';
import type { Session, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { addressToken, unclosedJson } from '../../platform/store/address.ts';
import type { Page, PageQuery } from '../../platform/store/list-page.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { changesIn, isObject, type JsonObject } from '../../platform/verbs/body.ts';
import { refuseBeyond } from '../../platform/verbs/bounds.ts';
import { refuseProtected } from '../../platform/verbs/protected-members.ts';
import { parsed } from '../../platform/verbs/standard.ts';
import { invalid, noSuchResource, Problem } from '../../problem.ts';
import { setWebhookSettings } from '../../webhooks/change-settings.ts';
import { setPlainSettings } from './plain-settings.ts';

/** There is exactly one. */
const settingsId = 'current';

const together = statement(`
select coalesce(timezone_id, 'UTC') as "timezoneId", language,
  coalesce(second_factor_required, false) as "isSecondFactorRequired", requests_per_minute as "requestsPerMinute",
  event_days as "eventDays", audit_days as "auditDays", read_log_days as "readLogDays",
  request_log_days as "requestLogDays",
  unreferenced_file_hours as "unreferencedFileHours", legacy_v2_until as "legacyV2Until",
  hiring_template_id::text as "hiringTemplate", hiring_business_establishment_id::text as "hiringBusinessEstablishment",
  hiring_department_id::text as "hiringDepartment", coalesce(refused_email_domains, '{}') as "refusedEmailDomains",
  highest_rank as "highestRank", working_weekdays as "workingWeekdays",
  working_minutes_per_day as "workingMinutesPerDay", public_holidays_calendar_id::text as "publicHolidaysCalendar",
  coalesce(moved_leaves_need_approval, false) as "movedLeavesNeedApproval",
  coalesce(erasures_need_approval, true) as "erasuresNeedApproval",
  coalesce(webhook_challenge, false) as "webhookChallenge", webhook_waits_s as "webhookWaitsSeconds",
  webhook_attempt_ms as "webhookAttemptMs", webhook_parallel_attempts as "webhookParallelAttempts",
  webhook_warning_days as "webhookWarningDays", webhook_suspension_days as "webhookSuspensionDays"
from accounts left join account_settings as settings on settings.account_id = accounts.id
where accounts.id = $1`);

interface Row extends Record<string, unknown> {
  readonly legacyV2Until: Date | null;
  readonly workingWeekdays: number[] | null;
  readonly workingMinutesPerDay: number | null;
}

async function settingsShown(session: Session): Promise<StoredRow> {
  const [row] = await session.run<Row>(together);
  if (!row) throw new Error('The account of the session does not exist.');
  const { weekdays, minutesPerDay } = workingTimeOf({
    weekdays: row.workingWeekdays,
    minutesPerDay: row.workingMinutesPerDay,
  });
  const values: Record<string, unknown> = {
    ...row,
    legacyV2Until: row.legacyV2Until?.toISOString() ?? null,
    legacyV2EndsAt: v2EndOf(row.legacyV2Until).toISOString(),
    workingWeekdays: weekdays,
    workingMinutesPerDay: minutesPerDay,
  };
  const members = Object.entries<Field>(accountSettings.fields).flatMap(([name, { target }]) =>
    name === 'id' ? [] : [[name, target ? referenceTo(target, values[name]) : values[name]] as const],
  );
  const url = `${addressToken}/admin-api/${accountSettings.path}/${settingsId}`;
  const text = unclosedJson({ id: settingsId, type: accountSettings.type, url, ...Object.fromEntries(members) });
  return { id: settingsId, revision: hash('sha1', text, 'hex'), representation: text };
}

const referenceTo = (type: string, id: unknown): JsonObject | null =>
  id === null ? null : { id, type, url: `${addressToken}/svc-api/${collectionOf(type)}/${id}` };

export async function read(session: Session, _: AccessContext, id: string): Promise<StoredRow> {
  if (id !== settingsId) throw noSuchResource(accountSettings.type, id);
  return settingsShown(session);
}

export async function list(session: Session, _: AccessContext, { start, isCounted }: PageQuery): Promise<Page> {
  const isFirst = typeof start === 'number' ? start === 0 : start.values === null;
  const { id, revision, representation } = await settingsShown(session);
  return {
    representations: isFirst ? representation : null,
    revisions: isFirst ? revision : '',
    ids: isFirst ? [id] : [],
    first: isFirst ? [id] : null,
    last: isFirst ? [id] : null,
    positionAt: () => (isFirst ? [id] : null),
    hasPrevious: false,
    hasNext: false,
    totalCount: isCounted ? 1 : null,
  };
}

const rowOfAccount = statement('select id from accounts where id = $1 for no key update');

export async function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  // A concurrent change waits and then sees the new values.
  await tx.run(rowOfAccount);
  const shown = await read(tx, access, id);
  write.check(shown);
  const { baseUrl } = access.caller;
  const current = parsed(shown, baseUrl);
  const changes = changesIn(accountSettings, current, await write.body(), baseUrl);
  refuseProtected(accountSettings, access, current, changes);
  refuseBeyond(tx.bounds, changes);
  refuseWithoutFactor(access, changes);
  await handOut(tx, changes);
  return settingsShown(tx);
}

/** The setting applies to open sessions: the person who requires a second factor must have used one. */
function refuseWithoutFactor({ caller: { person } }: AccessContext, { isSecondFactorRequired }: JsonObject): void {
  if (!isSecondFactorRequired || !person || person.hasSecondFactor || person.isByProvider) return;
  throw invalid({
    isSecondFactorRequired: ['Add a second factor in your own profile first: your session would end with this.'],
  });
}

/** The names that the owning modules use. */
const limitNames = { requestsPerMinute: 'requestsPerMinute', eventDays: 'eventDays' };
const peopleNames = {
  timezoneId: 'timezone',
  hiringTemplate: 'template',
  hiringBusinessEstablishment: 'establishment',
  hiringDepartment: 'department',
  refusedEmailDomains: 'refusedDomains',
  highestRank: 'highestRank',
};
const workingTimeNames = {
  workingWeekdays: 'weekdays',
  workingMinutesPerDay: 'minutesPerDay',
  publicHolidaysCalendar: 'calendar',
  language: 'language',
};
const webhookNames = {
  webhookChallenge: 'challenge',
  webhookWaitsSeconds: 'waitsSeconds',
  webhookAttemptMs: 'attemptMs',
  webhookParallelAttempts: 'parallelAttempts',
  webhookWarningDays: 'warningDays',
  webhookSuspensionDays: 'suspensionDays',
};

async function handOut(tx: Tx, changes: JsonObject): Promise<void> {
  await handTo((values) => setLimits(tx, values), changes, limitNames);
  await handTo((values) => setPeopleSettings(tx, values), changes, peopleNames);
  await handTo((values) => setWorkingTime(tx, values), changes, workingTimeNames);
  await handTo((values) => setWebhookSettings(tx, values), changes, webhookNames);
  await setPlainSettings(tx, changes);
  const { legacyV2Until: until } = changes as { legacyV2Until?: string | null };
  if (until !== undefined) await setV2End(tx, until === null ? null : new Date(until));
}

/** Passes changed members to their owner, references by id. An error names the member as it was sent. */
async function handTo(
  set: (values: JsonObject) => Promise<unknown>,
  changes: JsonObject,
  names: Readonly<Record<string, string>>,
): Promise<void> {
  const given = Object.entries(names).filter(([name]) => changes[name] !== undefined);
  if (given.length === 0) return;
  try {
    await set(Object.fromEntries(given.map(([name, known]) => [known, idOrValue(changes[name])])));
  } catch (error) {
    if (!(error instanceof Problem && error.errors)) throw error;
    const sent = (known: string) => given.find((pair) => pair[1] === known)?.[0] ?? known;
    throw invalid(Object.fromEntries(Object.entries(error.errors).map(([known, text]) => [sent(known), text])));
  }
}

const idOrValue = (value: unknown): unknown => (isObject(value) ? value.id : value);
