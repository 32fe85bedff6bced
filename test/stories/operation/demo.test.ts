// The demo company after a first start.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Demo, demoAt } from '../../support/demo.ts';
import { inFull } from '../../support/form.ts';
import type { Reply } from '../../support/service.ts';

type Row = Reply['body'];

async function all(call: Demo['call'], path: string): Promise<Row[]> {
  const { status, body, text } = await call('GET', `/svc-api/${path}${path.includes('?') ? '&' : '?'}limit=1000`);
  if (status !== 200) throw new Error(text);
  return body.items;
}

function countBy(rows: readonly Row[], key: (row: Row) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[key(row)] = (counts[key(row)] ?? 0) + 1;
  return counts;
}

const byId = (rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row.id, row]));

const families = [
  'legal-entities',
  'business-establishments',
  'departments',
  'employees',
  'employments',
  'job-positions',
  'probationary-periods',
  'employee-personal-records',
] as const;

let demo: Demo;
let rows: Record<(typeof families)[number], Row[]>;

beforeAll(async () => {
  demo = await demoAt();
  const found = await Promise.all(families.map(async (family) => [family, await all(demo.call, family)]));
  rows = Object.fromEntries(found);
});

afterAll(() => demo.stop());

const hiredOn = (employeeId: string): string =>
  rows.employments
    .filter(({ employee }) => employee.id === employeeId)
    .map(({ start }) => start.date)
    .sort()[0];

