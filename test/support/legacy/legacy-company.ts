/** The account for tests of legacy users: few people, with every case that requests can distinguish. */
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { insert } from '../../../server/platform/store/write.ts';
import { type Body, createExample, newcomer, type Row } from '../examples.ts';
import { somePng, uploaded } from '../files/files.ts';
import { changed, establishment, legalEntity } from '../organization/organization.ts';
import { at, employmentsOf, hired, moved, rehired } from '../people/people.ts';
import { personalRecord } from '../people/personal-records.ts';
import type { SharedService, TestClient, TestService } from '../service.ts';

/** Hired in this order, so that their ids ascend. */
export const cast = ['paul', 'marie', 'john', 'joana', 'bjorn', 'ada', 'greta', 'zoe'] as const;
export type Name = (typeof cast)[number];

export interface LegacyCompany {
  readonly account: Account;
  readonly client: TestClient;
  readonly people: Readonly<Record<Name, Row>>;
  readonly places: Readonly<Record<'paris' | 'berlin', Row>>;
  readonly departments: Readonly<Record<'finance' | 'sales', Row>>;
  readonly owners: Readonly<Record<'acme' | 'beta', Row>>;
  readonly category: Row;
  readonly calendar: { readonly id: string };
  readonly arrangements: Readonly<Record<'full' | 'part', { readonly id: string }>>;
  readonly portrait: Row;
}

/** Rows that only administrators can create. */
async function arranged(service: SharedService, account: Account) {
  return service.database.transaction(account.id, async (tx) => {
    const calendar = await insert(tx, publicHolidaysCalendars, { name: 'France' });
    const arrangement = (name: string) =>
      insert(tx, workingTimeArrangements, { name, isArchived: false, publicHolidaysCalendar: { id: calendar.id } });
    return { calendar, arrangements: { full: await arrangement('Full time'), part: await arrangement('Part time') } };
  });
}

async function organized(client: TestClient) {
  const owners = {
    acme: await legalEntity(client, { legalName: 'Acme SAS' }),
    beta: await legalEntity(client, { legalName: 'Beta GmbH' }),
  };
  const places = {
    paris: await establishment(client, owners.acme, { name: 'Paris' }),
    berlin: await establishment(client, owners.beta, { name: 'Berlin' }),
  };
  const finance = await createExample(client, departments, { name: 'Finance' });
  const sales = await createExample(client, departments, { name: 'Sales' });
  const template = await createExample(client, employmentTemplates, { legalEntities: [] });
  const category = await createExample(client, occupationCategories, { title: 'Employees' });
  return { owners, places, departments: { finance, sales }, template, category };
}

type Organization = Awaited<ReturnType<typeof organized>> & Awaited<ReturnType<typeof arranged>>;

const starting = (date: string, more: Body = {}): Body => ({ start: { date }, ...more });
const called = (givenName: string, familyName: string, more: Body = {}): Body => ({ givenName, familyName, ...more });
const idOf = ({ id }: { readonly id: string }): { id: string } => ({ id });

/** The establishments of both halves of the company. */
function sides({ owners, places, departments, template }: Organization) {
  return {
    french: { owner: owners.acme, place: places.paris, department: departments.finance, template },
    german: { owner: owners.beta, place: places.berlin, department: departments.sales, template },
  };
}

async function hiredThere(client: TestClient, organization: Organization): Promise<LegacyCompany['people']> {
  const { arrangements, category } = organization;
  const { french, german } = sides(organization);
  const paul = await hired(
    client,
    french,
    called('Paul', 'Roche', { email: 'paul.roche@acme.example.com', employeeNumber: '008', remoteId: 'R-2' }),
    starting('2010-01-04'),
    { jobTitle: 'Head of finance' },
  );
  const marie = await hired(
    client,
    french,
    called('Marie', 'Lambert', {
      email: 'marie.lambert@acme.example.com',
      employeeNumber: '00416',
      phoneNumber: '+33140506070',
    }),
    starting('2021-09-01'),
    {
      jobTitle: 'Clerk',
      manager: at(paul),
      occupationCategory: at(category),
      workingTimeArrangement: idOf(arrangements.part),
    },
  );
  const john = await hired(
    client,
    german,
    called('John', 'Doe', { email: 'jdoe@beta.example.com', employeeNumber: '001', remoteId: 'R-3' }),
    starting('2015-03-02', { end: { date: '2015-10-15' } }),
    { manager: at(paul) },
  );
  const joana = await hired(
    client,
    german,
    called('Joana', 'Prado', { email: 'joana.prado@beta.example.com', employeeNumber: '017' }),
    starting('2020-02-29', { end: { date: '2099-12-31' } }),
    { jobTitle: 'Salesperson 100%_net' },
  );
  return { paul, marie, john, joana, ...(await hiredLater(client, organization, { paul, joana })) };
}

