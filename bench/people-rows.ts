/**
 * A company of any size, written directly into the tables as the service would have written it. All departments have the
 * same size, so a search by department or by the rare name finds the same number of people at every size. Nothing is
 * checked: the connections belong to a superuser, with foreign keys and triggers disabled.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { professions } from '@muster/contract/resources/professions.ts';
import type pg from 'pg';
import { storedFields, tableOf } from '../server/platform/store/columns.ts';
import { textColumns, textValues } from '../server/platform/store/stored-text.ts';

/** Those with a row for each person. */
export const peopleTables = ['employees', 'employments', 'job_positions', 'employee_words'] as const;

const peoplePerDepartment = 200;
/** The same number of people at every size has a name with a unique beginning. */
const rarePeople = 50;
export const rareBeginning = 'quill';
/** Of the e-mail address of everybody. */
export const commonBeginning = 'person';

/** The first ids of the new rows; the others follow without gaps. */
export interface Company extends FirstIds {
  readonly rows: number;
  readonly departmentId: number;
  /** Of the first legal entity. */
  readonly establishmentId: number;
  readonly legalEntityId: number;
  readonly templateId: number;
  /** Where nobody works yet. */
  readonly emptyDepartmentId: number;
}

/** SQL by member; `numbers` count from 0. */
type Expressions = Readonly<Record<string, string>>;

function filling(resource: Resource, values: Expressions): string {
  const fields = storedFields(resource);
  const columns = fields.map(({ column }) => column).join(', ');
  const given = fields.map(({ name, column, sqlType }) => `(${values[name] ?? 'null'})::${sqlType} as ${column}`);
  return `
with given as (select ${given.join(', ')} from generate_series(0, $2 - 1) as numbers (n))
insert into ${tableOf(resource)} (account_id, ${columns}, ${textColumns})
select $1, ${columns}, ${textValues(resource, 'given')} from given`;
}

const moments = {
  createdAt: `timestamptz '2024-01-01' + n * interval '1 minute'`,
  lastUpdatedAt: `timestamptz '2025-01-01' + n * interval '1 second'`,
};

/** A second connection, if there is one, does half of the work. */
export async function fillPeople(
  [superuser, second = superuser]: readonly [pg.Client, pg.Client?],
  accountId: string,
  rows: number,
): Promise<Company> {
  const each = [...new Set([superuser, second])];
  for (const one of each) await one.query('set session_replication_role = replica');
  const fill = filler(superuser, accountId);
  const places = await fillOrganization(fill, Math.max(1, Math.floor(rows / peoplePerDepartment)));
  const people = await fillCareers([superuser, second], accountId, rows, places);
  for (const one of each) await one.query('reset session_replication_role');
  return { rows, ...places, ...people };
}

/** Reserves ids and returns the first. */
async function drawn(superuser: pg.Client, resource: Resource, count: number): Promise<number> {
  const sequence = `${tableOf(resource)}_id_seq`;
  const { rows } = await superuser.query<{ first: string }>(
    `select setval('${sequence}', nextval('${sequence}') + $1::bigint) - $1::bigint as first`,
    [count],
  );
  return Number(rows[0]?.first);
}

type Fill = (resource: Resource, count: number, values: Expressions, first?: number) => Promise<number>;

export const filler =
  (superuser: pg.Client, accountId: string): Fill =>
  async (resource, count, values, known) => {
    const first = known ?? (await drawn(superuser, resource, count));
    await superuser.query(filling(resource, { ...moments, id: `${first} + n`, ...values }), [accountId, count]);
    return first;
  };

interface Organization {
  readonly departmentCount: number;
  readonly departmentId: number;
  readonly emptyDepartmentId: number;
  readonly legalEntityId: number;
  readonly establishmentId: number;
  readonly templateId: number;
  readonly qualificationId: number;
  readonly categoryId: number;
}

const owners = 4;
const establishments = 8;
const templates = 4;
const qualifications = 20;
const categories = 10;

async function fillOrganization(fill: Fill, departmentCount: number): Promise<Organization> {
  const legalEntityId = await fill(legalEntities, owners, {
    legalName: `'Company ' || n`,
    isArchived: 'false',
    countryCode: `'FR'`,
    currencyCode: `'EUR'`,
  });
  const establishmentId = await fill(businessEstablishments, establishments, {
    name: `'Place ' || n`,
    isArchived: 'false',
    legalEntity: `${legalEntityId} + n % ${owners}`,
    isHeadquarters: `n < ${owners}`,
  });
  const templateId = await fill(employmentTemplates, templates, {
    title: `'Contract ' || n`,
    legalEntities: `'{}'`,
    term: `case when n % 2 = 0 then 'permanent' else 'fixed' end`,
    audience: `'employee'`,
    isArchived: 'false',
    t9n: `'{"title":{}}'`,
  });
  const professionId = await fill(professions, 1, {
    title: `'Trade'`,
    isArchived: 'false',
    t9n: `'{"title":{}}'`,
  });
  const qualificationId = await fill(jobQualifications, qualifications, {
    title: `'Trade ' || n`,
    profession: `${professionId}`,
    rank: 'n + 1',
    t9n: `'{"title":{}}'`,
  });
  const categoryId = await fill(occupationCategories, categories, {
    title: `'Category ' || n`,
    t9n: `'{"title":{}}'`,
  });
  const departmentId = await fill(departments, departmentCount + 1, {
    isArchived: 'false',
    name: `'Department ' || n`,
    level: '1',
    sortOrder: 'n',
  });
  const emptyDepartmentId = departmentId + departmentCount;
  return {
    departmentCount,
    departmentId,
    emptyDepartmentId,
    legalEntityId,
    establishmentId,
    templateId,
    qualificationId,
    categoryId,
  };
}