describe('the demo company', () => {
  it('has 250 people in three countries and six establishments', () => {
    expect(rows.employees).toHaveLength(250);
    expect(rows['legal-entities'].map(({ countryCode }) => countryCode).sort()).toEqual(['DEU', 'ESP', 'FRA']);
    const active = rows['job-positions'].filter(({ status }) => status === 'active');
    const staffed = new Set(active.map(({ businessEstablishment }) => businessEstablishment.id));
    expect(staffed).toEqual(new Set(rows['business-establishments'].map(({ id }) => id)));
    expect(staffed.size).toBe(6);
  });

  it('is a tree of departments, each with a head who works there', () => {
    expect(countBy(rows.departments, ({ level }) => level)).toEqual({ 1: 1, 2: 4, 3: 12 });
    const positions = byId(rows['job-positions']);
    const people = byId(rows.employees);
    for (const { id, manager } of rows.departments) {
      const head = people.get(manager.id);
      expect(head.status).toBe('active');
      expect(positions.get(head.applicableJobPosition.id).department.id).toBe(id);
    }
  });

  it('has people of every status, careers of eight years, and what is still to come', () => {
    const perStatus = countBy(rows.employees, ({ status }) => status);
    expect(perStatus.active).toBeGreaterThan(180);
    expect(perStatus.deactivated).toBeGreaterThan(25);
    expect(perStatus.upcoming).toBeGreaterThan(3);
    const days = rows.employments.map(({ start }) => Date.parse(start.date)).sort((one, other) => one - other);
    const years = (demo.service.now().getTime() - (days[0] as number)) / 86_400_000 / 365.25;
    expect(years).toBeGreaterThan(7.9);
    const active = new Set(rows.employees.filter(({ status }) => status === 'active').map(({ id }) => id));
    const moving = rows['job-positions'].filter(
      ({ status, employee }) => status === 'upcoming' && active.has(employee.id),
    );
    expect(moving.length).toBeGreaterThan(3);
    const leaving = rows.employments.filter(({ status, end }) => status === 'active' && end !== null);
    expect(leaving.length).toBeGreaterThan(3);
  });

  it('has promotions, other departments, other hours and other establishments', () => {
    const updated = rows['job-positions'].flatMap(({ updatedAttributes }) => updatedAttributes);
    const counts = countBy(updated, (name) => name);
    for (const name of ['jobTitle', 'jobQualification', 'department', 'workingTimeArrangement']) {
      expect(counts[name], name).toBeGreaterThan(5);
    }
    const places = new Map<string, Set<string>>();
    for (const { employment, businessEstablishment } of rows['job-positions']) {
      places.set(employment.id, (places.get(employment.id) ?? new Set()).add(businessEstablishment.id));
    }
    expect([...places.values()].filter(({ size }) => size > 1).length).toBeGreaterThan(3);
  });

  it('has people who came back, and people who went to another legal entity', () => {
    const several = Object.values(Object.groupBy(rows.employments, ({ employee }) => employee.id))
      .filter((own = []) => own.length > 1)
      .map((own = []) => own.toSorted((one, other) => (one.start.date < other.start.date ? -1 : 1)));
    const gapDays = ([left, back]: Row[]) => (Date.parse(back.start.date) - Date.parse(left.end.date)) / 86_400_000;
    expect(several.filter((own) => gapDays(own) > 90).length).toBeGreaterThan(3);
    expect(several.filter(([one, other]) => one.legalEntity.id !== other.legalEntity.id).length).toBeGreaterThan(0);
  });

  it('is led from one person down: every manager was hired before, and is there', () => {
    const people = byId(rows.employees);
    const boss = new Map<string, string | null>();
    for (const { employee, manager, startsOn, status } of rows['job-positions']) {
      if (status === 'active') boss.set(employee.id, manager?.id ?? null);
      if (manager === null) continue;
      expect(hiredOn(manager.id) < startsOn).toBe(true);
      if (status !== 'deactivated') expect(people.get(manager.id).status).toBe('active');
    }
    const top = new Set(
      rows['job-positions'].filter(({ manager }) => manager === null).map(({ employee }) => employee.id),
    );
    expect(top.size).toBe(1);
    const chain = (id: string): number => (boss.get(id) ? 1 + chain(boss.get(id) as string) : 0);
    expect(Math.max(...[...boss.keys()].map(chain))).toBe(4);
  });

  it('keeps probationary periods, some extended, some under way', () => {
    const today = demo.service.now().toISOString();
    const periods = rows['probationary-periods'];
    expect(periods.length).toBeGreaterThan(150);
    expect(periods.filter(({ extendedEndsOn }) => extendedEndsOn !== null).length).toBeGreaterThan(3);
    const underWay = periods.filter(({ startsOn, endsOn }) => startsOn < today && endsOn > today);
    expect(underWay.length).toBeGreaterThan(3);
  });

  it('keeps personal records of most people, with their birthdays on the employees', () => {
    const records = rows['employee-personal-records'];
    expect(records.length).toBeGreaterThan(200);
    const people = byId(rows.employees);
    for (const { employee, birthDate } of records) {
      const [, month, day] = birthDate.split('-').map(Number);
      expect(people.get(employee.id).birthDay).toEqual({ day, month });
    }
    expect(rows.employees.filter(({ birthDay }) => birthDay === null)).toHaveLength(250 - records.length);
  });

  it('gives every person a unique address at a reserved domain', () => {
    const addresses = rows.employees.map(({ email }) => email);
    expect(new Set(addresses).size).toBe(250);
    for (const address of addresses) expect(address).toMatch(/^[a-z-]+\.[a-z-]+@alderbrook\.example$/);
  });

  it('has recorded an event for everything, which shows it as it is', async () => {
    for (const family of families.slice(3)) {
      const [{ type }] = rows[family] as [Row];
      const events = await all(demo.call, `events?topic=${type}.created,${type}.updated`);
      const shown = rows[family].map(({ links: _, embedded: __, ...row }) => row);
      expect(events.map(({ data }) => data)).toEqual(shown.toSorted((one, other) => one.id - other.id));
    }
  });
});

