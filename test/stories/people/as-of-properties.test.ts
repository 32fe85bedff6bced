/**
 * Random histories: hires, moves, corrections, late entries, deletions and new days. For random days and moments, lists
 * and reads answer what a model does that keeps everything. `AS_OF_PEOPLE=200` tries a company over years.
 */
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, everyRow, pathOf, type Row, unique } from '../../support/examples.ts';
import { inForm } from '../../support/form.ts';
import { type StoppedClock, stoppedClock } from '../../support/people/days.ts';
import { at, type Company, hiring, newCompany } from '../../support/people/people.ts';
import { type Family, families, type Model, type Shown, timeModel } from '../../support/people/time-model.ts';
import { propertyMs } from '../../support/properties.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

const people = Number(process.env.AS_OF_PEOPLE ?? inForm({ short: 5, full: 8 }));
const steps = people * 5;
const questions = Math.max(inForm({ short: 15, full: 30 }), people);
const dayMs = 86_400_000;
const resourceOf = { employees, employments, 'job-positions': jobPositions, departments } as const;

let clock: StoppedClock;
let service: TestService;

beforeAll(async () => {
  // After every version of the installation itself.
  clock = stoppedClock('2031-01-10T09:00:00Z');
  service = await testService({ now: clock.now });
});
afterAll(() => service.stop());

/** Numbers that a seed determines; a failure names the seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

interface Scene {
  readonly client: TestClient;
  readonly company: Company;
  readonly model: Model;
  readonly pick: (below: number) => number;
  /** Tokens end while days pass. */
  renew(): Promise<void>;
  shown: Shown;
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const someDay = ({ pick }: Scene): string => day(clock.now().getTime() + (pick(240) - 120) * dayMs);
const oneOf = <T>({ pick }: Scene, list: readonly T[]): T | undefined => list[pick(list.length)];

async function shownNow(client: TestClient): Promise<Shown> {
  const rows = await Promise.all(families.map((family) => everyRow(client, resourceOf[family])));
  // The convention suites check the format of rows.
  return Object.fromEntries(families.map((family, index) => [family, rows[index]])) as unknown as Shown;
}

interface Request {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Body;
}

type Act = (scene: Scene) => Request | undefined;

const changed = (resource: Parameters<typeof pathOf>[0], row: Row | undefined, body: Body): Request | undefined =>
  row && { method: 'PATCH', path: pathOf(resource, row.id), body };

const deleted = (resource: Parameters<typeof pathOf>[0], row: Row | undefined): Request | undefined =>
  row && { method: 'DELETE', path: pathOf(resource, row.id) };

const hire: Act = (scene) => ({
  method: 'POST',
  path: pathOf(employees),
  body: hiring(scene.company, {}, { start: { date: someDay(scene) } }, departmentIn(scene)),
});

const departmentIn = (scene: Scene): Body => {
  const department = oneOf(scene, scene.shown.departments);
  return department ? { department: at(department) } : {};
};

/** Many are refused, as people would be: nothing changes then, and the model shows that. */
const acts: readonly Act[] = [
  hire,
  hire,
  (scene) => changed(employees, oneOf(scene, scene.shown.employees), { familyName: `Name ${unique()}` }),
  (scene) => {
    const employment = oneOf(scene, scene.shown.employments);
    const stage = { startsOn: someDay(scene), businessEstablishment: at(scene.company.place), ...departmentIn(scene) };
    return employment && { method: 'POST', path: pathOf(jobPositions), body: { employment: at(employment), ...stage } };
  },
  (scene) => changed(jobPositions, oneOf(scene, scene.shown['job-positions']), departmentIn(scene)),
  (scene) => changed(jobPositions, oneOf(scene, scene.shown['job-positions']), { startsOn: someDay(scene) }),
  (scene) => changed(employments, oneOf(scene, scene.shown.employments), { end: { date: someDay(scene) } }),
  (scene) => changed(employments, oneOf(scene, scene.shown.employments), { end: null }),
  (scene) => changed(employments, oneOf(scene, scene.shown.employments), { start: { date: someDay(scene) } }),
  (scene) => {
    const employee = oneOf(scene, scene.shown.employees);
    const { place, template } = scene.company;
    const stage = {
      businessEstablishment: at(place),
      department: at(scene.company.department),
      ...departmentIn(scene),
    };
    const body = { start: { date: someDay(scene) }, template: at(template), firstJobPosition: stage };
    return employee && { method: 'POST', path: pathOf(employments), body: { employee: at(employee), ...body } };
  },
  (scene) => deleted(jobPositions, oneOf(scene, scene.shown['job-positions'])),
  (scene) => deleted(employments, oneOf(scene, scene.shown.employments)),
  (scene) => deleted(departments, oneOf(scene, scene.shown.departments)),
  (scene) => {
    const parent = oneOf(scene, scene.shown.departments);
    const body = { name: `Department ${unique()}`, parent: parent ? at(parent) : null };
    return { method: 'POST', path: pathOf(departments), body };
  },
  (scene) => {
    const [department, parent] = [oneOf(scene, scene.shown.departments), oneOf(scene, scene.shown.departments)];
    const manager = oneOf(scene, scene.shown.employees);
    const body = {
      manager: manager ? at(manager) : null,
      ...(scene.pick(2) === 0 && parent && { parent: at(parent) }),
    };
    return changed(departments, department, body);
  },
];

