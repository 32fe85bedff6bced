/** The members of a legacy user, and their SQL. Some depend on the reader. */
import type { Language } from '@muster/contract/languages.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import type { Session } from '../../platform/database/database.ts';
import type { Place } from '../../platform/store/condition.ts';
import { digestsFor } from '../../platform/store/sealing.ts';
import {
  type ConstantMember,
  type Description,
  type Members,
  type ObjectMember,
  type Plain,
  type Relation,
  related,
  type Sql,
  written,
} from '../members.ts';
import type { LegacyReader } from '../reader.ts';
import { type BirthDates, birthDateOrder, birthDateRelation, joinedInOrder, sealedBirthDate } from './birth-dates.ts';
import { birthDate, legalGender } from './confidential.ts';
import { visibleTo } from './population.ts';

/** Built for each request. Birth dates are needed only for sorting. */
export const usersFor = (session: Session, reader: LegacyReader, birthDates: BirthDates = new Map()): Description => ({
  noun: 'a user',
  table: 'employees',
  row: 'employee',
  key: ['employee.id'],
  members: membersFor(session, reader),
  relations: relationsFor(reader, birthDates),
  ignored: ['limit', 'page'],
  isCountable: true,
  pageSizes: { standard: 1000, max: 10_000 },
});

const membersFor = (session: Session, reader: LegacyReader): Members => {
  const at = addressesAt(reader.baseUrl);
  return {
    id: integer('employee.id'),
    name: text(fullName('employee')),
    displayName: text(`employee.family_name || ' ' || employee.given_name`),
    url: at('api/v3/users', 'employee.id'),
    firstName: text('employee.given_name'),
    lastName: { ...foldedText('family_name'), order: ['employee.family_name_ordering'] },
    login: { ...text('coalesce(employee.email, employee.id::text)'), among: loginAmong },
    mail: maybe(foldedText('email')),
    employeeNumber: maybe(foldedText('employee_number')),
    matricule: maybe(foldedText('employee_number')),
    externalId: maybe(text('employee.remote_id')),
    dtContractStart: date('employee.applicable_employment_starts_on'),
    dtContractEnd: maybe(date('employee.applicable_employment_ends_on')),
    seniorityDate: date(firstStart),
    ...personalMembers(session, reader),
    modifiedAt: { kind: 'moment', sql: lastChange },
    modifiedOn: { kind: 'moment', sql: lastChange, isOnRequest: true },
    ...placeMembers(at),
    userWorkCycles: {
      kind: 'array',
      from: workCycles,
      order: 'cycle.starts_on, cycle.id',
      members: {
        id: integer('cycle.id'),
        ownerID: integer('cycle.employee_id'),
        workCycleID: integer('cycle.working_time_arrangement_id'),
        startsOn: date('cycle.starts_on'),
        endsOn: date(`coalesce(cycle.ends_on, date '9999-12-31')`),
        workCycle: {
          kind: 'object',
          isOnRequest: true,
          members: {
            id: integer('cycle.working_time_arrangement_id'),
            name: text('cycle.arrangement_name'),
            url: at('svc-api/working-time-arrangements', 'cycle.working_time_arrangement_id'),
          },
        },
      },
    },
    cultureID: integer(`case ${language} ${lcidCases} end`),
    culture: {
      kind: 'object',
      members: { id: integer(`case ${language} ${lcidCases} end`), name: text(language), url: constant('null') },
    },
    directLine: maybe(text('employee.phone_number')),
    picture: pictureAt(at('svc-api/portraits', 'picture.id')),
    extendedData: { kind: 'keyed', isOnRequest: true },
    ...withoutData,
  };
};

const personalMembers = (session: Session, { seesPersonalData }: LegacyReader): Members => ({
  birthDate: {
    kind: 'date',
    confidential: birthDate,
    isNullable: true,
    isHidden: !seesPersonalData,
    sql: birthDateOrder,
    shown: sealedBirthDate,
  },
  gender: { kind: 'text', confidential: legalGender, isHidden: !seesPersonalData, sql: genderIn(session) },
});

