/**
 * `status`, `applicableEmployment` and `applicableJobPosition` count as members: whatever moves them, a write or a day,
 * records an event with the former values. After every kind of write, with and without a day that begins in between, the
 * events alone tell the state of every row, and each names exactly the members that it changed.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow, pathOf, type Row } from '../../support/examples.ts';
import { oneIn } from '../../support/form.ts';
import { type EventRow, eventsSeen } from '../../support/organization/organization.ts';
import { companyIn, type TimedService, timedService } from '../../support/people/days.ts';
import { at, type Company, employmentsOf, hired, moved, positionsOf, rehired } from '../../support/people/people.ts';
import type { TestClient } from '../../support/service.ts';

let timed: TimedService;

beforeAll(async () => {
  timed = await timedService();
});
afterAll(() => timed.service.stop());

interface Scene {
  readonly client: TestClient;
  readonly company: Company;
  readonly ada: Row;
}

const change = async (client: TestClient, resource: Resource, { id }: Row, body: object) => {
  const { status, text } = await client.call('PATCH', pathOf(resource, id), { body });
  expect(status, text).toBe(200);
};
const remove = async (client: TestClient, resource: Resource, { id }: Row) => {
  const { status, text } = await client.call('DELETE', pathOf(resource, id));
  expect(status, text).toBe(204);
};
const employmentAt = async ({ client, ada }: Scene, index: number) =>
  (await employmentsOf(client, ada)).at(index) as Row;
const positionAt = async ({ client, ada }: Scene, index: number) => (await positionsOf(client, ada)).at(index) as Row;

/** Each moves something; the day of the scene is 10 May 2025, and the first employment began on 1 January. */
const writes: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'an end in the past': async (scene) =>
    change(scene.client, employments, await employmentAt(scene, 0), { end: { date: '2025-05-01' } }),
  'an end to come': async (scene) =>
    change(scene.client, employments, await employmentAt(scene, 0), { end: { date: '2025-05-12' } }),
  'a position from the past': async (scene) =>
    moved(scene.client, scene.company, await employmentAt(scene, 0), '2025-04-01'),
  'a position to come': async (scene) => moved(scene.client, scene.company, await employmentAt(scene, 0), '2025-05-12'),
  'the deletion of a position': async (scene) => {
    const made = await moved(scene.client, scene.company, await employmentAt(scene, 0), '2025-04-15');
    await remove(scene.client, jobPositions, made);
  },
  'another employment': async (scene) => {
    await change(scene.client, employments, await employmentAt(scene, 0), { end: { date: '2025-05-05' } });
    await rehired(scene.client, scene.company, scene.ada, { start: { date: '2025-05-12' } });
  },
  'the deletion of an employment': async (scene) => {
    await change(scene.client, employments, await employmentAt(scene, 0), { end: { date: '2025-05-05' } });
    const made = await rehired(scene.client, scene.company, scene.ada, { start: { date: '2025-05-06' } });
    await remove(scene.client, employments, made);
  },
  'a later start': async (scene) =>
    change(scene.client, employments, await employmentAt(scene, 0), { start: { date: '2025-05-12' } }),
  'an earlier day of a position': async (scene) => {
    await moved(scene.client, scene.company, await employmentAt(scene, 0), '2025-05-12');
    await change(scene.client, jobPositions, await positionAt(scene, 1), { startsOn: '2025-05-08' });
  },
};

/** The state of every row by its events, each of which names what it changed. */
function stateBy(events: readonly EventRow[]): Map<string, Row> {
  const state = new Map<string, Row>();
  for (const { topic, data, previousAttributes } of events as (EventRow & { previousAttributes?: object })[]) {
    const key = `${data.type} ${data.id}`;
    const before = state.get(key);
    if (topic.endsWith('.updated')) {
      const names = Object.keys(data).filter(
        (name) => name !== 'lastUpdatedAt' && JSON.stringify(data[name]) !== JSON.stringify(before?.[name]),
      );
      expect(names, topic).not.toEqual([]);
      expect(previousAttributes).toEqual(Object.fromEntries(names.map((name) => [name, before?.[name]])));
    }
    if (topic.endsWith('.deleted')) state.delete(key);
    else state.set(key, data as Row);
  }
  return state;
}

const resources = [employees, employments, jobPositions] as const;
const days = {
  'on the same day': [],
  'and a day that begins': ['2025-05-13T12:00:00Z'],
  'and weeks of silence': ['2025-07-01T12:00:00Z'],
};
const pairs = Object.keys(writes).flatMap((write) =>
  Object.entries(days).map(([day, moments]) => [write, day, moments] as const),
);

test.each(oneIn(4, pairs, 1))('%s, %s: the events tell the state', async (write, _, moments) => {
  const { client, company } = await companyIn(timed, 'Europe/Paris', '2025-05-10T12:00:00Z');
  const ada = await hired(client, company, {}, { start: { date: '2025-01-01' } });
  await (writes[write] as (scene: Scene) => Promise<unknown>)({ client, company, ada });
  for (const moment of moments) timed.clock.set(moment);
  const rows = (await Promise.all(resources.map((resource) => everyRow(client, resource)))).flat();
  const state = stateBy(await eventsSeen(timed.service, client));
  const logged = rows.map(({ type, id }) => state.get(`${type} ${id}`));
  expect(logged).toEqual(rows.map(({ links: _links, embedded: _embedded, ...row }) => row));
  const occurred = (await eventsSeen(timed.service, client)).map(({ occurredAt }) => Date.parse(occurredAt));
  expect(occurred).toEqual(occurred.toSorted((one, other) => one - other));
  expect(at(ada).id).toBe(rows[0]?.id);
});
