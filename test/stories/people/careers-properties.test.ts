/** Random careers: after any hiring, move, change, end, deletion and passing of time, the same rules hold. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement } from '../../../server/platform/database/statement.ts';
import { createExample, everyRow, pathOf, type Row } from '../../support/examples.ts';
import { establishment, eventsSeen, legalEntity } from '../../support/organization/organization.ts';
import { checkWorld, type World } from '../../support/people/career-model.ts';
import { asked, firstDay, firstStep, nextStep, type Scenery, type Step } from '../../support/people/career-steps.ts';
import { type TimedService, timedService } from '../../support/people/days.ts';
import { newCompany } from '../../support/people/people.ts';
import { propertyMs, runsWithin } from '../../support/properties.ts';
import { bare, replayed } from '../../support/replay.ts';
import type { TestClient } from '../../support/service.ts';

let timed: TimedService;

beforeAll(async () => {
  timed = await timedService();
});
afterAll(() => timed.service.stop());

interface Scene extends Scenery {
  client: TestClient;
  readonly accountId: string;
  world: World;
}

/** Three establishments of two legal entities in three time zones, and rows that fit only some of them. */
async function opened(): Promise<Scene> {
  timed.clock.set(`${firstDay}T00:00:00Z`);
  const { client, account, owner, place, department, template } = await newCompany(timed.service, {
    timezoneId: 'Pacific/Auckland',
  });
  // Careers take longer than events are kept, and a copy needs all events.
  await timed.service.database.query('update accounts set event_days = 3650 where id = $1', [account.id]);
  await establishment(client, owner, { timezoneId: 'America/Los_Angeles' });
  await establishment(client, await legalEntity(client));
  const limited = { legalEntities: [{ id: owner.id }], title: 'Limited', term: 'fixed' };
  const made = await client.call('POST', '/svc-api/employment-templates', { body: limited });
  return {
    client,
    accountId: account.id,
    departments: [department, await createExample(client, departments)],
    categories: [
      await createExample(client, occupationCategories),
      await createExample(client, occupationCategories, { businessEstablishments: [{ id: place.id }] }),
    ],
    templates: [template, made.body],
    world: await worldOf(client),
  };
}

async function worldOf(client: TestClient): Promise<World> {
  const shown = [businessEstablishments, employees, employments, jobPositions, probationaryPeriods];
  const [places, people, employed, positions, periods] = await Promise.all(
    shown.map((resource) => everyRow(client, resource)),
  );
  // Read as the service shows them: the convention suites check their format.
  return { places, employees: people, employments: employed, positions, periods } as unknown as World;
}

async function take(scene: Scene, next: Step): Promise<void> {
  if (next.act === 'wait') {
    timed.clock.set(new Date(timed.clock.now().getTime() + next.hours * 3_600_000));
    scene.client = await timed.service.renewed(scene.client);
    scene.world = await worldOf(scene.client);
    checkWorld(scene.world, timed.clock.now());
    return;
  }
  const [method, path, body] = asked(scene, next);
  if (path === undefined) return;
  const reply = await scene.client.call(method, path, { body });
  expect([200, 201, 204, 400]).toContain(reply.status);
  const now = await worldOf(scene.client);
  if (reply.status === 400) expect(now).toEqual(scene.world);
  scene.world = now;
  checkWorld(now, timed.clock.now());
  if (reply.status < 300 && reply.body !== null) expect(Object.values(now).flat()).toContainEqual(reply.body);
}

const families = [employees, employments, jobPositions, probationaryPeriods];

/** A copy that is kept from events alone equals the lists. */
async function checkReplay({ client, world }: Scene): Promise<void> {
  const events = await eventsSeen(timed.service, client);
  const types = families.map(({ type }) => type);
  const shown = [...world.employees, ...world.employments, ...world.positions, ...world.periods];
  expect(replayed(events, types)).toEqual(new Map(shown.map((row) => [`${row.type} ${row.id}`, bare(row)])));
}

/** Every version has the author and the state of its event, and ends when the next one begins. */
async function checkVersions({ client }: Scene): Promise<void> {
  const events = await eventsSeen(timed.service, client);
  for (const resource of families) {
    const own = events.filter(({ data }) => data.type === resource.type);
    for (const [id, history] of Map.groupBy(own, ({ data }) => data.id)) {
      const { body } = await client.call('GET', `${pathOf(resource, id)}/versions?limit=1000&sort=id`);
      const shown: Row[] = body.items;
      expect(shown.map(({ verb, author, data }) => [`${resource.type}.${verb}`, author, data])).toEqual(
        history.map(({ topic, author, data }) => [topic, author, data]),
      );
      const begins = shown.map(({ recordedAt }) => recordedAt);
      expect(shown.map(({ supersededAt }) => supersededAt)).toEqual([...begins.slice(1), null]);
    }
  }
}

/** The columns for filters agree with the rows. */
async function checkNarrowing({ client, accountId, world }: Scene): Promise<void> {
  const wrong = statement(`
select employee.id from employees as employee
  join employments as employment on employment.account_id = $1 and employment.id = applicable_employment_id
  join job_positions as position on position.account_id = $1 and position.id = applicable_job_position_id
where employee.account_id = $1 and (employment.employee_id <> employee.id or position.employee_id <> employee.id
  or employment.legal_entity_id <> applicable_employment_legal_entity_id
  or employment.remote_id is distinct from applicable_employment_remote_id
  or employment.start_date <> applicable_employment_starts_on
  or employment.end_date is distinct from applicable_employment_ends_on
  or employment.template_id <> applicable_employment_template_id
  or position.remote_id is distinct from applicable_job_position_remote_id
  or position.business_establishment_id <> applicable_job_position_business_establishment_id
  or position.department_id <> applicable_job_position_department_id
  or position.manager_id is distinct from applicable_job_position_manager_id
  or position.job_qualification_id is distinct from applicable_job_position_job_qualification_id
  or position.occupation_category_id is distinct from applicable_job_position_occupation_category_id)`);
  expect(await timed.service.database.session(accountId).run(wrong)).toEqual([]);
  for (const [index, resource] of [employees, employments, jobPositions].entries()) {
    const rows: readonly Row[] = [world.employees, world.employments, world.positions][index] ?? [];
    const active = rows.filter(({ status }) => status === 'active');
    expect(await everyRow(client, resource, '&status=active')).toEqual(active);
  }
}

const untilAllIsOver: Step = { act: 'wait', hours: 24 * 100 };

test(
  'careers stay consistent, errors change nothing, and events contain every change',
  async () => {
    const steps = fc.array(nextStep, { minLength: 15, maxLength: 40, size: 'max' });
    await fc.assert(
      fc.asyncProperty(firstStep, steps, async (first, rest) => {
        const scene = await opened();
        for (const next of [first, ...rest, untilAllIsOver]) await take(scene, next);
        await checkReplay(scene);
        await checkVersions(scene);
        await checkNarrowing(scene);
      }),
      runsWithin(500, 25),
    );
  },
  propertyMs,
);
