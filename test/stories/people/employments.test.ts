/** Employments: never two at once, and the effect of their dates. */
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, createExample, pathOf, type Row } from '../../support/examples.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  found,
  removalErrors,
} from '../../support/organization/organization.ts';
import {
  at,
  type Company,
  company as companyOf,
  employeeNow,
  employmentsOf,
  hired,
  moved,
  newCompany,
  positionsOf,
  rehired,
} from '../../support/people/people.ts';
import { onProbation } from '../../support/people/probation.ts';
import { dayFromNow, eventsOf, summary, topicOf } from '../../support/recorded.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let company: Company;

beforeAll(async () => {
  service = await sharedService();
  ({ client, ...company } = await newCompany(service));
});

const from = (date: string) => ({ start: { date } });
const until = (date: string) => ({ end: { date } });

/** A person with one employment, in 2024 by default. */
async function employed(members: Body = until('2024-12-31')): Promise<{ ada: Row; employment: Row }> {
  const ada = await hired(client, company, {}, members);
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  return { ada, employment };
}

const rehiring = (employee: Row, members: Body, position: Body = {}): Body => ({
  employee: at(employee),
  template: at(company.template),
  firstJobPosition: { businessEstablishment: at(company.place), department: at(company.department), ...position },
  ...members,
});

describe('employments of one person', () => {
  test('never overlap: the next one starts on the day after the end at the earliest', async () => {
    const { ada } = await employed();
    for (const span of [
      from('2024-12-31'),
      { ...from('2023-01-01'), ...until('2024-01-01') },
      { ...from('2024-06-01'), ...until('2024-06-01') },
      { ...from('2023-01-01'), ...until('2025-12-31') },
      from('2023-01-01'),
    ]) {
      expect(await creationErrors(client, employments, rehiring(ada, span))).toEqual(['start.date']);
    }
    const before = await rehired(client, company, ada, { ...from('2023-01-01'), ...until('2023-12-31') });
    const after = await rehired(client, company, ada, from('2025-01-01'));
    expect((await employmentsOf(client, ada)).map(({ id }) => id)).toEqual([before.id, expect.any(String), after.id]);
    expect(await changeErrors(client, employments, after, from('2024-12-31'))).toEqual(['start.date']);
    expect(await changeErrors(client, employments, before, until('2024-01-01'))).toEqual(['start.date']);
  });

  test('end on the day they start at the earliest', async () => {
    const { ada, employment } = await employed();
    const span = { ...from('2025-06-01'), ...until('2025-05-31') };
    expect(await creationErrors(client, employments, rehiring(ada, span))).toEqual(['end.date']);
    expect(await changeErrors(client, employments, employment, until('2023-12-31'))).toEqual(['end.date']);
    const day = await rehired(client, company, ada, { ...from('2025-06-01'), ...until('2025-06-01') });
    expect(day).toMatchObject({ status: 'deactivated', ...from('2025-06-01'), ...until('2025-06-01') });
  });

  test('are open while they have no end, whatever their template says of the term', async () => {
    const template = await createExample(client, employmentTemplates, { legalEntities: [], term: 'fixed' });
    const { employment } = await employed({ template: at(template) });
    expect(employment).toMatchObject({ end: null, status: 'active' });
    expect(await changed(client, employments, employment, until('2024-12-31'))).toMatchObject({
      status: 'deactivated',
      ...until('2024-12-31'),
    });
  });
});

test('the legal entity is that of the establishment of the first position, and cannot be another', async () => {
  const { ada, employment } = await employed();
  const other = await companyOf(client);
  const span = from('2025-01-01');
  const { legalEntity } = other.place;
  expect(await creationErrors(client, employments, rehiring(ada, { ...span, legalEntity }))).toEqual(['legalEntity']);
  expect(await changeErrors(client, employments, employment, { legalEntity })).toEqual(['legalEntity']);
  const place = { businessEstablishment: at(other.place) };
  const made = await client.call('POST', pathOf(employments), { body: rehiring(ada, { ...span, legalEntity }, place) });
  expect([made.status, made.body.legalEntity]).toEqual([201, legalEntity]);
  const same = { legalEntity, employee: at(ada), status: made.body.status };
  expect(await changed(client, employments, made.body, same)).toEqual(made.body);
});

