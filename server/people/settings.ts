/** The settings of an account about people: hiring defaults, timezone, refused domains. */
import type { Session } from '../platform/database/database.ts';
import { sentTogether } from '../platform/database/sent-together.ts';
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

/** `$2` are ids of establishments. */
const ofAccount = `coalesce(timezone_id, 'UTC') as "timezoneId", hiring_template_id::text as "templateId",
  hiring_business_establishment_id::text as "businessEstablishmentId", hiring_department_id::text as "departmentId",
  coalesce(refused_email_domains, '{}') as "refusedDomains",
  (select json_object_agg(place.id, place.timezone_id) from business_establishments as place
    where place.account_id = $1 and place.timezone_id is not null and place.id = any($2::bigint[] || array(
      select hiring_business_establishment_id from account_settings where account_id = $1))) as zones`;

const drawn = `nextval('employees_id_seq')::text as "employeeId", nextval('employments_id_seq')::text as "employmentId",
  nextval('job_positions_id_seq')::text as "positionId"`;

const settings = statement(`
select ${ofAccount}, ${drawn} from (select 1) as one left join account_settings on account_id = $1`);

const settingsAlone = statement(`
select ${ofAccount}, '0' as "employeeId", '0' as "employmentId", '0' as "positionId"
from (select 1) as one left join account_settings on account_id = $1`);

const ids = statement(`select ${drawn} from generate_series(1, $2::int) where $1::bigint is not null`);

/** For a dry run: its ids belong to nobody. */
export const settingsForDryRun = (session: Session, places: readonly string[]): Promise<Settings[]> =>
  session.run<Settings>(settingsAlone, [places]);

/** For each of several hires: the settings are the same, the ids are its own. */
export async function settingsForMany(
  session: Session,
  hirings: number,
  places: readonly string[],
): Promise<Settings[]> {
  const [same, drawnIds] = await sentTogether([
    settingsForDryRun(session, places),
    session.run<Pick<Settings, 'employeeId' | 'employmentId' | 'positionId'>>(ids, [hirings]),
  ]);
  return drawnIds.map((own) => ({ ...(same[0] as Settings), ...own }));
}

/** Also draws the ids of a hire: one statement less. */
export async function settingsAndIds(session: Session, places: readonly string[] = []): Promise<Settings> {
  const [row] = await session.run<Settings>(settings, [places]);
  return row as Settings;
}
