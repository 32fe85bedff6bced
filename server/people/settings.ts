/** The settings of an account about people: hiring defaults, timezone, refused domains. */
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

/** SQL: the timezone of an establishment, otherwise that of the account. */
export const zoneOf = (establishment: string): string =>
  `coalesce(${establishment}.timezone_id, (select timezone_id from account_settings where account_id = $1), 'UTC')`;

export interface Settings {
  readonly timezoneId: string;
  /** The timezones of establishments that have their own, among those asked for and the hiring default. */
  readonly zones: Readonly<Record<string, string>> | null;
  readonly templateId: string | null;
  readonly businessEstablishmentId: string | null;
  readonly departmentId: string | null;
  readonly refusedDomains: readonly string[];
  /** Ids for the rows of a hire. */
  readonly employeeId: string;
  readonly employmentId: string;
  readonly positionId: string;
}

/** `places` are ids of establishments: a parameter. */
const ofAccount = (
  places: string,
) => `coalesce(timezone_id, 'UTC') as "timezoneId", hiring_template_id::text as "templateId",
  hiring_business_establishment_id::text as "businessEstablishmentId", hiring_department_id::text as "departmentId",
  coalesce(refused_email_domains, '{}') as "refusedDomains",
  (select json_object_agg(place.id, place.timezone_id) from business_establishments as place
    where place.account_id = $1 and place.timezone_id is not null and place.id = any(${places}::bigint[] || array(
      select hiring_business_establishment_id from account_settings where account_id = $1))) as zones`;

const settings = statement(`
select ${ofAccount('$3')},
  nextval('employees_id_seq')::text as "employeeId", nextval('employments_id_seq')::text as "employmentId",
  nextval('job_positions_id_seq')::text as "positionId"
from generate_series(1, $2::int) left join account_settings on account_id = $1`);

const settingsAlone = statement(`
select ${ofAccount('$2')}, '0' as "employeeId", '0' as "employmentId", '0' as "positionId"
from (select 1) as one left join account_settings on account_id = $1`);

/** For a dry run: its ids belong to nobody. */
export const settingsForDryRun = (session: Session, places: readonly string[]): Promise<Settings[]> =>
  session.run<Settings>(settingsAlone, [places]);

/** Also draws the ids of hires: one statement less. */
export const settingsForMany = (session: Session, hirings: number, places: readonly string[]): Promise<Settings[]> =>
  session.run<Settings>(settings, [hirings, places]);

export async function settingsAndIds(session: Session, places: readonly string[] = []): Promise<Settings> {
  const [row] = await settingsForMany(session, 1, places);
  return row as Settings;
}