/** One in ten has left, one in fifty starts in the future. */
const status = `case when n % 10 = 9 then 'deactivated' when n % 50 = 25 then 'upcoming' else 'active' end`;
const startsOn = `case when n % 50 = 25 then date '2090-01-01' else date '2000-01-01' + n * 37 % 8000 end`;
const endsOn = `case when n % 10 = 9 then date '2000-01-01' + n * 37 % 8000 + 400 end`;
const givenNames = `'{Ada,Björn,Chloé,Dario,Emma,Farid,Greta,Hugo,Inès,Jonas,Kaja,Léon,Mila,Noah,Olga,Pablo}'::text[]`;
const syllables = `'{bar,cel,dor,fen,gar,hol,jun,kel,lam,mor,nes,pol,ros,sal,tor,ven,wil,zan,bru,mar}'::text[]`;
const syllable = (power: number) => `(${syllables})[1 + n / ${20 ** power} % 20]`;

interface FirstIds {
  readonly employeeId: number;
  readonly employmentId: number;
  readonly positionId: number;
}

async function fillCareers(
  [superuser, second]: readonly [pg.Client, pg.Client],
  accountId: string,
  rows: number,
  organization: Organization,
): Promise<FirstIds> {
  const first = {
    employeeId: await drawn(superuser, employees, rows),
    employmentId: await drawn(superuser, employments, rows),
    positionId: await drawn(superuser, jobPositions, rows),
  };
  const place = placeOf(organization, first);
  await Promise.all([
    fillNames(superuser, accountId, rows, first, place),
    fillStages(second, accountId, rows, first, place),
  ]);
  return first;
}

/** Where a person works, and how. */
type Place = ReturnType<typeof placeOf>;

const placeOf = (organization: Organization, { employeeId }: FirstIds) => ({
  legalEntity: `${organization.legalEntityId} + n % ${establishments} % ${owners}`,
  establishment: `${organization.establishmentId} + n % ${establishments}`,
  department: `${organization.departmentId} + n % ${organization.departmentCount}`,
  manager: `case when n >= ${organization.departmentCount} then ${employeeId} + n % ${organization.departmentCount} end`,
  qualification: `${organization.qualificationId} + n % ${qualifications}`,
  category: `${organization.categoryId} + n / 8 % ${categories}`,
  template: `${organization.templateId} + n / 4 % ${templates}`,
});

async function fillNames(superuser: pg.Client, accountId: string, rows: number, first: FirstIds, place: Place) {
  const rare = `n % ${Math.max(1, Math.floor(rows / rarePeople))} = 0`;
  const common = `initcap(${syllable(0)} || ${syllable(1)} || ${syllable(2)})`;
  const values = {
    remoteId: `'E-' || n`,
    givenName: `(${givenNames})[1 + n % 16]`,
    familyName: `case when ${rare} then 'Quillfeather' else ${common} end`,
    employeeNumber: `'N' || n`,
    status,
    email: `'${commonBeginning}' || n || '@example.com'`,
    phoneNumber: `'+3312345' || lpad((n % 10000)::text, 4, '0')`,
    applicableEmployment: `${first.employmentId} + n`,
    applicableJobPosition: `${first.positionId} + n`,
    'applicableEmployment.legalEntity.id': place.legalEntity,
    'applicableEmployment.remoteId': `'C-' || n`,
    'applicableEmployment.startsOn': startsOn,
    'applicableEmployment.endsOn': endsOn,
    'applicableEmployment.template.id': place.template,
    'applicableJobPosition.remoteId': `case when n % 2 = 0 then 'P-' || n end`,
    'applicableJobPosition.businessEstablishment.id': place.establishment,
    'applicableJobPosition.department.id': place.department,
    'applicableJobPosition.manager.id': place.manager,
    'applicableJobPosition.jobQualification.id': place.qualification,
    'applicableJobPosition.occupationCategory.id': place.category,
    staleAt: `case when n % 50 = 25 then timestamptz '2090-01-01' end`,
  };
  await filler(superuser, accountId)(employees, rows, values, first.employeeId);
  // On workers of Citus triggers are not disabled, and have written them.
  await superuser.query(
    `insert into employee_words (account_id, word, employee_id)
     select account_id, unnest(words_in(given_name || ' ' || family_name)), id from employees where account_id = $1
     on conflict do nothing`,
    [accountId],
  );
}

async function fillStages(superuser: pg.Client, accountId: string, rows: number, first: FirstIds, place: Place) {
  const fill = filler(superuser, accountId);
  const employee = `${first.employeeId} + n`;
  const employment = {
    remoteId: `'C-' || n`,
    employee,
    legalEntity: place.legalEntity,
    status,
    start: startsOn,
    end: endsOn,
    template: place.template,
  };
  const position = {
    remoteId: `case when n % 2 = 0 then 'P-' || n end`,
    employment: `${first.employmentId} + n`,
    employee,
    status,
    startsOn,
    endsOn,
    businessEstablishment: place.establishment,
    jobTitle: `'Specialist for matter ' || n % 1000`,
    jobQualification: place.qualification,
    manager: place.manager,
    occupationCategory: place.category,
    department: place.department,
    t9n: `'{"jobTitle":{}}'`,
    updatedAttributes: `case when n % 5 = 0 then '["jobTitle"]' else '[]' end`,
  };
  await fill(employments, rows, employment, first.employmentId);
  await fill(jobPositions, rows, position, first.positionId);
}
