/** Changes the settings of an account about people: each member separately, validated before anything is written. */
import { domainPattern } from '@muster/contract/administration/account-settings.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { Condition } from '../platform/store/condition.ts';
import { findReferenced } from '../platform/store/read.ts';
import { isTimezone } from '../platform/validation/date-time.ts';
import { spelledTimezone } from '../platform/validation/timezone-names.ts';
import { unknownReference } from '../platform/verbs/body.ts';
import { addError, noErrors, throwIfAny } from '../problem.ts';
import { makeDue } from './day-rollover.ts';

/** Omitted members stay unchanged; null means none. */
export interface PeopleSettings {
  readonly timezone?: string;
  readonly template?: string | null;
  readonly establishment?: string | null;
  readonly department?: string | null;
  readonly refusedDomains?: readonly string[];
  readonly highestRank?: number | null;
}

export type SettingsNow = Readonly<Record<'timezone' | 'template' | 'establishment' | 'department', string | null>> & {
  readonly refusedDomains: readonly string[];
  readonly highestRank: number | null;
};

const targets: Readonly<Record<'template' | 'establishment' | 'department', Resource>> = {
  template: employmentTemplates,
  establishment: businessEstablishments,
  department: departments,
};

const merged = statement(`
insert into account_settings as kept (account_id, timezone_id, hiring_template_id, hiring_business_establishment_id,
  hiring_department_id, refused_email_domains, highest_rank)
select $1, coalesce($2, before.timezone_id, 'UTC'),
  case when $3 then $4::bigint else before.hiring_template_id end,
  case when $5 then $6::bigint else before.hiring_business_establishment_id end,
  case when $7 then $8::bigint else before.hiring_department_id end,
  coalesce($9::text[], before.refused_email_domains, '{}'),
  case when $10 then $11::integer else before.highest_rank end
from (select 1) as one left join account_settings as before on before.account_id = $1
on conflict (account_id) do update set timezone_id = excluded.timezone_id,
  hiring_template_id = excluded.hiring_template_id,
  hiring_business_establishment_id = excluded.hiring_business_establishment_id,
  hiring_department_id = excluded.hiring_department_id, refused_email_domains = excluded.refused_email_domains,
  highest_rank = excluded.highest_rank
returning timezone_id as timezone, hiring_template_id::text as template,
  hiring_business_establishment_id::text as establishment, hiring_department_id::text as department,
  refused_email_domains as "refusedDomains", highest_rank as "highestRank"`);

export async function setPeopleSettings(tx: Tx, settings: PeopleSettings): Promise<SettingsNow> {
  await refuseWrong(tx, settings);
  const { template, establishment, department, refusedDomains = null, highestRank } = settings;
  const timezone = settings.timezone === undefined ? null : spelledTimezone(settings.timezone);
  const optional = [template, establishment, department].flatMap((id) => [id !== undefined, id ?? null]);
  const rank = [highestRank !== undefined, highestRank ?? null];
  const [now] = await tx.run<SettingsNow>(merged, [timezone, ...optional, refusedDomains, ...rank]);
  if (timezone !== null) await makeDue(tx, whereTheAccountsTimezoneCounts);
  return now as SettingsNow;
}

/** With another timezone, days begin at other times. */
const whereTheAccountsTimezoneCounts: Condition = () => `id in (
  select employee_id from job_positions
    join business_establishments as place on place.account_id = $1 and place.id = business_establishment_id
  where job_positions.account_id = $1 and place.timezone_id is null)`;

const isDomain = new RegExp(domainPattern);

async function refuseWrong(tx: Tx, settings: PeopleSettings): Promise<void> {
  const errors = noErrors();
  const { timezone, refusedDomains = [], highestRank } = settings;
  if (timezone !== undefined && !isTimezone(timezone)) {
    addError(errors, 'timezone', 'Must be an IANA name such as Europe/Paris.');
  }
  if (typeof highestRank === 'number' && !(Number.isInteger(highestRank) && highestRank > 0 && highestRank < 2 ** 31)) {
    addError(errors, 'highestRank', 'Must be a whole number from 1.');
  }
  for (const domain of refusedDomains) {
    if (!isDomain.test(domain)) addError(errors, 'refusedDomains', 'Must be names such as example.com.');
  }
  const named = (['template', 'establishment', 'department'] as const).flatMap((member) => {
    const id = settings[member];
    return id === undefined || id === null ? [] : [{ member, id, resource: targets[member], conditions: [] }];
  });
  const found = await findReferenced(tx, named);
  for (const { member, id, resource } of named) {
    const row = found.get(resource)?.get(id);
    if (!row) addError(errors, member, unknownReference(resource.type));
    else if (row.isArchived) addError(errors, member, `This ${resource.type} is archived.`);
  }
  throwIfAny(errors);
}