async function live(scene: Scene): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    // Mostly seconds, sometimes days or weeks: days change people without a request.
    const passedMs = scene.pick(3) === 0 ? (1 + scene.pick(20)) * dayMs + scene.pick(dayMs) : 1000;
    clock.set(new Date(clock.now().getTime() + passedMs));
    if (passedMs > 1000) await scene.renew();
    const request = oneOf(scene, acts)?.(scene);
    if (request) await scene.client.call(request.method, request.path, request.body ? { body: request.body } : {});
    scene.shown = await shownNow(scene.client);
    scene.model.add(clock.now(), scene.shown);
  }
}

/** A new day changes it, also where the model has no step. */
const comparable = (rows: readonly Row[]): Row[] => rows.map(({ lastUpdatedAt: _, ...row }) => row as Row);

const ids = (rows: readonly Row[]): string[] => rows.map(({ id }) => id);

async function listed(client: TestClient, family: Family, query: string): Promise<readonly Row[]> {
  return everyRow(client, resourceOf[family], query);
}

async function ask(scene: Scene, beganMs: number): Promise<void> {
  const { client, model, pick } = scene;
  const nowMs = clock.now().getTime();
  const knownAt = new Date(beganMs + pick(nowMs - beganMs + 1));
  const asOf = day(beganMs + (pick(Math.ceil((nowMs - beganMs) / dayMs) + 200) - 100) * dayMs);
  for (const [isDay, isMoment] of [
    [true, true],
    [true, false],
    [false, true],
  ]) {
    const query = [isDay && `asOf=${asOf}`, isMoment && `knownAt=${knownAt.toISOString()}`].filter(Boolean).join('&');
    const expected = (family: Family) => model.rows(family, isDay ? asOf : null, isMoment ? knownAt : clock.now());
    const families: Family[] = ['employees', 'employments', 'job-positions', 'departments'];
    const answers = await Promise.all(families.map((family) => listed(client, family, `&${query}`)));
    for (const [index, family] of families.entries()) {
      expect(comparable(answers[index] ?? []), `${family}?${query}`).toEqual(comparable(expected(family)));
    }
    const family = families[pick(families.length)] as Family;
    const everKnown = scene.shown[family][pick(scene.shown[family].length)] ?? { id: '1' };
    const reply = await client.call('GET', `${pathOf(resourceOf[family], everKnown.id)}?${query}`);
    const row = expected(family).find(({ id }) => id === everKnown.id);
    expect(reply.status, `${family}/${everKnown.id}?${query}`).toBe(row ? 200 : 404);
    await askFiltered(scene, query, expected);
  }
}

async function askFiltered(scene: Scene, query: string, expected: (family: Family) => readonly Row[]): Promise<void> {
  const { client, pick } = scene;
  const status = ['active', 'upcoming', 'deactivated'][pick(3)];
  const rows = expected('employees');
  const byStatus = await listed(client, 'employees', `&${query}&status=${status}`);
  expect(ids(byStatus), `status=${status}&${query}`).toEqual(ids(rows.filter((row) => row.status === status)));
  const department = oneOf(scene, scene.shown.departments);
  if (!department) return;
  const positions = new Map(expected('job-positions').map((row) => [row.id, row]));
  const isThere = ({ applicableJobPosition }: Row) =>
    (positions.get((applicableJobPosition as Row).id)?.department as Row | undefined)?.id === department.id;
  const filter = `applicableJobPosition.department.id=${department.id}`;
  const there = await listed(client, 'employees', `&${query}&${filter}&sort=-familyName`);
  expect(ids(there).toSorted(), `${filter}&${query}`).toEqual(ids(rows.filter(isThere)).toSorted());
}

/** Replayed from the oldest to the newest, versions end in the row, and each has its author. */
async function checkVersions({ client, shown }: Scene): Promise<void> {
  for (const family of families) {
    for (const row of shown[family]) {
      const { body } = await client.call('GET', `${pathOf(resourceOf[family], row.id)}/versions?limit=1000`);
      const [last] = body.items;
      expect(last?.data).toEqual(
        Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'links' && name !== 'embedded')),
      );
      for (const { author } of body.items) {
        expect(['client-application', 'service']).toContain(author.type);
        expect(author.type === 'service' || author.id === client.credentials.clientId).toBe(true);
      }
    }
  }
}

test('lists and reads of any day and moment answer what a model does that keeps everything', {
  timeout: Math.max(propertyMs, people * 15_000),
}, async () => {
  const check = async (seed: number) => {
    const { client: first, account: _, ...company } = await newCompany(service);
    let current = first;
    const client: TestClient = { ...first, call: (...asked) => current.call(...asked) };
    const renew = async () => {
      current = await service.renewed(first);
    };
    const model = timeModel();
    const scene: Scene = { client, company, model, pick: random(seed), renew, shown: await shownNow(client) };
    model.add(clock.now(), scene.shown);
    const beganMs = clock.now().getTime();
    await live(scene);
    for (let question = 0; question < questions; question += 1) await ask(scene, beganMs);
    await checkVersions(scene);
  };
  await fc.assert(fc.asyncProperty(fc.nat(), check), { numRuns: 1, endOnFailure: true });
});