test('a first position that moves to another legal entity takes the employment along, and both record it', async () => {
  const { ada, employment } = await employed();
  const [position] = (await positionsOf(client, ada)) as [Row];
  const other = await companyOf(client);
  const businessEstablishment = at(other.place);
  const events = await eventsOf(service, client, () =>
    changed(client, jobPositions, position, { businessEstablishment }),
  );
  expect(summary(events)).toEqual({
    [topicOf('employment.updated', employment)]: { legalEntity: employment.legalEntity },
    [topicOf('job-position.updated', position)]: { businessEstablishment: position.businessEstablishment },
  });
  expect((await employmentsOf(client, ada))[0]).toMatchObject({ legalEntity: at(other.owner) });
  expect(await found(client, employees, `applicableEmployment.legalEntity.id=${other.owner.id}`)).toEqual([ada.id]);
});

test('a template is not archived and available to the legal entity', async () => {
  const { ada, employment } = await employed();
  const other = await companyOf(client);
  const foreign = await createExample(client, employmentTemplates, { legalEntities: [at(other.owner)] });
  const archived = await createExample(client, employmentTemplates, { legalEntities: [], isArchived: true });
  for (const template of [at(foreign), at(archived), { id: '999999' }]) {
    const body = rehiring(ada, { ...from('2025-01-01'), template });
    expect(await creationErrors(client, employments, body)).toEqual(['template']);
    expect(await changeErrors(client, employments, employment, { template })).toEqual(['template']);
  }
  const own = await createExample(client, employmentTemplates, { legalEntities: [at(other.owner), at(company.owner)] });
  const events = await eventsOf(service, client, () => changed(client, employments, employment, { template: at(own) }));
  expect(summary(events)).toEqual({ [topicOf('employment.updated', employment)]: { template: employment.template } });
});

describe('a moved start', () => {
  test('moves the first position and the probationary period, and each records it', async () => {
    const { ada, employment } = await employed();
    const [position] = (await positionsOf(client, ada)) as [Row];
    const second = await moved(client, company, employment, '2024-07-01');
    const period = await onProbation(client, employment);
    const events = await eventsOf(service, client, () => changed(client, employments, employment, from('2024-02-01')));
    expect(summary(events)).toEqual({
      [topicOf('employment.updated', employment)]: from('2024-01-01'),
      [topicOf('job-position.updated', position)]: { startsOn: '2024-01-01' },
      [topicOf('probationary-period.updated', period)]: { startsOn: '2024-01-01' },
    });
    expect(await positionsOf(client, ada)).toMatchObject([
      { id: position.id, startsOn: '2024-02-01', endsOn: '2024-06-30' },
      { id: second.id, startsOn: '2024-07-01' },
    ]);
    expect((await client.call('GET', pathOf(probationaryPeriods, period.id))).body).toMatchObject({
      startsOn: '2024-02-01',
      endsOn: '2024-03-31',
    });
  });

  test('stays before the second position and within the probationary period', async () => {
    const { employment } = await employed();
    const period = await onProbation(client, employment);
    expect(await changeErrors(client, employments, employment, from('2024-04-01'))).toEqual(['start.date']);
    expect(await changed(client, employments, employment, from('2024-03-31'))).toMatchObject(from('2024-03-31'));
    await client.call('DELETE', pathOf(probationaryPeriods, period.id));
    await moved(client, company, employment, '2024-07-01');
    for (const date of ['2024-07-01', '2024-07-02']) {
      expect(await changeErrors(client, employments, employment, from(date))).toEqual(['start.date']);
    }
    expect(await changed(client, employments, employment, from('2024-06-30'))).toMatchObject(from('2024-06-30'));
  });
});

