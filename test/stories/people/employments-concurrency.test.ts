/** Concurrent writes: one employment per person at a time, and never an internal error. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import { beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { type Body, createExample, pathOf, type Row } from '../../support/examples.ts';
import { inForm } from '../../support/form.ts';
import { establishment } from '../../support/organization/organization.ts';
import {
  at,
  type Company,
  employeeNow,
  employmentsOf,
  hired,
  hiring,
  moved,
  newCompany,
  positionsOf,
  rehired,
} from '../../support/people/people.ts';
import { eventsOf } from '../../support/recorded.ts';
import { type Reply, type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let company: Company;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...company } = await newCompany(service));
});

interface Dated extends Row {
  readonly start: { readonly date: string };
  readonly end: { readonly date: string } | null;
}

interface Stage extends Row {
  readonly employment: Row;
  readonly startsOn: string;
  readonly endsOn: string | null;
}

const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).toSorted();

const isDone = (status: number) => status < 300;

const post = (body: Body) => client.call('POST', pathOf(employments), { body });

const rehiring = (employee: Row, members: Body): Body => ({
  employee: at(employee),
  template: at(company.template),
  firstJobPosition: { businessEstablishment: at(company.place), department: at(company.department) },
  ...members,
});

const nextDay = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

/** No overlap, and within each employment positions from its first day to its last without a gap. */
async function expectSoundCareer(person: Row): Promise<void> {
  const spans = (await employmentsOf(client, person)) as Dated[];
  const stages = (await positionsOf(client, person)) as Stage[];
  for (const [index, { start }] of spans.entries()) {
    const previous = spans[index - 1];
    if (previous) expect((previous.end as { date: string }).date < start.date).toBe(true);
  }
  for (const { id, start, end } of spans) {
    const own = stages.filter(({ employment }) => employment.id === id);
    expect([own[0]?.startsOn, own.at(-1)?.endsOn]).toEqual([start.date, end?.date ?? null]);
    for (const [index, { startsOn }] of own.entries()) {
      if (index > 0) expect(startsOn).toBe(nextDay(own[index - 1]?.endsOn as string));
    }
  }
  const { applicableEmployment, applicableJobPosition } = await employeeNow(client, person);
  expect(spans.map(({ id }) => id)).toContain((applicableEmployment as Row).id);
  expect(stages.map(({ id }) => id)).toContain((applicableJobPosition as Row).id);
}

test('of many overlapping employments at once exactly one is made', async () => {
  for (let round = 0; round < inForm({ short: 2, full: 5 }); round += 1) {
    const ada = await hired(client, company, {}, { end: { date: '2024-06-30' } });
    const starts = Array.from({ length: 12 }, (_, index) => `2024-07-${String(index + 1).padStart(2, '0')}`);
    let replies: Reply[] = [];
    const events = await eventsOf(service, client, async () => {
      replies = await Promise.all(starts.map((date) => post(rehiring(ada, { start: { date } }))));
    });
    expect(statuses(replies)).toEqual([201, ...Array.from({ length: 11 }, () => 400)]);
    for (const { status, body } of replies) {
      if (status === 400) expect(Object.keys(body.errors)).toEqual(['start.date']);
    }
    expect(events.filter(({ topic }) => topic === 'employment.created')).toHaveLength(1);
    expect(events.filter(({ topic }) => topic === 'job-position.created')).toHaveLength(1);
    expect(await employmentsOf(client, ada)).toHaveLength(2);
    await expectSoundCareer(ada);
  }
}, 60_000);

test('of an employment that is opened again and one that is made after it, one is refused', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < inForm({ short: 4, full: 10 }); round += 1) {
    const ada = await hired(client, company, {}, { end: { date: '2024-06-30' } });
    const [{ id }] = (await employmentsOf(client, ada)) as [Row];
    const open = () => client.call('PATCH', pathOf(employments, id), { body: { end: null } });
    const make = () => post(rehiring(ada, { start: { date: '2024-07-01' } }));
    const replies = await Promise.all(round % 2 === 0 ? [open(), make()] : [make(), open()]);
    outcomes.add(statuses(replies).join(' '));
    await expectSoundCareer(ada);
  }
  expect(['200 400', '201 400']).toEqual(expect.arrayContaining([...outcomes]));
}, 60_000);

