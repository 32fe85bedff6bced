/** Helpers for stories about personal records. */
import { departments } from '@muster/contract/resources/departments.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { type Body, createExample, pathOf, type Row, unique } from '../examples.ts';
import { establishment, legalEntity } from '../organization/organization.ts';
import type { TestClient } from '../service.ts';

export const recordsPath = pathOf(employeePersonalRecords);

/** An employee in the given establishment, or in a new one. */
export async function hired(client: TestClient, place?: Row): Promise<Row> {
  const businessEstablishment = place ?? (await establishment(client, await legalEntity(client)));
  const template = await createExample(client, employmentTemplates, { legalEntities: [] });
  const department = await createExample(client, departments);
  const body = {
    givenName: 'Nora',
    familyName: `Lindqvist ${unique()}`,
    firstEmployment: {
      template: { id: template.id },
      firstJobPosition: { businessEstablishment: { id: businessEstablishment.id }, department: { id: department.id } },
    },
  };
  const created = await client.call('POST', pathOf(employees), { body });
  if (created.status !== 201) throw new Error(`Nobody was hired: ${created.text}`);
  return created.body;
}

export async function personalRecord(client: TestClient, employee: Row, members: Body = {}): Promise<Row> {
  const created = await client.call('POST', recordsPath, { body: { employee: { id: employee.id }, ...members } });
  if (created.status !== 201) throw new Error(`No record was created: ${created.text}`);
  return created.body;
}

/** Every confidential member with a value. */
export const confidential = {
  title: 'miss',
  legalGender: 'female',
  birthDate: '1991-03-06',
  insuranceNumber: { format: 'frenchSSN', value: '2 91 03 69 381 042 02' },
  nationalitiesCountryCodes: ['SWE'],
  bankAccount: {
    format: 'iban',
    bankName: 'Banque des Deux Rives',
    accountIdentifier: 'FR76 3000 6000 0112 3456 7890 189',
    bankIdentifier: null,
  },
  phoneNumber: '+33612345678',
  email: 'nora.l@mail.example.com',
};
