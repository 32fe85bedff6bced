/** A client application limited to establishments: whose careers it sees, and where it may hire. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import { isOwner } from '@muster/contract/resources.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { setSettings } from '../../support/account-settings.ts';
import { defined, givenValue } from '../../support/attributes/attribute-values.ts';
import { singleValue } from '../../support/attributes/definitions.ts';
import { answering, type Body, pathOf, type Row } from '../../support/examples.ts';
import { approve, leaveAccount, leaveOf, requestOf } from '../../support/leaves/leaves.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  establishment,
  eventsSeen,
  found,
} from '../../support/organization/organization.ts';
import {
  at,
  type Company,
  employmentsOf,
  hired,
  hiring,
  moved,
  newCompany,
  positionsOf,
  rehired,
} from '../../support/people/people.ts';
import { personalRecord } from '../../support/people/personal-records.ts';
import { onProbation } from '../../support/people/probation.ts';
import { dayFromNow } from '../../support/recorded.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
/** Sees everything. */
let owner: TestClient;
/** Limited to the establishment of `listed`. */
let limited: TestClient;
let listed: Company;
let unlisted: Company;
/** One row of each resource, of a person in the listed establishment and of a person elsewhere. */
let seen: Map<Resource, Row>;
let hidden: Map<Resource, Row>;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client: owner, ...listed } = await newCompany(service));
  unlisted = { ...listed, place: await establishment(owner, listed.owner) };
  limited = await service.client(account, { establishments: [listed.place.id] });
  seen = await everythingOf(await hired(owner, listed));
  hidden = await everythingOf(await hired(owner, unlisted));
});

async function everythingOf(person: Row): Promise<Map<Resource, Row>> {
  const [employment] = (await employmentsOf(owner, person)) as [Row];
  const [position] = (await positionsOf(owner, person)) as [Row];
  const period = await onProbation(owner, employment);
  return new Map<Resource, Row>([
    [employees, person],
    [employments, employment],
    [jobPositions, position],
    [probationaryPeriods, period],
    [employeePersonalRecords, await personalRecord(owner, person)],
    [employeeAttributes, await givenValue(owner, person, await defined(owner, singleValue()), 'M')],
    ...(await absenceOf(person)),
  ]);
}

/** One of two levels has approved it. */
async function absenceOf(person: Row): Promise<[Resource, Row][]> {
  const leave = await leaveOf(owner, person, await leaveAccount(owner, { approvalLevels: 2 }), '2025-03-03');
  const request = await requestOf(owner, leave);
  const decision = await approve(owner, request);
  return [
    [leaves, leave],
    [leaveRequests, request],
    [leaveRequestDecisions, decision],
  ];
}

/** Every resource that belongs to people, by declaration: a new one without a row here fails. */
const families = answering('list').filter((resource) => isOwner(resource) || resource.ownedThrough !== undefined);
const changes: ReadonlyMap<Resource, Body> = new Map<Resource, Body>([
  [employees, { givenName: 'Grace' }],
  [employments, { remoteId: 'CT-1' }],
  [jobPositions, { jobTitle: 'Chief' }],
  [probationaryPeriods, { initialEndsOn: '2024-04-30' }],
  [employeePersonalRecords, { legalGender: 'diverse' }],
  [employeeAttributes, { value: 'L' }],
  [leaves, { status: 'cancelled' }],
]);
/** Members of people are values too, and have their own stories. */
const narrowing: ReadonlyMap<Resource, string> = new Map([[employeeAttributes, '&definition.category=extension']]);
const one = (rows: Map<Resource, Row>, resource: Resource): Row => rows.get(resource) as Row;

describe.each(families)('of $path', (resource) => {
  test('lists, counts and reads hold those of people in listed establishments', async () => {
    const [{ id }, other] = [one(seen, resource), one(hidden, resource)];
    const counted = `${pathOf(resource)}?include=totalCount${narrowing.get(resource) ?? ''}`;
    const { body } = await limited.call('GET', counted);
    expect([body.items.map((row: Row) => row.id), body.totalCount]).toEqual([[id], 1]);
    expect(await found(limited, resource, `id=${id},${other.id}`)).toEqual([id]);
    expect((await limited.call('GET', pathOf(resource, id))).status).toBe(200);
    expect((await owner.call('GET', `${counted}&limit=0`)).body.totalCount).toBe(2);
  });

  test('the others are 404 like nothing at all, and stay as they are', async () => {
    const { id } = one(hidden, resource);
    const before = (await owner.call('GET', pathOf(resource, id))).text;
    const methods = { update: ['PATCH'], remove: ['DELETE'], read: ['GET'], list: [], create: [] };
    for (const method of resource.operations.flatMap((operation) => methods[operation])) {
      const body = method === 'PATCH' ? changes.get(resource) : undefined;
      const answer = await limited.call(method, pathOf(resource, id), { body });
      const absent = await limited.call(method, pathOf(resource, '999999'), { body });
      expect([answer.status, answer.body.detail]).toEqual([404, absent.body.detail.replace('999999', id)]);
    }
    expect((await owner.call('GET', pathOf(resource, id))).text).toBe(before);
  });

  test.runIf(resource.operations.includes('update'))('what is seen can be changed', async () => {
    const given = changes.get(resource) as Body;
    expect(await changed(limited, resource, one(seen, resource), given)).toMatchObject(given);
  });
});