test('the database itself refuses an employment that overlaps', async () => {
  const ada = await hired(client, company, {}, { end: { date: '2024-06-30' } });
  const insertion = statement(`
    insert into employments (account_id, employee_id, legal_entity_id, status, start_date, end_date, template_id,
      created_at, last_updated_at, representation)
    select account_id, employee_id, legal_entity_id, status, $3::date, $4::date, template_id, created_at,
      last_updated_at, representation
    from employments where account_id = $1 and employee_id = $2 limit 1
    returning id`);
  const inserted = (start: string, end: string | null) =>
    service.database.transaction(account.id, (tx) => tx.run(insertion, [ada.id, start, end]));
  for (const [start, end] of [
    ['2024-06-30', null],
    ['2023-01-01', '2024-01-01'],
    ['2024-03-01', '2024-03-01'],
    ['2023-01-01', null],
  ] as const) {
    await expect(inserted(start, end)).rejects.toMatchObject({
      code: '23P01',
      constraint: 'employments_never_overlap',
    });
  }
  await expect(inserted('2025-02-01', '2025-01-01')).rejects.toMatchObject({ code: '23514' });
});

test('everything done to one career at once leaves it sound', async () => {
  const ada = await hired(client, company, {}, { end: { date: '2024-12-31' } });
  const [{ id }] = (await employmentsOf(client, ada)) as [Row];
  const second = await moved(client, company, { id }, '2024-07-01');
  const later = await rehired(client, company, ada, { start: { date: '2025-06-01' }, end: { date: '2025-12-31' } });
  const patch = (body: Body) => client.call('PATCH', pathOf(employments, id), { body });
  const position = (startsOn: string) =>
    client.call('POST', pathOf(jobPositions), {
      body: {
        employment: { id },
        startsOn,
        businessEstablishment: at(company.place),
        department: at(company.department),
      },
    });
  const replies = await Promise.all([
    ...['2024-02-01', '2024-07-15', '2024-05-01'].map((date) => patch({ start: { date } })),
    ...['2024-10-31', '2025-02-28', '2024-06-30'].map((date) => patch({ end: { date } })),
    patch({ end: null }),
    ...['2024-04-01', '2024-07-01', '2024-09-01', '2025-01-15'].map(position),
    client.call('DELETE', pathOf(jobPositions, second.id)),
    client.call('DELETE', pathOf(employments, later.id)),
    post(rehiring(ada, { start: { date: '2025-03-01' }, end: { date: '2025-05-31' } })),
    client.call('PATCH', pathOf(employees, ada.id), { body: { givenName: 'Grace' } }),
  ]);
  for (const { status, text } of replies) if (status >= 500) throw new Error(text);
  expect(await employeeNow(client, ada)).toMatchObject({ givenName: 'Grace' });
  await expectSoundCareer(ada);
});

test('of two deletions at once of the only two employments one is refused', async () => {
  for (let round = 0; round < inForm({ short: 2, full: 8 }); round += 1) {
    const ada = await hired(client, company, {}, { end: { date: '2024-06-30' } });
    await rehired(client, company, ada, { start: { date: '2024-07-01' } });
    const both = await employmentsOf(client, ada);
    const replies = await Promise.all(both.map(({ id }) => client.call('DELETE', pathOf(employments, id))));
    expect(statuses(replies)).toEqual([204, 400]);
    await expectSoundCareer(ada);
  }
});

test('of many probationary periods at once for an employment exactly one is made', async () => {
  const ada = await hired(client, company);
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  const body = { employment: at(employment), initialEndsOn: '2024-03-31' };
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => client.call('POST', pathOf(probationaryPeriods), { body })),
  );
  expect(statuses(replies)).toEqual([201, ...Array.from({ length: 7 }, () => 400)]);
  for (const { status, body: problem } of replies) {
    if (status === 400) expect(Object.keys(problem.errors)).toEqual(['employment']);
  }
});

