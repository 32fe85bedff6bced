/** The data of the first console page, in three parallel statements. */
import { hash } from 'node:crypto';
import { overviewMonths, overviewSecretDays, overviews } from '@muster/contract/administration/overviews.ts';
import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { type Family, isOpenTo } from '@muster/contract/scopes.ts';
import { ofKeptEvents } from '../../events/retention.ts';
import { v2EndOf } from '../../identity/accounts/legacy-end.ts';
import type { Session } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { addressToken, unclosedJson } from '../../platform/store/address.ts';
import { binder, type Place } from '../../platform/store/condition.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { AccessContext } from '../../platform/verbs/access.ts';
import { noSuchResource } from '../../problem.ts';

const overviewId = 'current';

interface Headcount {
  readonly status: 'active' | 'upcoming' | 'deactivated';
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

/** One scan of the employees for all counts. `seen` is SQL: the caller sees the employee. */
const headcountsText = (seen: string): string => `
select counted.status, place.id::text as id, place.name, counted.count
from (
  select status, applicable_job_position_business_establishment_id as place_id, count(*)::int as count
  from employees as shown_row where account_id = $1${seen} group by status, place_id
) as counted
  join business_establishments as place on place.account_id = $1 and place.id = counted.place_id
order by counted.count desc, place.id`;

interface Month {
  readonly month: string;
  readonly hires: number;
  readonly leavers: number;
}

/** `seen` is SQL: the caller sees the employment. */
const monthsText = (seen: string): string => `
with bounds as (
  select date_trunc('month', $2::timestamptz at time zone
    coalesce((select timezone_id from account_settings where account_id = $1), 'UTC'))::date as last
), listed as (
  select generate_series(last - interval '${overviewMonths - 1} months', last, interval '1 month')::date as month from bounds
), started as (
  select date_trunc('month', start_date)::date as month, count(*) as count from employments as shown_row
  where account_id = $1${seen} and start_date >= (select min(month) from listed)
    and start_date < (select last + interval '1 month' from bounds)::date
  group by 1
), ended as (
  select date_trunc('month', end_date)::date as month, count(*) as count from employments as shown_row
  where account_id = $1${seen} and end_date >= (select min(month) from listed)
    and end_date < (select last + interval '1 month' from bounds)::date
  group by 1
)
select to_char(listed.month, 'YYYY-MM') as month, coalesce(started.count, 0)::int as hires,
  coalesce(ended.count, 0)::int as leavers
from listed left join started on started.month = listed.month left join ended on ended.month = listed.month
order by listed.month`;

const rowsMax = 100;

interface Care {
  readonly troubledEndpoints: unknown;
  readonly waitingDeliveries: number;
  readonly expiringSecrets: readonly { readonly kind: 'client-application' | 'api-key' | 'webhook-endpoint' }[];
  readonly deprecatedUses: readonly { readonly path: string; readonly endsAt: string | null }[];
  readonly v2Until: Date | null;
}

const momentOf = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** `isKept` is SQL: the event of the delivery has not expired. */
const careText = (isKept: string): string => `
select
  (select coalesce(json_agg(json_build_object('id', id::text, 'name', name, 'status', status,
      'failingSince', ${momentOf('failing_since')}, 'suspendedAt', ${momentOf('suspended_at')}) order by id), '[]')
    from (select * from webhook_endpoints where account_id = $1
      and (status = 'suspended' or status = 'active' and failing_since is not null)
      order by id limit ${rowsMax}) as troubled) as "troubledEndpoints",
  (select count(*)::int from deliveries as shown_row
    where shown_row.account_id = $1 and status = 'undelivered' and ${isKept}) as "waitingDeliveries",
  (select coalesce(json_agg(json_build_object('kind', kind, 'id', id::text, 'name', name,
      'expiresAt', ${momentOf('expires_at')}) order by expires_at), '[]')
    from (
      select 'client-application' as kind, id, name, previous_secret_expires_at as expires_at from client_applications
      where account_id = $1
      union all
      select 'api-key', id, name, previous_secret_expires_at from api_keys where account_id = $1 and revoked_at is null
      union all
      select 'webhook-endpoint', endpoint.id, endpoint.name, secret.expires_at
      from webhook_endpoint_secrets as secret
        join webhook_endpoints as endpoint on endpoint.account_id = $1 and endpoint.id = secret.webhook_endpoint_id
      where secret.account_id = $1
    ) as ending
    where expires_at > $2 and expires_at <= $2::timestamptz + interval '${overviewSecretDays} days') as "expiringSecrets",
  (select coalesce(json_agg(json_build_object('path', path, 'apiKey', json_build_object('id', key_id::text, 'name', name),
      'requests', requests, 'lastAt', ${momentOf('last_at')}) order by path like '/api/v3/%', last_at desc), '[]')
    from (select usage.path, key.id as key_id, key.name, usage.requests, usage.last_at
      from legacy_usage as usage join api_keys as key on key.id = usage.api_key_id
      where key.account_id = $1 and usage.last_at > $2::timestamptz - interval '30 days'
      order by usage.path like '/api/v3/%', usage.last_at desc limit ${rowsMax}) as used) as "deprecatedUses",
  (select legacy_v2_until from accounts where id = $1) as "v2Until"`;

/** People whom the caller sees; without the scope nobody. */
function seenBy(access: AccessContext, resource: Resource, place: Place): string {
  if (!isOpenTo(scopesFor(employees, 'read'), access.caller.scopes)) return ' and false';
  return access
    .conditionsOn(resource)
    .map((condition) => ` and ${condition(place)}`)
    .join('');
}

/** What needs care, as far as the scopes of the caller open it. */
function openCare(care: Partial<Care>, scopes: ReadonlySet<string>) {
  const { troubledEndpoints, waitingDeliveries, expiringSecrets = [], deprecatedUses = [] } = care;
  const isOpen = (family: Family) => scopes.has(`${family}.readonly`);
  return {
    troubledEndpoints: isOpen('webhook-endpoints') ? troubledEndpoints : [],
    waitingDeliveries: isOpen('webhook-deliveries') ? waitingDeliveries : 0,
    expiringSecrets: expiringSecrets.filter(({ kind }) => isOpen(`${kind}s`)),
    deprecatedUses: isOpen('api-keys') ? deprecatedUses : [],
  };
}

export async function readOverview(session: Session, access: AccessContext, id: string): Promise<StoredRow> {
  if (id !== overviewId) throw noSuchResource(overviews.type, id);
  const { values, place } = binder([session.now]);
  const isKept = ofKeptEvents(session).map((condition) => condition(place));
  const [ofPeople, ofMonths] = [binder(), binder([session.now])];
  const [counts, byMonth, [looked]] = await Promise.all([
    session.run<Headcount>(statement(headcountsText(seenBy(access, employees, ofPeople.place))), ofPeople.values),
    session.run<Month>(statement(monthsText(seenBy(access, employments, ofMonths.place))), ofMonths.values),
    session.run<Care>(statement(careText(isKept.join(' and '))), values),
  ]);
  const { deprecatedUses, ...rest } = openCare(looked ?? {}, access.caller.scopes);
  const v2Until = looked?.v2Until ?? null;
  const url = `${addressToken}/admin-api/${overviews.path}/${overviewId}`;
  const text = unclosedJson({
    id: overviewId,
    type: overviews.type,
    url,
    people: peopleIn(counts),
    establishments: placesIn(counts),
    months: byMonth,
    ...rest,
    deprecatedUses: deprecatedUses.map((use) => ({ ...use, endsAt: endOf(use.path, v2Until) })),
  });
  return { id: overviewId, revision: hash('sha1', text, 'hex'), representation: text };
}

function peopleIn(counts: readonly Headcount[]): Record<Headcount['status'], number> {
  const of = (status: Headcount['status']) =>
    counts.filter((one) => one.status === status).reduce((sum, { count }) => sum + count, 0);
  return { active: of('active'), upcoming: of('upcoming'), deactivated: of('deactivated') };
}

const placesIn = (counts: readonly Headcount[]) =>
  counts.filter(({ status }) => status === 'active').map(({ id, name, count }) => ({ id, name, active: count }));

const endOf = (path: string, until: Date | null): string | null =>
  path.startsWith('/api/') && !path.startsWith('/api/v3/') ? v2EndOf(until).toISOString() : null;