describe('a moved end', () => {
  test('moves the end of the last position, and both record it', async () => {
    const { ada, employment } = await employed();
    const second = await moved(client, company, employment, '2024-07-01');
    const events = await eventsOf(service, client, () => changed(client, employments, employment, until('2024-09-30')));
    expect(summary(events)).toEqual({
      [topicOf('employment.updated', employment)]: until('2024-12-31'),
      [topicOf('job-position.updated', second)]: { endsOn: '2024-12-31' },
    });
    expect(await positionsOf(client, ada)).toMatchObject([{ endsOn: '2024-06-30' }, { endsOn: '2024-09-30' }]);
  });

  test('is not before the day on which a position starts', async () => {
    const { employment } = await employed();
    await moved(client, company, employment, '2024-07-01');
    expect(await changeErrors(client, employments, employment, until('2024-06-30'))).toEqual(['end.date']);
    expect(await changed(client, employments, employment, until('2024-07-01'))).toMatchObject(until('2024-07-01'));
  });

  test('taken away opens the employment again, unless another one follows', async () => {
    const { ada, employment } = await employed();
    const [position] = (await positionsOf(client, ada)) as [Row];
    const next = await rehired(client, company, ada, { ...from('2025-06-01'), ...until('2025-06-30') });
    expect(await changeErrors(client, employments, employment, { end: null })).toEqual(['start.date']);
    await client.call('DELETE', pathOf(employments, next.id));
    const events = await eventsOf(service, client, () => changed(client, employments, employment, { end: null }));
    const [was, former] = ['deactivated', '2024-12-31'];
    expect(summary(events)).toEqual({
      [topicOf('employee.updated', ada)]: { status: was },
      [topicOf('employment.updated', employment)]: { status: was, end: { date: former } },
      [topicOf('job-position.updated', position)]: { status: was, endsOn: former },
    });
  });

  test('deactivates the employee after the last day, not on it', async () => {
    const { ada, employment } = await employed({});
    await changed(client, employments, employment, { end: { date: dayFromNow(service, 0) } });
    expect(await employeeNow(client, ada)).toMatchObject({ status: 'active' });
    await changed(client, employments, employment, { end: { date: dayFromNow(service, -1) } });
    expect(await employeeNow(client, ada)).toMatchObject({ status: 'deactivated' });
  });
});

describe('a deletion', () => {
  test('is refused for the only employment of somebody', async () => {
    const { employment } = await employed();
    expect(await removalErrors(client, employments, employment)).toEqual(['id']);
  });

  test('takes positions and probationary period along, and all of it is recorded', async () => {
    const { ada } = await employed();
    const again = await rehired(client, company, ada, from('2025-01-01'));
    const [, first] = (await positionsOf(client, ada)) as [Row, Row];
    const second = await moved(client, company, again, '2025-07-01');
    const period = await onProbation(client, again, { initialEndsOn: '2025-03-31' });
    const before = await employeeNow(client, ada);
    const events = await eventsOf(service, client, () => client.call('DELETE', pathOf(employments, again.id)));
    const { status, applicableEmployment, applicableJobPosition } = before;
    expect(summary(events)).toEqual({
      [topicOf('probationary-period.deleted', period)]: null,
      [topicOf('job-position.deleted', first)]: null,
      [topicOf('job-position.deleted', second)]: null,
      [topicOf('employment.deleted', again)]: null,
      [topicOf('employee.updated', ada)]: { status, applicableEmployment, applicableJobPosition },
    });
    for (const [resource, row] of [
      [employments, again],
      [jobPositions, first],
      [jobPositions, second],
      [probationaryPeriods, period],
    ] as const) {
      expect((await client.call('GET', pathOf(resource, row.id))).status).toBe(404);
    }
    expect(await employeeNow(client, ada)).toMatchObject({ status: 'deactivated' });
  });
});
