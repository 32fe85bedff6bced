/** The rows that writers change: several kinds, from the simplest to a hiring, which creates three rows. */
import type { Muster, Versioned } from '@muster/client';
import type { Ownership } from './ledger.ts';

export interface Kind {
  readonly type: string;
  /** A text that every change sets to a new value. */
  readonly member: string;
  readonly ownership: Ownership;
  create(marker: string, idempotencyKey: string): Promise<Versioned<Identified>>;
  update(id: string, marker: string, condition: { readonly ifMatch?: string }): Promise<Versioned<Identified>>;
  read(id: string): Promise<Versioned<Identified>>;
  /** Absent if clients cannot delete rows. */
  remove?(id: string): Promise<void>;
}

interface Identified {
  readonly id: string;
}

/** The owners of new rows. */
export interface Company {
  readonly taxonomyId: string;
  readonly templateId: string;
  readonly establishmentId: string;
  readonly departmentId: string;
  /** People with attributes: nobody may have more than a hundred of one kind. */
  readonly employeeIds: readonly string[];
  readonly definitionId: string;
}

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
  const definition = await muster.employeeAttributeDefinitions.create({
    id: 'e_remark',
    name: 'Remark',
    schema: { $ref: '/svc-api/schemas/short-text' },
    multipleValueHandling: { sorting: 'ascending' },
  });
  const places = { templateId: template.id, establishmentId: establishment.id, departmentId: department.id };
  const employeeIds: string[] = [];
  for (let number = 0; number < bearersCount; number += 1) {
    employeeIds.push((await muster.employees.create(hiring(places, `Lovelace ${number}`))).id);
  }
  return { ...places, taxonomyId: taxonomy.id, definitionId: definition.id, employeeIds };
}

const bearersCount = 20;

export function kindsOf(muster: Muster, company: Company) {
  const { employees, departments, taxonomyLabels, taxonomies, employeeAttributes } = muster;
  return {
    employees: {
      type: 'employee',
      member: 'familyName',
      ownership: 'own',
      create: (familyName, idempotencyKey) => employees.create(hiring(company, familyName), { idempotencyKey }),
      update: (id, familyName, condition) => employees.update(id, { familyName }, condition),
      read: (id) => employees.read(id),
    },
    departments: {
      type: 'department',
      member: 'name',
      ownership: 'moved by neighbours',
      create: (name, idempotencyKey) =>
        departments.create({ name, parent: { id: company.departmentId } }, { idempotencyKey }),
      update: (id, name, condition) => departments.update(id, { name }, condition),
      read: (id) => departments.read(id),
      remove: (id) => departments.remove(id),
    },
    taxonomyLabels: {
      type: 'taxonomy-label',
      member: 'name',
      ownership: 'own',
      create: (name, idempotencyKey) =>
        taxonomyLabels.create({ name, taxonomy: { id: company.taxonomyId } }, { idempotencyKey }),
      update: (id, name, condition) => taxonomyLabels.update(id, { name }, condition),
      read: (id) => taxonomyLabels.read(id),
      remove: (id) => taxonomyLabels.remove(id),
    },
    taxonomies: {
      type: 'taxonomy',
      member: 'name',
      ownership: 'own',
      create: (name, idempotencyKey) => taxonomies.create({ name }, { idempotencyKey }),
      update: (id, name, condition) => taxonomies.update(id, { name }, condition),
      read: (id) => taxonomies.read(id),
      remove: (id) => taxonomies.remove(id),
    },
    employeeAttributes: {
      type: 'employee-attribute',
      member: 'value',
      ownership: 'own',
      create: (value, idempotencyKey) =>
        employeeAttributes.create(
          { value, definition: { id: company.definitionId }, employee: { id: bearerOf(company, value) } },
          { idempotencyKey },
        ),
      update: (id, value, condition) => employeeAttributes.update(id, { value }, condition),
      read: (id) => employeeAttributes.read(id),
      remove: (id) => employeeAttributes.remove(id),
    },
  } satisfies Record<string, Kind>;
}

/** By the number at the end of the marker. */
function bearerOf({ employeeIds }: Company, marker: string): string {
  return employeeIds[Number(marker.split('-').at(-1)) % employeeIds.length] ?? '';
}

type Places = Pick<Company, 'templateId' | 'establishmentId' | 'departmentId'>;

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
