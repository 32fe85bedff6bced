/** The company that writers work for: the owners of new rows. */
import type { Muster } from '@muster/client';

export interface Company {
  readonly taxonomyId: string;
  readonly templateId: string;
  readonly establishmentId: string;
  readonly departmentId: string;
  /** Removing a department moves its siblings: few of them belong to each of these. */
  readonly parentIds: readonly string[];
  /** Nobody may have more than a hundred attributes of one kind. */
  readonly bearers: readonly Bearer[];
  readonly definitionId: string;
  readonly leaveAccountId: string;
}

/** Somebody with attributes, positions and leaves. */
export interface Bearer {
  readonly employeeId: string;
  readonly employmentId: string;
}

const bearersCount = 40;
const parentsCount = 10;

export async function foundCompany(muster: Muster): Promise<Company> {
  const legalEntity = await muster.legalEntities.create({
    legalName: 'Analytical Engines',
    countryCode: 'FRA',
    currencyCode: 'EUR',
  });
  const establishment = await muster.businessEstablishments.create({
    name: 'Paris',
    legalEntity: { id: legalEntity.id },
    timezoneId: 'Europe/Paris',
  });
  const template = await muster.employmentTemplates.create({
    title: 'Permanent',
    legalEntities: [],
    term: 'permanent',
    audience: 'employee',
  });
  const department = await muster.departments.create({ name: 'Research' });
  const taxonomy = await muster.taxonomies.create({ name: 'Skills' });
  const leaveAccount = await muster.leaveAccounts.create({ name: 'Holidays', unit: 'workingDays' });
  const definition = await muster.employeeAttributeDefinitions.create({
    id: 'e_remark',
    name: 'Remark',
    schema: { $ref: '/svc-api/schemas/short-text' },
    multipleValueHandling: { sorting: 'ascending' },
  });
  const places = { templateId: template.id, establishmentId: establishment.id, departmentId: department.id };
  return {
    ...places,
    ...{ taxonomyId: taxonomy.id, definitionId: definition.id, leaveAccountId: leaveAccount.id },
    parentIds: await made(
      parentsCount,
      async (number) => (await muster.departments.create({ name: `Lab ${number}` })).id,
    ),
    bearers: await made(bearersCount, async (number) => {
      const { id, applicableEmployment } = await muster.employees.create(hiring(places, `Lovelace ${number}`));
      return { employeeId: id, employmentId: applicableEmployment?.id ?? '' };
    }),
  };
}

/** A few at a time: all of them at once would take longer than a request may, on Citus or on a loaded machine. */
async function made<T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  while (all.length < count) {
    const next = Array.from({ length: Math.min(5, count - all.length) }, (_, number) => make(all.length + number));
    all.push(...(await Promise.all(next)));
  }
  return all;
}

/** By the number at the end of the marker. */
export const chosenBy = <T>(marker: string, from: readonly T[]): T =>
  from[Number(marker.split('-').at(-1)) % from.length] as T;

export type Places = Pick<Company, 'templateId' | 'establishmentId' | 'departmentId'>;

export const hiring = ({ templateId, establishmentId, departmentId }: Places, familyName: string) => ({
  givenName: 'Ada',
  familyName,
  firstEmployment: {
    start: { date: '2024-01-01' },
    template: { id: templateId },
    firstJobPosition: {
      businessEstablishment: { id: establishmentId },
      department: { id: departmentId },
      jobTitle: 'Engineer',
    },
  },
});