test('a hidden employee or employment cannot be named, with the same words as for a missing one', async () => {
  const refusal = async (resource: Resource, body: Body) =>
    (await limited.call('POST', pathOf(resource), { body })).body;
  const { businessEstablishment, department } = one(seen, jobPositions);
  const position = { businessEstablishment, department };
  const start = { date: '2020-01-01' };
  const end = { date: '2020-12-31' };
  const template = at(listed.template);
  for (const [resource, member, rows, rest] of [
    [employments, 'employee', employees, { start, end, template, firstJobPosition: position }],
    [jobPositions, 'employment', employments, { ...position, startsOn: '2024-02-01' }],
    [probationaryPeriods, 'employment', employments, { initialEndsOn: '2024-03-31' }],
  ] as const) {
    const { errors } = await refusal(resource, { ...rest, [member]: at(one(hidden, rows)) });
    expect(Object.keys(errors)).toEqual([member]);
    expect((await refusal(resource, { ...rest, [member]: { id: '999999' } })).errors).toEqual(errors);
  }
  const manager = at(one(hidden, employees));
  expect(await creationErrors(limited, employees, hiring(listed, {}, {}, { manager }))).toEqual([
    'firstEmployment.firstJobPosition.manager',
  ]);
  expect(await changeErrors(limited, jobPositions, one(seen, jobPositions), { manager })).toEqual(['manager']);
});

test('nobody is hired, hired again or moved into an establishment that is not listed', async () => {
  const member = 'firstJobPosition.businessEstablishment';
  expect(await creationErrors(limited, employees, hiring(unlisted))).toEqual([`firstEmployment.${member}`]);
  const { template, department } = listed;
  await setSettings(service, account, { template, department, businessEstablishment: unlisted.place });
  const ada = { givenName: 'Ada', familyName: 'Lovelace' };
  expect(await creationErrors(limited, employees, ada)).toEqual([`firstEmployment.${member}`]);
  const again = rehired(limited, unlisted, one(seen, employees), {
    start: { date: '2020-01-01' },
    end: { date: '2020-12-31' },
  });
  await expect(again).rejects.toThrow(member);
  await expect(moved(limited, unlisted, one(seen, employments), '2024-02-01')).rejects.toThrow('businessEstablishment');
  expect(
    await changeErrors(limited, jobPositions, one(seen, jobPositions), { businessEstablishment: at(unlisted.place) }),
  ).toEqual(['businessEstablishment']);
  expect(await found(owner, employees, '')).toEqual([one(seen, employees).id, one(hidden, employees).id]);
});

test('embedded leaves out people that the client may not see', async () => {
  const { client: all, account: of, ...here } = await newCompany(service);
  const there = { ...here, place: await establishment(all, here.owner) };
  const boss = await hired(all, there);
  const ada = await hired(all, here, {}, {}, { manager: at(boss) });
  const some = await service.client(of, { establishments: [here.place.id] });
  const { body } = await some.call('GET', `${pathOf(jobPositions)}?include=embedded`);
  expect(body.items.map(({ manager }: Row) => manager)).toEqual([expect.objectContaining(at(boss))]);
  expect(Object.keys(body.embedded.employee)).toEqual([ada.id]);
  const list = await some.call('GET', `${pathOf(employees)}?include=embedded`);
  expect(Object.keys(list.body.embedded.employment)).toEqual([(ada.applicableEmployment as Row).id]);
});

test('a person who moves out of the listed establishments disappears with one last event, and earlier events stay', async () => {
  const { client: all, account: of, ...here } = await newCompany(service);
  const there = { ...here, place: await establishment(all, here.owner) };
  const some = await service.client(of, { establishments: [here.place.id] });
  const ada = await hired(all, here);
  const rows = async () =>
    Promise.all([employees, employments, jobPositions].map((resource) => found(some, resource, 'sort=id')));
  const topics = async () => (await eventsSeen(service, some)).filter(({ data }) => data.type === 'employee');
  const [employment] = (await employmentsOf(all, ada)) as [Row];
  expect((await rows()).map((ids) => ids.length)).toEqual([1, 1, 1]);
  await moved(all, there, employment, dayFromNow(service, 10));
  expect((await rows()).map((ids) => ids.length)).toEqual([1, 1, 2]);
  expect((await topics()).map(({ topic }) => topic)).toEqual(['employee.created']);
  await moved(all, there, employment, dayFromNow(service, -10));
  expect(await rows()).toEqual([[], [], []]);
  // The event of the move belongs to the new establishment: the former one learns of it, and nothing else.
  const [, move, ...more] = await topics();
  expect([move?.topic, move?.businessEstablishment?.id, more]).toEqual(['employee.updated', there.place.id, []]);
  expect(Object.keys(move?.data ?? {})).toEqual(['id', 'type', 'url']);
});

test.each(['', '&asOf=2030-01-01'])('the status of a manager elsewhere is not found out by a filter%s', async (at) => {
  const person = await hired(owner, listed);
  const [position] = (await positionsOf(owner, person)) as [Row];
  const body = { manager: { id: one(hidden, employees).id } };
  expect((await owner.call('PATCH', `${pathOf(jobPositions)}/${position.id}`, { body })).status).toBe(200);
  const found = async (client: TestClient, filter: string) => {
    const query = `${pathOf(employees)}?id=${person.id}&${filter}${at}`;
    return ((await client.call('GET', query)).body.items as Row[]).length;
  };
  const filter = 'applicableJobPosition.manager.status=active,upcoming,deactivated';
  expect([await found(owner, filter), await found(limited, filter)]).toEqual([1, 0]);
  expect([await found(owner, `-${filter}`), await found(limited, `-${filter}`)]).toEqual([0, 1]);
});
