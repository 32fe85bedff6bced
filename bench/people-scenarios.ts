/**
 * Scenarios of people at each size. Reads are compared between sizes. A hiring is compared with two floors: one writes the
 * same three rows and events with the statements of the service, the other does it by hand, into plain tables. New people
 * work in a department that no other scenario reads.
 */
import type { Ports, Scenario } from './measure.ts';
import { commonBeginning, rareBeginning } from './people-rows.ts';
import type { SeededPeople } from './people-seed.ts';
import { deepPageOf, followedPagesOf, headersOf, http, inTurn, same } from './requests.ts';

export const peopleNames = {
  read: 'read one employee',
  plain: 'list 100 employees without links',
  list: 'list 100 employees',
  followed: 'list 100 employees, each page from the one before',
  deep: 'list 100 employees at 90 % depth',
  department: 'employees of a department with totalCount',
  search: 'employees by the beginning of a name',
  searchAll: 'employees by a beginning that all have',
  hire: 'hire',
  hireByHand: 'hire, floor by hand',
} as const;

/** The same number at every size. */
const departmentsMax = 50;
const followedPages = 50;

export async function peopleScenarios(accounts: readonly SeededPeople[], ports: Ports): Promise<Scenario[]> {
  const each = await Promise.all(accounts.map((account) => scenariosOf(account, ports)));
  return each.flat();
}

async function scenariosOf(account: SeededPeople, ports: Ports): Promise<Scenario[]> {
  const { rows } = account;
  const headers = await headersOf(account, ports);
  const get = (path: string) => http(`GET /svc-api/employees${path}`, headers);
  const deepPage = await deepPageOf('employees', rows, ports, headers);
  const followed = await followedPagesOf('employees', followedPages, ports, headers);
  const departments = Array.from({ length: departmentsMax }, (_, index) => account.departmentId + index);
  const reads = {
    [peopleNames.read]: inTurn(account.readIds.map((id) => get(`/${id}`))),
    // As a client requests the first page if it means to follow it.
    [peopleNames.list]: same(get('?limit=100&include=links')),
    [peopleNames.followed]: inTurn(followed.map((page) => get(page.search))),
    [peopleNames.deep]: same(get(deepPage.search)),
    [peopleNames.department]: inTurn(
      departments.map((id) => get(`?limit=100&applicableJobPosition.department.id=${id}&include=totalCount`)),
    ),
    [peopleNames.search]: same(get(`?limit=100&search=${rareBeginning}`)),
    [peopleNames.searchAll]: same(get(`?limit=100&search=${commonBeginning}`)),
  };
  const page = {
    service: same(get('?limit=100')),
    floor: same(http(`GET /${account.accountId}/people?limit=101`, [])),
  };
  return [
    { name: peopleNames.plain, rows, ...page, expectedStatus: 200 },
    ...Object.entries(reads).map(([name, service]) => ({ name, rows, service, expectedStatus: 200 })),
    hiring(account, headers, peopleNames.hire, 'employees'),
    hiring(account, headers, peopleNames.hireByHand, 'employees-by-hand'),
  ];
}

function hiring(account: SeededPeople, headers: readonly string[], name: string, floor: string): Scenario {
  const body = JSON.stringify({
    givenName: 'Zoltán',
    familyName: 'Newcomer',
    email: 'zoltan.newcomer@example.com',
    firstEmployment: {
      start: { date: '2026-01-01' },
      template: { id: String(account.templateId) },
      firstJobPosition: {
        businessEstablishment: { id: String(account.establishmentId) },
        department: { id: String(account.emptyDepartmentId) },
        jobTitle: 'Forklift driver',
      },
    },
  });
  const type = 'Content-Type: application/json';
  return {
    name,
    rows: account.rows,
    service: same(http('POST /svc-api/employees', [...headers, type], body)),
    floor: same(http(`POST /${account.accountId}/${floor}/${account.legalEntityId}`, [type], body)),
    expectedStatus: 201,
  };
}