/** Establishment, department and manager. Nobody is their own manager here. */
const placeMembers = (at: AddressesAt): Members => ({
  legalEntityId: integer('employee.applicable_employment_legal_entity_id'),
  legalEntity: named('legal_entity', 'legal_entity.legal_name', at('svc-api/legal-entities', 'legal_entity.id')),
  departmentId: integer('employee.applicable_job_position_department_id'),
  department: named('department', 'department.name', at('svc-api/departments', 'department.id')),
  managerId: maybe(integer('employee.applicable_job_position_manager_id')),
  manager: perhapsNamed('manager', fullName('manager'), at('api/v3/users', 'manager.id')),
  jobTitle: maybe(text('job_position.job_title')),
  cspId: maybe(integer('employee.applicable_job_position_occupation_category_id')),
  csp: perhapsNamed('category', 'category.title', at('svc-api/occupation-categories', 'category.id')),
  calendarId: maybe(integer('arrangement.public_holidays_calendar_id')),
  calendar: perhapsNamed('calendar', 'calendar.name', at('svc-api/public-holidays-calendars', 'calendar.id')),
});

const integer = (sql: Sql): Plain => ({ kind: 'integer', sql });
const text = (sql: Sql): Plain => ({ kind: 'text', sql });
/** A column with an index on its folded form. */
const foldedText = (column: string): Plain => ({
  ...text(`employee.${column}`),
  among: (texts, place) => textAmong(column, texts, place),
});
const date = (sql: Sql): Plain => ({ kind: 'date', sql });
const maybe = (member: Plain): Plain => ({ ...member, isNullable: true });
const constant = (json: ConstantMember['json']): ConstantMember => ({ kind: 'constant', json });

const fullName = (row: string): string => `${row}.given_name || ' ' || ${row}.family_name`;

type AddressesAt = (path: string, id: string) => Plain;

/** An address needs no escaping. */
const addressesAt =
  (baseUrl: string): AddressesAt =>
  (path, id) => {
    const address: Sql = (place) => `${place(baseUrl)}::text || '/${path}/' || ${id}::text`;
    return { ...text(address), shown: (place) => `'"' || ${written(address, place)} || '"'` };
  };

/** A row of another table, by its alias. */
const named = (alias: string, name: string, url: Plain): ObjectMember => ({
  kind: 'object',
  members: { id: integer(`${alias}.id`), name: text(name), url },
});

/** If there is none, null is shown, and each of its members is null. */
const perhapsNamed = (alias: string, name: string, url: Plain, id: Plain = integer(`${alias}.id`)): ObjectMember => ({
  kind: 'object',
  isThere: `${alias}.id is not null`,
  members: { id: maybe(id), name: maybe(text(name)), url: maybe(url) },
});

/** `href` is what some programs call the address. */
function pictureAt(url: Plain): ObjectMember {
  const picture = perhapsNamed('picture', 'picture.file_name', url, text('picture.id::text'));
  return { ...picture, members: { ...picture.members, href: { ...maybe(url), isOnRequest: true } } };
}

/** Uses the indexes of both columns. */
function loginAmong(logins: readonly string[], place: Place): string {
  const ids = logins.filter((login) => /^[1-9]\d{0,17}$/.test(login));
  return `(${textAmong('email', logins, place)}
    or employee.id = any(${place(ids)}::bigint[]) and employee.email is null)`;
}

/** The index has texts without accents and case. */
function textAmong(column: string, texts: readonly string[], place: Place): string {
  const wanted = place(texts);
  return `(employee.${column}_ordering = any(array(select ordering(wanted) from unnest(${wanted}::text[]) as wanted))
    and employee.${column} = any(${wanted}::text[]))`;
}

const firstStart = `(
  select min(stage.start_date) from employments as stage
  where stage.account_id = $1 and stage.employee_id = employee.id)`;

/** Computed row by row: people are read in order until a page is full. */
const lastChange = `greatest(
  employee.last_updated_at,
  (select stage.last_updated_at from employments as stage
    where stage.account_id = $1 and stage.id = employee.applicable_employment_id),
  (select stage.last_updated_at from job_positions as stage
    where stage.account_id = $1 and stage.id = employee.applicable_job_position_id))`;

const workCycles = `(
  select any_position.*, arrangement_name.name as arrangement_name from job_positions as any_position
    left join working_time_arrangements as arrangement_name
      on arrangement_name.account_id = $1 and arrangement_name.id = any_position.working_time_arrangement_id
  where any_position.account_id = $1 and any_position.employee_id = employee.id
    and (any_position.working_time_arrangement_id is not null) is true) as cycle`;