async function hiredLater(
  client: TestClient,
  organization: Organization,
  { paul, joana }: Readonly<Record<'paul' | 'joana', Row>>,
): Promise<Readonly<Record<'bjorn' | 'ada' | 'greta' | 'zoe', Row>>> {
  const { french, german } = sides(organization);
  const bjorn = await hired(
    client,
    french,
    called('Björn', 'Ånger', { email: 'bjorn@acme.example.com' }),
    starting('2012-05-01', { end: { date: '2018-06-30' } }),
    { workingTimeArrangement: idOf(organization.arrangements.full) },
  );
  await rehired(client, german, bjorn, { start: { date: '2022-01-01' } }, { manager: at(joana) });
  const ada = await hired(client, french, called('Ada', 'Byron', { employeeNumber: 'A-7' }), starting('2019-07-01'), {
    manager: at(paul),
  });
  const greta = await hired(
    client,
    german,
    called('Greta', 'Holm', { email: 'greta.holm@beta.example.com' }),
    starting('2090-01-01'),
  );
  const zoe = await hired(
    client,
    french,
    called('Zoë', 'Lambert', { email: 'zoe.lambert@acme.example.com', employeeNumber: '099' }),
    starting('2016-01-01', { end: { date: '2019-12-31' } }),
  );
  return { bjorn, ada, greta, zoe };
}

/** Every change has its own second, which is the precision of the legacy API. */
const aSecondLater = (service: TestService, client: TestClient): TestClient => ({
  ...client,
  call: (...request) => {
    service.advance(1000);
    return client.call(...request);
  },
});

export async function legacyCompany(service: TestService): Promise<LegacyCompany> {
  const { account, client: newClient } = await newcomer(service);
  const client = aSecondLater(service, newClient);
  const organization = { ...(await organized(client)), ...(await arranged(service, account)) };
  const people = await hiredThere(client, organization);
  const { paul, marie, john, joana, zoe } = people;
  const [employment] = await employmentsOf(client, marie);
  await moved(client, sides(organization).french, employment as Row, '2023-04-01', {
    jobTitle: 'Accountant',
    manager: at(paul),
    occupationCategory: at(organization.category),
    workingTimeArrangement: idOf(organization.arrangements.full),
  });
  const picture = { bytes: await somePng(40, 40), fileName: 'lambert.png', contentType: 'image/png' };
  const portrait = await uploaded(client, picture);
  await changed(client, employees, marie, { portrait: at(portrait) });
  await personalRecord(client, marie, { birthDate: '1990-02-11', legalGender: 'female' });
  await personalRecord(client, paul, { birthDate: '1970-07-01', legalGender: 'male' });
  await personalRecord(client, john, { birthDate: '1988-02-29', legalGender: 'male' });
  await personalRecord(client, joana, { legalGender: 'diverse' });
  await personalRecord(client, zoe, { birthDate: '1990-02-11', legalGender: 'unknown' });
  return { ...organization, account, client, people, portrait };
}

/** A query in which `{paul}` stands for his id, and other names for other ids. */
export function named(company: LegacyCompany, query: string): string {
  const { people, places, departments, owners, arrangements, category, calendar, portrait } = company;
  const all = { ...people, ...places, ...departments, ...owners, ...arrangements, category, calendar, portrait };
  const ids: Readonly<Record<string, { readonly id: string }>> = all;
  return query.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const one = ids[name];
    if (!one) throw new Error(`Nobody is called ${name}.`);
    return one.id;
  });
}
