/**
 * What a rule takes, as SQL. The preview counts it, and the night removes it, from the same text: a rule never takes more
 * than its preview says. `$2` are the months, `$3` the country or null, `$4` the family, `$5` the day of the account.
 */

import type { familiesOfPeople } from '@muster/contract/administration/retention-rules.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { files } from '@muster/contract/resources/files.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { isHeldEntry } from '../admin/activity/retention.ts';
import { tableOf } from '../platform/store/columns.ts';
import type { Rule } from './rules.ts';

export const valuesOf = ({ months, countryCode, family }: Rule, today: string): unknown[] => [
  months,
  countryCode,
  family,
  today,
];

/** SQL: a legal hold protects the person. */
export const isHeldSql = (employeeId: string): string =>
  `exists (select from legal_holds as hold where hold.account_id = $1 and hold.employee_id = ${employeeId} and hold.status = 'active')`;

/** SQL: the rule is about this country. A rule for all leaves those to others that have a rule of their own. */
const isOfCountry = (country: string): string => `(${country} = $3::text or ($3::text is null and not exists (
    select from retention_rules as other where other.account_id = $1 and other.family = $4::text
      and other.country_code = ${country} and other.is_active)))`;

type PeopleFamily = (typeof familiesOfPeople)[number];

/** What a family takes of one person: how many by collection. A row with nothing left is not due. */
interface Taken {
  readonly collection: string;
  /** SQL of the number. */
  readonly count: string;
}

const rowsOf = (table: string, more = ''): string =>
  `(select count(*) from ${table} as taken where taken.account_id = $1 and taken.employee_id = employee.id${more})`;

/** Versions go with their rows, also those of rows that were deleted before. */
const versionsOf = (...types: readonly string[]): string =>
  `(select count(*) from versions as taken where taken.account_id = $1 and taken.owner_id = employee.id
    and taken.data_type in ('${types.join("', '")}'))`;

export const typesWithVersions: Readonly<Partial<Record<PeopleFamily, readonly string[]>>> = {
  leaves: [leaves.type, leaveRequests.type, leaveRequestDecisions.type],
  'personal-records': [employeePersonalRecords.type],
};

export const taken: Readonly<Record<PeopleFamily, readonly Taken[]>> = {
  // A plan that is open, or that an administrator has refused since the day was due, is not made again.
  person: [
    {
      collection: employees.path,
      count: `(select 1 where not exists (select from erasures as plan
        where plan.account_id = $1 and plan.employee_id = employee.id
          and (plan.status in ('planned', 'approved', 'running') or (plan.status = 'refused' and plan.refusal_reason = 'decision'
            and plan.created_at >= due.due_on))))`,
    },
  ],
  leaves: [
    { collection: leaves.path, count: rowsOf(tableOf(leaves)) },
    { collection: leaveRequests.path, count: rowsOf(tableOf(leaveRequests)) },
    { collection: leaveRequestDecisions.path, count: rowsOf(tableOf(leaveRequestDecisions)) },
    { collection: 'versions', count: versionsOf(...(typesWithVersions.leaves ?? [])) },
  ],
  'personal-records': [
    { collection: employeePersonalRecords.path, count: rowsOf(tableOf(employeePersonalRecords)) },
    { collection: 'versions', count: versionsOf(...(typesWithVersions['personal-records'] ?? [])) },
  ],
  files: [
    {
      collection: files.path,
      count: `(case when employee.portrait_id is null then 0 else 1 end
        + ${rowsOf(tableOf(employments), ' and taken.document_id is not null')}
        + ${rowsOf(tableOf(jobPositions), ' and taken.document_id is not null')})`,
    },
    {
      collection: employeeAttributes.path,
      count: `(select count(distinct taken.attribute_id) from attribute_keys as taken
        where taken.account_id = $1 and taken.employee_id = employee.id and taken.target_type = '${files.type}')`,
    },
  ],
};

export const isOfPeople = (family: string): family is PeopleFamily => family in taken;

/**
 * People whose last employment has ended, with the day on which they are due and what is taken of each. Of somebody whose
 * employments are all over, the applicable one is the last.
 */
export const endedPeople = (family: PeopleFamily): string => `
select person.id, person.due_on, person.is_held, ${taken[family].map((_, index) => `person.count_${index}`).join(', ')},
  ${taken[family].map((_, index) => `coalesce(person.count_${index}, 0)`).join(' + ')} as count
from (
  select employee.id, due.due_on, ${isHeldSql('employee.id')} as is_held,
    ${taken[family].map(({ count }, index) => `${count} as count_${index}`).join(',\n    ')}
  from ${tableOf(employees)} as employee
    join legal_entities as entity
      on entity.account_id = $1 and entity.id = employee.applicable_employment_legal_entity_id
    cross join lateral (
      select (employee.applicable_employment_ends_on + make_interval(months => $2::integer))::date as due_on) as due
  where employee.account_id = $1 and employee.status = 'deactivated' and employee.applicable_employment_ends_on is not null
    and ${isOfCountry('entity.country_code')} and employee.applicable_employment_ends_on < $5::date
) as person`;

/** SQL of the moment before which records are too old. */
export const boundary = '($5::date - make_interval(months => $2::integer))';

/**
 * Versions that are too old. The last one before the boundary is what the resource was at that moment: it stays, unless it
 * is a deletion. `place` counts from the newest.
 */
export const oldVersions = `
select version.data_type, version.data_id, version.id, version.written_at, version.verb, version.former is not null as has_former,
  row_number() over (partition by version.data_type, version.data_id order by version.id desc) as place
from versions as version
  left join employees as owner on owner.account_id = $1 and owner.id = version.owner_id
  left join legal_entities as entity
    on entity.account_id = $1 and entity.id = owner.applicable_employment_legal_entity_id
where version.account_id = $1 and version.recorded_at < ${boundary}
  and (version.owner_id is null or not ${isHeldSql('version.owner_id')})
  and case when entity.country_code is null then $3::text is null and $4::text is not null
    else ${isOfCountry('entity.country_code')} end`;

const isAnything = '$3::text is null and $4::text is not null';

/** Entries of the log of reads that are too old. One about somebody whom a hold protects stays. */
export const oldReads = `
select entry.id, entry.occurred_at, entry.employee_ids from read_log as entry
where entry.account_id = $1 and entry.occurred_at < ${boundary} and ${isAnything}
  and not exists (select from unnest(entry.employee_ids) as named (id) where ${isHeldSql('named.id')})`;

/** Audit entries that are too old, by both clocks: a sandbox whose clock is moved ahead keeps its log. */
export const oldEntries = `
select entry.id, entry.created_at from audit_entries as entry
where entry.account_id = $1 and entry.created_at < ${boundary} and coalesce(entry.recorded_at, entry.created_at) < ${boundary}
  and ${isAnything} and not ${isHeldEntry('entry')}`;

export const isRemovedVersion = "(place > 1 or verb = 'deleted')";