const lcids: Readonly<Record<Language, number>> = {
  'de-DE': 1031,
  'en-US': 1033,
  'en-GB': 2057,
  'es-ES': 3082,
  'fr-FR': 1036,
  'fr-CH': 4108,
  'it-IT': 1040,
  'nl-BE': 2067,
  'nl-NL': 1043,
  'pt-PT': 2070,
};
const lcidCases = Object.entries(lcids)
  .map(([name, lcid]) => `when '${name}' then ${lcid}`)
  .join(' ');
const language = `coalesce((select language from account_settings where account_id = $1), 'en-US')`;

/** From the digest of the encrypted member: nothing is decrypted, and rows can be filtered and sorted by it. */
const genderIn =
  (session: Session): Sql =>
  (place) => {
    const cases = Object.entries({ male: 'Male', female: 'Female', diverse: 'Misc' }).flatMap(([value, shown]) =>
      digestsFor(session, employeePersonalRecords, 'legalGender', value).map(
        (digest) => `when ${place(digest)} then '${shown}'`,
      ),
    );
    return `case personal.legal_gender_digest ${cases.join(' ')} else 'Undefined' end`;
  };

/** Existing programs request it, but the service has no data. */
const empty = (json: ConstantMember['json']): ConstantMember => ({ ...constant(json), isOnRequest: true });
const nobody: Members = { id: constant('null'), name: constant('null'), url: constant('null') };
const noObject: ObjectMember = { kind: 'object', isOnRequest: true, members: nobody, isThere: 'false' };

const withoutData: Members = {
  // Programs filter by it: nobody has a role here.
  rolePrincipalId: { ...maybe(integer('null::bigint')), isOnRequest: true },
  rolePrincipal: noObject,
  habilitedRoles: {
    kind: 'array',
    isOnRequest: true,
    members: nobody,
    from: '(select where false) as role',
    order: 'true',
  },
  civilTitle: empty('null'),
  nationalityId: empty('null'),
  nationality: noObject,
  address: empty('null'),
  personalEmail: empty('null'),
  personalMobile: empty('null'),
  professionalMobile: empty('null'),
  quote: empty('null'),
  attributes: empty('{}'),
  userAxisValues: empty('[]'),
  applicationData: empty('{}'),
};

/** For a table with about as many rows as there are people. */
const byId = (table: string, alias: string, id: string, isOptional = false): Relation =>
  related(table, alias, `${alias}.account_id = $1 and ${alias}.id = ${id}`, isOptional);

/** For a small table, whose rows lead to people. */
const joined = (table: string, alias: string, column: string, kind: 'join' | 'left join' = 'left join'): Relation => ({
  join: `${kind} ${table} as ${alias} on ${alias}.account_id = $1 and ${alias}.id = ${column}`,
  isOptional: kind === 'left join',
  ...(column.startsWith('employee.') && { asSet: { column, table, isLeading: true } }),
});

const relations: Readonly<Record<string, Relation>> = {
  job_position: byId('job_positions', 'job_position', 'employee.applicable_job_position_id'),
  legal_entity: joined('legal_entities', 'legal_entity', 'employee.applicable_employment_legal_entity_id', 'join'),
  department: joined('departments', 'department', 'employee.applicable_job_position_department_id', 'join'),
  category: joined('occupation_categories', 'category', 'employee.applicable_job_position_occupation_category_id'),
  arrangement: joined('working_time_arrangements', 'arrangement', 'job_position.working_time_arrangement_id'),
  calendar: joined('public_holidays_calendars', 'calendar', 'arrangement.public_holidays_calendar_id'),
  picture: byId('files', 'picture', 'employee.portrait_id', true),
  personal: related(
    'employee_personal_records',
    'personal',
    'personal.account_id = $1 and personal.employee_id = employee.id',
    true,
  ),
};

/** A manager whom the reader may not see appears only as an id. */
const relationsFor = (reader: LegacyReader, birthDates: BirthDates): Description['relations'] => ({
  ...relations,
  manager: {
    join: (place) => written(managerFor(reader, place).join, place),
    joinOfPage: (place) => written(managerFor(reader, place).joinOfPage ?? '', place),
  },
  [birthDateRelation]: { join: joinedInOrder(birthDates) },
});

function managerFor(reader: LegacyReader, place: Place): Relation {
  const isTheirs = 'manager.account_id = $1 and manager.id = employee.applicable_job_position_manager_id';
  return related('employees', 'manager', [isTheirs, ...visibleTo(reader, 'manager', place)].join(' and '), true);
}
