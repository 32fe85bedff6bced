/** Members of people that depend on each other, and rows that are created together with others: see `examples.ts`. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { type Body, type ExampleMaker, type Particulars, pathOf, type Row } from '../example-row.ts';
import { someDay } from '../example-values.ts';
import { fileParticulars } from '../files/file-examples.ts';
import type { TestClient } from '../service.ts';

const places = new WeakMap<TestClient, Promise<{ id: string }>>();

async function firstEstablishment(client: TestClient, make: ExampleMaker): Promise<Row> {
  return make.create(client, businessEstablishments, { legalEntity: await reference(client, legalEntities, make) });
}

/** One establishment and department for all people of a client. */
async function firstJobPosition(client: TestClient, make: ExampleMaker): Promise<Body> {
  const made = places.get(client) ?? firstEstablishment(client, make);
  places.set(client, made);
  const { id } = await made;
  return { businessEstablishment: { id }, department: await reference(client, departments, make) };
}

const reference = async (client: TestClient, resource: Resource, make: ExampleMaker) => ({
  id: (await make.target(client, resource)).id,
});

async function firstEmployment(client: TestClient, members: Body, make: ExampleMaker): Promise<Body> {
  return {
    template: await reference(client, employmentTemplates, make),
    firstJobPosition: await firstJobPosition(client, make),
    ...members,
  };
}

/** Open for one in five. */
function someEnd(): { date: string } | null {
  const date = someDay(2033);
  return Number(date.at(-1)) % 5 === 0 ? null : { date };
}

async function someone(client: TestClient, employment: Body, make: ExampleMaker): Promise<Body> {
  const members = { firstEmployment: await firstEmployment(client, employment, make) };
  return make.create(client, employees, members);
}

/** A person who has left and can be hired again. */
const leaver = async (client: TestClient, make: ExampleMaker) => {
  const { id } = await someone(client, { start: { date: someDay(2001) }, end: { date: someDay(2002) } }, make);
  return { id };
};

/** An open employment without other members. */
async function employment(client: TestClient, make: ExampleMaker): Promise<Body> {
  const dates = { start: { date: someDay(2020) }, end: { date: someDay(2035) } };
  const { applicableEmployment } = await someone(client, dates, make);
  return { id: (applicableEmployment as { id: string }).id };
}

export const peopleParticulars: Particulars = {
  // Positions among siblings depend on the existing ones.
  department: { parent: (_, client, make) => reference(client, departments, make), sortOrder: () => undefined },
  employee: {
    ...fileParticulars,
    email: (unique) => `${unique}@example.com`,
    phoneNumber: () => '+33144556677',
  },
  employment: { employee: (_, client, make) => leaver(client, make), end: () => ({ date: someDay(2031) }) },
  'job-position': {
    employment: (_, client, make) => employment(client, make),
    businessEstablishment: async (_, client, make) => (await firstJobPosition(client, make)).businessEstablishment,
  },
  'employee-personal-record': {
    employee: (_, client, make) => leaver(client, make),
    insuranceNumber: () => ({ format: 'frenchSSN', value: '2910369381042 02' }),
    nationalitiesCountryCodes: (unique) => [['FRA', 'SWE', 'DEU'][Number(unique.slice(1)) % 3]],
    bankAccount: () => ({
      format: 'iban',
      bankName: 'Banque des Deux Rives',
      accountIdentifier: 'FR7630006000011234567890189',
      bankIdentifier: null,
    }),
    phoneNumber: () => '+33612345678',
    email: (unique) => `${unique}@example.com`,
  },
  'probationary-period': {
    employment: (_, client, make) => employment(client, make),
    extendedEndsOn: () => someDay(2030),
  },
};

/** Changes of resources without free text. */
export const peopleChanges: Readonly<Record<string, (unique: string) => Body>> = {
  'probationary-period': () => ({ initialEndsOn: someDay(2025) }),
  'employee-personal-record': (unique) => ({ email: `${unique}@example.com` }),
};

type Seed = (client: TestClient, make: ExampleMaker) => Promise<Body>;

/** Rows that a creation also creates, by type and member. */
export const exampleSeeds: Readonly<Record<string, Readonly<Record<string, Seed>>>> = {
  employee: {
    firstEmployment: (client, make) =>
      firstEmployment(client, { start: { date: someDay(2023) }, end: someEnd() }, make),
  },
  employment: { firstJobPosition },
};

const members = async (client: TestClient, type: string, { id }: { id: string }): Promise<Row> =>
  (await client.call('GET', pathOf(resourceOf(type) as Resource, id))).body;

/** A row with the filterable values that it does not show, under the names of the filters. */
export async function withFiltered(client: TestClient, resource: Resource, row: Row): Promise<Row> {
  const noted: Body = {};
  for (const [name, filter] of Object.entries(resource.filters)) {
    const [member = '', ...rest] = name.split('.');
    const type = resource.fields[member]?.target;
    if (name === 'application.id') noted[name] = client.credentials.clientId;
    if (name === 'leaves.id') noted[name] = (row.leaves as Row[])[0]?.id;
    if (name === 'isExtended') noted[name] = row.extendedEndsOn !== null;
    if (type === undefined || rest.join('.') === 'id' || filter.isList) continue;
    const named = await members(client, type, row[member] as Row);
    noted[name] = await followed(client, named, rest);
  }
  return { ...row, ...noted };
}

/** Follows references to a member; a path through null is null. */
async function followed(client: TestClient, row: Row, [member = '', ...rest]: string[]): Promise<unknown> {
  const dates: Record<string, string> = { startsOn: 'start', endsOn: 'end' };
  const value = row[member] === undefined ? row[dates[member] ?? ''] : row[member];
  const own = value as (Row & { type: string; date?: string }) | null | undefined;
  if (own === null || own === undefined) return null;
  if (rest.length === 0) return typeof own === 'object' ? own.date : own;
  if (own.url === undefined) return followed(client, own, rest);
  return rest[0] === 'id' ? own.id : followed(client, await members(client, own.type, own), rest);
}