describe('leaves of the demo company', () => {
  it('are counted in working days, calendar days and hours, by the public holidays of the place', async () => {
    const accounts = byId(await all(demo.call, 'leave-accounts'));
    expect([...accounts.values()].map(({ unit, approvalLevels }) => [unit, approvalLevels])).toEqual([
      ['workingDays', 2],
      ['calendarDays', 1],
      ['workingHours', 1],
    ]);
    const leaves = await all(demo.call, 'leaves');
    const perUnit = countBy(leaves, ({ leaveAccount }) => accounts.get(leaveAccount.id).unit);
    expect(perUnit.workingDays).toBeGreaterThan(40);
    expect(perUnit.calendarDays).toBeGreaterThan(5);
    expect(perUnit.workingHours).toBeGreaterThan(5);
    const today = demo.service.now().toISOString().slice(0, 10);
    expect(leaves.some(({ endsOn }) => endsOn < today) && leaves.some(({ startsOn }) => startsOn > today)).toBe(true);
  });

  it('are in every state', async () => {
    const leaves = await all(demo.call, 'leaves');
    expect(Object.keys(countBy(leaves, ({ status }) => status)).sort()).toEqual([
      'cancelled',
      'confirmed',
      'tentative',
    ]);
    const requests = await all(demo.call, 'leave-requests');
    const states = countBy(requests, ({ status, approvedLevels }) => `${status} ${approvedLevels}`);
    expect(Object.keys(states).sort()).toEqual([
      'approved 1',
      'approved 2',
      'cancelled 0',
      'pending 0',
      'pending 1',
      'rejected 0',
    ]);
    const asked = requests.filter(({ expectedApprover }) => expectedApprover !== null);
    expect(asked.length).toBeGreaterThan(10);
  });

  it('a new one on the French national day counts no day off for it', async () => {
    const year = demo.service.now().getUTCFullYear() + 1;
    const body = { givenName: 'Ines', familyName: 'Moreau' };
    const { body: person } = await demo.call('POST', '/svc-api/employees', { body });
    const [account] = await all(demo.call, 'leave-accounts?unit=workingDays');
    const leave = {
      startsOn: `${year}-07-10`,
      endsOn: `${year}-07-18`,
      employee: { id: person.id },
      leaveAccount: { id: account.id },
    };
    const made = await demo.call('POST', '/svc-api/leaves', { body: leave });
    expect(made.status, made.text).toBe(201);
    const counted = made.body.days.map(({ date }: Row) => date);
    expect(counted).not.toContain(`${year}-07-14`);
    expect(counted).toContain(new Date(Date.UTC(year, 6, 14)).getUTCDay() === 5 ? `${year}-07-13` : `${year}-07-15`);
  });
});

describe('a newcomer', () => {
  it('is hired with two names alone: everything else comes from the hiring defaults', async () => {
    const body = { givenName: 'Nora', familyName: 'Lindqvist' };
    const hired = await demo.call('POST', '/svc-api/employees', { body });
    expect([hired.status, hired.body.status]).toEqual([201, 'active']);
    const { body: position } = await demo.call('GET', hired.body.applicableJobPosition.url);
    const places = byId(rows['business-establishments']);
    expect(places.get(position.businessEstablishment.id).name).toBe('Lyon, head office');
  });
});

describe('the demo', () => {
  it('is made once: another start changes nothing', async () => {
    const { call, service, again } = demo;
    const count = async () => (await call('GET', '/svc-api/events?limit=1&include=totalCount')).body.totalCount;
    await service.publisher.publishAll();
    const before = await count();
    expect(await again()).toBeNull();
    await service.publisher.publishAll();
    expect(await count()).toBe(before);
  });

  // In Paris the next day and month have begun; in the Canary Islands they have not.
  inFull.each(['2027-02-28T23:30:00Z', '2028-02-29T12:00:00Z'])('is the same when it is made at %s', async (moment) => {
    const other = await demoAt(() => new Date(moment));
    const people = await all(other.call, 'employees');
    const shown = ({ givenName, familyName, status, email }: Row) => [givenName, familyName, email, status].join(' ');
    expect(people.map(shown)).toEqual(rows.employees.map(shown));
    await other.stop();
  });
});