test('of many hirings at once with one id in another system exactly one is made', async () => {
  const bodies = Array.from({ length: 8 }, () => hiring(company, { remoteId: 'HR-same' }));
  const replies = await Promise.all(bodies.map((body) => client.call('POST', pathOf(employees), { body })));
  expect(statuses(replies)).toEqual([201, ...Array.from({ length: 7 }, () => 400)]);
  for (const { status, body } of replies) {
    if (status === 400) expect(Object.keys(body.errors)).toEqual(['remoteId']);
  }
});

test('an establishment or a template is archived or takes a hiring, and nobody is hired into an archived one', async () => {
  for (let round = 0; round < inForm({ short: 4, full: 16 }); round += 1) {
    const place = await establishment(client, company.owner);
    const template = await createExample(client, employmentTemplates, { legalEntities: [] });
    const [resource, row] = round % 2 === 0 ? [businessEstablishments, place] : [employmentTemplates, template];
    const archive = () => client.call('PATCH', pathOf(resource, row.id), { body: { isArchived: true } });
    const hire = () => client.call('POST', pathOf(employees), { body: hiring({ ...company, place, template }) });
    const replies = await Promise.all(round % 4 < 2 ? [archive(), hire()] : [hire(), archive()]);
    for (const { status, text } of replies) if (status >= 500) throw new Error(text);
    const [archived] = round % 4 < 2 ? replies : replies.toReversed();
    if (resource === businessEstablishments) expect(statuses(replies)).toEqual([expect.toSatisfy(isDone), 400]);
    // A template can be archived while it is in use, so both may succeed, one after the other.
    else expect(archived?.status).toBe(200);
  }
}, 60_000);

test('people who concurrently become each other’s managers do not block', async () => {
  for (let round = 0; round < inForm({ short: 2, full: 6 }); round += 1) {
    const pair = [await hired(client, company), await hired(client, company)] as const;
    const [[one], [other]] = [await positionsOf(client, pair[0]), await positionsOf(client, pair[1])] as [[Row], [Row]];
    const manage = (position: Row, manager: Row) =>
      client.call('PATCH', pathOf(jobPositions, position.id), { body: { manager: at(manager) } });
    const replies = await Promise.all([manage(one, pair[1]), manage(other, pair[0])]);
    expect(statuses(replies)).toEqual([200, 200]);
  }
}, 60_000);

test('a person who is being referred to can be changed meanwhile', async () => {
  const boss = await hired(client, company);
  const [{ id }] = (await employmentsOf(client, boss)) as [Row];
  const naming = statement('select 1 from employees where account_id = $1 and id = $2 for key share');
  await service.database.transaction(account.id, async (tx) => {
    await tx.run(naming, [boss.id]);
    const body = { end: { date: '2024-12-31' } };
    expect((await client.call('PATCH', pathOf(employments, id), { body })).status).toBe(200);
    expect((await client.call('PATCH', pathOf(employees, boss.id), { body: { givenName: 'Grace' } })).status).toBe(200);
  });
  expect(await employeeNow(client, boss)).toMatchObject({ status: 'deactivated', givenName: 'Grace' });
});

test('a timezone change of an establishment and changes of its careers do not deadlock', async () => {
  for (let round = 0; round < inForm({ short: 2, full: 6 }); round += 1) {
    const place = await establishment(client, company.owner);
    const there = { ...company, place };
    const [{ id }] = (await positionsOf(client, await hired(client, there))) as [Row];
    const [other] = (await positionsOf(client, await hired(client, company))) as [Row];
    const patch = (position: string, body: Body) => client.call('PATCH', pathOf(jobPositions, position), { body });
    const replies = await Promise.all([
      patch(id, { businessEstablishment: at(company.place) }),
      client.call('PATCH', pathOf(businessEstablishments, place.id), { body: { timezoneId: 'Pacific/Kiritimati' } }),
      patch(other.id, { businessEstablishment: at(place) }),
      patch(id, { businessEstablishment: at(place) }),
      client.call('PATCH', pathOf(businessEstablishments, place.id), { body: { timezoneId: 'Etc/GMT+12' } }),
      patch(id, { businessEstablishment: at(company.place) }),
    ]);
    expect(new Set(statuses(replies))).toEqual(new Set([200]));
  }
}, 60_000);
