/** Helpers for stories about people: a small company, a hired person, and their state. */
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { type Body, createExample, newcomer, pathOf, type Row, unique } from '../examples.ts';
import { establishment, legalEntity } from '../organization/organization.ts';
import type { SharedService, TestClient } from '../service.ts';

export interface Company {
  readonly owner: Row;
  readonly place: Row;
  readonly department: Row;
  readonly template: Row;
}

export async function company(client: TestClient, members: Body = {}): Promise<Company> {
  const owner = await legalEntity(client);
  const place = await establishment(client, owner, members);
  const department = await createExample(client, departments);
  const template = await createExample(client, employmentTemplates, { legalEntities: [] });
  return { owner, place, department, template };
}

/** A new account with a company in it. */
export async function newCompany(service: SharedService, members: Body = {}) {
  const { account, client } = await newcomer(service);
  return { account, client, ...(await company(client, members)) };
}

export const at = ({ id }: Row): { id: string } => ({ id });

/** The body of a hiring; `employment` and `position` override the values of the company. */
export function hiring(
  { place, department, template }: Company,
  members: Body = {},
  employment: Body = {},
  position: Body = {},
): Body {
  return {
    givenName: 'Ada',
    familyName: `Family ${unique()}`,
    firstEmployment: {
      start: { date: '2024-01-01' },
      template: at(template),
      firstJobPosition: { businessEstablishment: at(place), department: at(department), ...position },
      ...employment,
    },
    ...members,
  };
}

async function created(client: TestClient, path: string, body: Body): Promise<Row> {
  const reply = await client.call('POST', path, { body });
  if (reply.status !== 201) throw new Error(`POST ${path} answers ${reply.status}: ${reply.text}`);
  return reply.body;
}

export const hired = (
  client: TestClient,
  where: Company,
  members: Body = {},
  employment: Body = {},
  position: Body = {},
): Promise<Row> => created(client, pathOf(employees), hiring(where, members, employment, position));

/** Hires a person again. */
export const rehired = (
  client: TestClient,
  { place, department, template }: Company,
  employee: Row,
  members: Body,
  position: Body = {},
): Promise<Row> =>
  created(client, pathOf(employments), {
    employee: at(employee),
    template: at(template),
    firstJobPosition: { businessEstablishment: at(place), department: at(department), ...position },
    ...members,
  });

/** Creates another position of an employment. */
export const moved = (
  client: TestClient,
  { place, department }: Company,
  employment: Row,
  startsOn: string,
  members: Body = {},
): Promise<Row> =>
  created(client, pathOf(jobPositions), {
    employment: at(employment),
    startsOn,
    businessEstablishment: at(place),
    department: at(department),
    ...members,
  });

async function all(client: TestClient, path: string): Promise<Row[]> {
  const { status, body, text } = await client.call('GET', path);
  if (status !== 200) throw new Error(`GET ${path} answers ${status}: ${text}`);
  return body.items;
}

export const employmentsOf = (client: TestClient, { id }: Row): Promise<Row[]> =>
  all(client, `${pathOf(employments)}?employee.id=${id}&sort=start.date`);

export const positionsOf = (client: TestClient, { id }: Row): Promise<Row[]> =>
  all(client, `${pathOf(jobPositions)}?employment.employee.id=${id}&sort=startsOn`);

export async function employeeNow(client: TestClient, { id }: Row): Promise<Row> {
  return (await client.call('GET', pathOf(employees, id))).body;
}
