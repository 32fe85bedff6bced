/** A client application limited to establishments: which values it sees, and which people it may refer to. */
import { employees } from '@muster/contract/resources/employees.ts';
import { systemDefinitions } from '@muster/contract/system-definitions.ts';
import { beforeAll, expect, test } from 'vitest';
import {
  defined,
  fieldErrorsIn,
  givenValue,
  patchValue,
  postValue,
  severalValues,
  valueNow,
  valuesPath,
} from '../../support/attributes/attribute-values.ts';
import { baseSchema, singleValue } from '../../support/attributes/definitions.ts';
import { pathOf, type Row } from '../../support/examples.ts';
import { uploaded } from '../../support/files/files.ts';
import { establishment, eventsSeen } from '../../support/organization/organization.ts';
import { at, type Company, employmentsOf, hired, moved, newCompany } from '../../support/people/people.ts';
import { dayFromNow } from '../../support/recorded.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let company: Awaited<ReturnType<typeof newCompany>>;
let owner: TestClient;
/** Sees the people of the listed establishment. */
let limited: TestClient;
let unlisted: Company;
let seen: Row;
let hidden: Row;
let badge: Row;

beforeAll(async () => {
  service = await sharedService();
  company = await newCompany(service);
  owner = company.client;
  unlisted = { ...company, place: await establishment(owner, company.owner) };
  limited = await service.client(company.account, { establishments: [company.place.id] });
  seen = await hired(owner, company);
  hidden = await hired(owner, unlisted);
  badge = await defined(owner, singleValue(severalValues));
});

const idsIn = async (client: TestClient, query: string): Promise<string[]> =>
  (await client.call('GET', `${valuesPath}?limit=1000&${query}`)).body.items.map(({ id }: Row) => id);

test('values of people in other establishments are absent from lists and counts, and 404', async () => {
  const [own, other] = [await givenValue(owner, seen, badge, 'x'), await givenValue(owner, hidden, badge, 'y')];
  expect(await idsIn(limited, `definition.id=${badge.id}`)).toEqual([own.id]);
  expect(await idsIn(owner, `definition.id=${badge.id}`)).toEqual([own.id, other.id]);
  expect(await idsIn(limited, `id=${own.id},${other.id}`)).toEqual([own.id]);
  expect(await idsIn(limited, `employee.id=${hidden.id}`)).toEqual([]);
  const counted = await limited.call('GET', `${valuesPath}?limit=0&include=totalCount`);
  expect(counted.body.totalCount).toBe(systemDefinitions.length + 1);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const answer = await limited.call(method, `${valuesPath}/${other.id}`, method === 'PATCH' ? { body: {} } : {});
    expect(answer.status).toBe(404);
  }
  expect(await valueNow(owner, other)).toEqual(other);
  for (const row of [own, other]) await owner.call('DELETE', `${valuesPath}/${row.id}`);
});

test('members of people in other establishments are hidden in the same way, 404 before 403', async () => {
  const given = (person: Row) => `${valuesPath}/${person.id}002`;
  expect((await limited.call('GET', given(seen))).body.value).toBe(seen.givenName);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const call = (path: string) => limited.call(method, path, method === 'PATCH' ? { body: { value: 'x' } } : {});
    expect((await call(given(hidden))).status).toBe(404);
    expect((await call(given(seen))).status).toBe(method === 'GET' ? 200 : 403);
  }
});

test('a hidden person gets the same error as a missing one', async () => {
  const refusal = async (person: Row) => (await postValue(limited, person, badge, 'x')).body.errors;
  expect(await refusal(hidden)).toEqual(await refusal({ id: '999999' }));
  expect(Object.keys(await refusal(hidden))).toEqual(['employee.id']);
  const mentor = await defined(owner, singleValue({ schema: baseSchema('employee-reference'), ...severalValues }));
  const naming = async (person: Row) => (await postValue(limited, seen, mentor, at(person))).body.errors;
  expect(await naming(hidden)).toEqual(await naming({ id: '999999' }));
  const row = await givenValue(owner, seen, mentor, at(hidden));
  // An existing reference may stay, for every caller that sees the value.
  expect((await patchValue(limited, row, { value: at(hidden) })).status).toBe(200);
  expect(fieldErrorsIn(await patchValue(limited, row, { value: { id: '999999' } }))).toEqual(['value.id']);
});

test('files that only hidden values name cannot be named', async () => {
  const paper = await defined(owner, singleValue({ schema: baseSchema('file-reference'), ...severalValues }));
  const file = await uploaded(owner);
  await givenValue(owner, hidden, paper, at(file));
  expect(fieldErrorsIn(await postValue(limited, seen, paper, at(file)))).toEqual(['value.id']);
  await givenValue(owner, seen, paper, at(file));
  expect((await postValue(limited, seen, paper, at(file))).status).toBe(201);
});

test('values move with their employee, and events are seen where the employee is', async () => {
  const ada = await hired(owner, company);
  const row = await givenValue(owner, ada, badge, 'here');
  expect(await idsIn(limited, `id=${row.id}`)).toEqual([row.id]);
  const [employment] = (await employmentsOf(owner, ada)) as [Row];
  await moved(owner, unlisted, employment, dayFromNow(service, -1));
  expect((await owner.call('GET', pathOf(employees, ada.id))).status).toBe(200);
  expect(await idsIn(limited, `id=${row.id}`)).toEqual([]);
  expect((await limited.call('GET', `${valuesPath}/${row.id}`)).status).toBe(404);
  await patchValue(owner, row, { value: 'there' });
  const reported = (await eventsSeen(service, limited)).filter(({ data }) => data.id === row.id);
  expect(reported.map(({ topic, businessEstablishment }) => [topic, businessEstablishment?.id])).toEqual([
    ['employee-attribute.created', company.place.id],
  ]);
});
