/** Positions of an employment form a chain: each ends the day before the next, and changes move its neighbours. */
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Body, pathOf, type Row } from '../../support/examples.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  type EventRow,
  eventsSeen,
  removalErrors,
  removalStatus,
} from '../../support/organization/organization.ts';
import {
  at,
  type Company,
  employeeNow,
  employmentsOf,
  hired,
  moved,
  newCompany,
  positionsOf,
  rehired,
} from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

interface Career {
  readonly client: TestClient;
  readonly company: Company;
  readonly ada: Row;
  readonly employment: Row;
  /** Ordered by date. */
  readonly positions: readonly Row[];
}

/** A person hired on 1 January 2024, with further positions on these days. */
async function career(days: readonly string[] = [], employed: Body = {}): Promise<Career> {
  const { client, account: _, ...company } = await newCompany(service);
  const ada = await hired(client, company, {}, employed, { jobTitle: 'Title 0' });
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  for (const [index, day] of days.entries())
    await moved(client, company, employment, day, { jobTitle: `Title ${index + 1}` });
  return { client, company, ada, employment, positions: await positionsOf(client, ada) };
}

const spansOf = async ({ client, ada }: Career) =>
  (await positionsOf(client, ada)).map(({ startsOn, endsOn }) => [startsOn, endsOn]);

const creation = ({ company, employment }: Career, startsOn: string): Body => ({
  employment: at(employment),
  startsOn,
  businessEstablishment: at(company.place),
  department: at(company.department),
});

/** The events since a point of the story, as `topic id`. */
async function eventsAfter({ client }: Career, write: () => Promise<unknown>): Promise<EventRow[]> {
  const before = await eventsSeen(service, client);
  await write();
  return (await eventsSeen(service, client)).slice(before.length);
}

const reported = (events: readonly EventRow[]) => events.map(({ topic, data }) => `${topic} ${data.id}`).toSorted();

const ofPosition = (events: readonly EventRow[], { id }: Row) =>
  events.find(({ topic, data }) => topic.startsWith('job-position') && data.id === id);

test('a position starts within its employment', async () => {
  const open = await career();
  expect(await creationErrors(open.client, jobPositions, creation(open, '2023-12-31'))).toEqual(['startsOn']);
  const ended = await career([], { end: { date: '2024-06-30' } });
  expect(await creationErrors(ended.client, jobPositions, creation(ended, '2024-07-01'))).toEqual(['startsOn']);
  await moved(ended.client, ended.company, ended.employment, '2024-06-30');
  expect(await spansOf(ended)).toEqual([
    ['2024-01-01', '2024-06-29'],
    ['2024-06-30', '2024-06-30'],
  ]);
});

test('a position ends on the eve of the next, the last one with the employment', async () => {
  const story = await career(['2024-03-01', '2024-02-01', '2024-01-02']);
  expect(await spansOf(story)).toEqual([
    ['2024-01-01', '2024-01-01'],
    ['2024-01-02', '2024-01-31'],
    ['2024-02-01', '2024-02-29'],
    ['2024-03-01', null],
  ]);
  await changed(story.client, employments, story.employment, { end: { date: '2024-12-31' } });
  expect((await spansOf(story)).at(-1)).toEqual(['2024-03-01', '2024-12-31']);
});

test('an end is not written: it is tolerated as it is, and refused otherwise', async () => {
  const { client, positions } = await career(['2024-03-01']);
  const [first] = positions as [Row];
  expect(await changeErrors(client, jobPositions, first, { endsOn: '2024-02-28' })).toEqual(['endsOn']);
  expect(await changed(client, jobPositions, first, { endsOn: '2024-02-29', notes: 'Trial' })).toMatchObject({
    endsOn: '2024-02-29',
    notes: 'Trial',
  });
});

test('an insertion shortens the position before it, and says so', async () => {
  const story = await career(['2024-06-01']);
  const [first, last] = story.positions as [Row, Row];
  const events = await eventsAfter(story, () =>
    moved(story.client, story.company, story.employment, '2024-03-01', { jobTitle: 'Title 0' }),
  );
  const inserted = (await positionsOf(story.client, story.ada))[1] as Row;
  expect(reported(events)).toEqual([`job-position.created ${inserted.id}`, `job-position.updated ${first.id}`]);
  expect(ofPosition(events, first)).toMatchObject({
    previousAttributes: { endsOn: '2024-05-31' },
    data: { endsOn: '2024-02-29' },
  });
  expect(inserted).toMatchObject({ endsOn: '2024-05-31', updatedAttributes: [] });
  expect((await positionsOf(story.client, story.ada))[2]).toEqual(last);
});

test('an insertion records an event for the next position if its differences change', async () => {
  const story = await career(['2024-06-01']);
  const [first, last] = story.positions as [Row, Row];
  const events = await eventsAfter(story, () =>
    moved(story.client, story.company, story.employment, '2024-03-01', { jobTitle: 'Title 1' }),
  );
  expect(ofPosition(events, first)?.previousAttributes).toEqual({ endsOn: '2024-05-31' });
  expect(ofPosition(events, last)).toMatchObject({
    previousAttributes: { updatedAttributes: ['jobTitle'] },
    data: { updatedAttributes: [] },
  });
  expect(events).toHaveLength(3);
});

test('a deletion lengthens the position before it, and says so', async () => {
  const story = await career(['2024-03-01', '2024-06-01']);
  const [first, second, third] = story.positions as [Row, Row, Row];
  const events = await eventsAfter(story, () => removalStatus(story.client, jobPositions, second));
  expect(reported(events)).toEqual([`job-position.deleted ${second.id}`, `job-position.updated ${first.id}`]);
  expect(ofPosition(events, first)?.previousAttributes).toEqual({ endsOn: '2024-02-29' });
  expect(await spansOf(story)).toEqual([
    ['2024-01-01', '2024-05-31'],
    ['2024-06-01', null],
  ]);
  expect(await removalStatus(story.client, jobPositions, second)).toBe(404);
  const ending = await eventsAfter(story, () => removalStatus(story.client, jobPositions, third));
  expect(reported(ending)).toEqual(
    [
      `employee.updated ${story.ada.id}`,
      `job-position.deleted ${third.id}`,
      `job-position.updated ${first.id}`,
    ].toSorted(),
  );
  expect(ofPosition(ending, first)).toMatchObject({
    data: { endsOn: null, status: 'active' },
    previousAttributes: { endsOn: '2024-05-31', status: 'deactivated' },
  });
  expect((await employeeNow(story.client, story.ada)).applicableJobPosition).toMatchObject(at(first));
});

test('a move past another position swaps them and records events for both neighbours', async () => {
  const story = await career(['2024-03-01', '2024-06-01']);
  const [first, second, third] = story.positions as [Row, Row, Row];
  const events = await eventsAfter(story, () =>
    changed(story.client, jobPositions, second, { startsOn: '2024-09-01' }),
  );
  expect((await positionsOf(story.client, story.ada)).map(({ id, endsOn }) => [id, endsOn])).toEqual([
    [first.id, '2024-05-31'],
    [third.id, '2024-08-31'],
    [second.id, null],
  ]);
  expect(reported(events)).toEqual(
    [
      `employee.updated ${story.ada.id}`,
      ...[first, second, third].map(({ id }) => `job-position.updated ${id}`),
    ].toSorted(),
  );
  expect(ofPosition(events, third)?.previousAttributes).toEqual({ endsOn: null, status: 'active' });
});

test('a move by a day touches only the position before', async () => {
  const story = await career(['2024-03-01', '2024-06-01']);
  const [first, second, third] = story.positions as [Row, Row, Row];
  const events = await eventsAfter(story, () =>
    changed(story.client, jobPositions, second, { startsOn: '2024-03-02' }),
  );
  expect(reported(events)).toEqual([`job-position.updated ${first.id}`, `job-position.updated ${second.id}`]);
  expect(ofPosition(events, first)?.data.endsOn).toBe('2024-03-01');
  expect((await positionsOf(story.client, story.ada))[2]).toEqual(third);
});

test('two positions of an employment do not start on the same day', async () => {
  const story = await career(['2024-03-01', '2024-06-01']);
  const [, second] = story.positions as [Row, Row];
  for (const day of ['2024-01-01', '2024-03-01']) {
    expect(await creationErrors(story.client, jobPositions, creation(story, day))).toEqual(['startsOn']);
  }
  for (const startsOn of ['2024-06-01', '2024-01-01', '2023-12-31']) {
    expect(await changeErrors(story.client, jobPositions, second, { startsOn })).toEqual(['startsOn']);
  }
  expect(await positionsOf(story.client, story.ada)).toEqual(story.positions);
});

test('the first position moves with the employment, and not by itself', async () => {
  const story = await career(['2024-03-01']);
  const [first] = story.positions as [Row];
  for (const startsOn of ['2024-01-02', '2023-12-01', '2024-04-01']) {
    expect(await changeErrors(story.client, jobPositions, first, { startsOn })).toEqual(['startsOn']);
  }
  await changed(story.client, jobPositions, first, { startsOn: '2024-01-01' });
  const events = await eventsAfter(story, () =>
    changed(story.client, employments, story.employment, { start: { date: '2024-01-15' } }),
  );
  expect(reported(events)).toEqual([`employment.updated ${story.employment.id}`, `job-position.updated ${first.id}`]);
  expect(ofPosition(events, first)?.previousAttributes).toEqual({ startsOn: '2024-01-01' });
});

test('the first position of an employment is not deleted, not even when there are others', async () => {
  const story = await career();
  expect(await removalErrors(story.client, jobPositions, story.positions[0] as Row)).toEqual(['id']);
  const later = await career(['2024-03-01']);
  expect(await removalErrors(later.client, jobPositions, later.positions[0] as Row)).toEqual(['id']);
  expect(await positionsOf(later.client, later.ada)).toEqual(later.positions);
});

test('the differences of a position reach across employments, and after a gap', async () => {
  const story = await career([], { end: { date: '2024-03-31' } });
  const { client, company, ada } = story;
  const again = await rehired(
    client,
    company,
    ada,
    { start: { date: '2025-01-01' } },
    { jobTitle: 'Title 1', remoteId: 'R' },
  );
  const updated = async () => (await positionsOf(client, ada)).map(({ updatedAttributes }) => updatedAttributes);
  expect(await updated()).toEqual([[], ['remoteId', 'jobTitle']]);
  // A change of the last position of the former employment affects the comparison of the first position of the next
  // one.
  const [first] = story.positions as [Row];
  const events = await eventsAfter(story, () => changed(client, jobPositions, first, { jobTitle: 'Title 1' }));
  expect(await updated()).toEqual([[], ['remoteId']]);
  expect(reported(events)).toHaveLength(2);
  const earlier = await rehired(client, company, ada, { start: { date: '2023-01-01' }, end: { date: '2023-06-30' } });
  expect(await updated()).toEqual([[], ['jobTitle'], ['remoteId']]);
  expect(await removalStatus(client, employments, earlier)).toBe(204);
  expect(await updated()).toEqual([[], ['remoteId']]);
  expect(await removalStatus(client, employments, again)).toBe(204);
  expect(await updated()).toEqual([[]]);
});

test('a refused write changes nothing and records nothing', async () => {
  const story = await career(['2024-03-01']);
  const [first, second] = story.positions as [Row, Row];
  const events = await eventsAfter(story, async () => {
    await creationErrors(story.client, jobPositions, creation(story, '2024-03-01'));
    await changeErrors(story.client, jobPositions, second, { startsOn: '2024-01-01', jobTitle: 'New' });
    await removalErrors(story.client, jobPositions, first);
    await changed(story.client, jobPositions, second, { jobTitle: second.jobTitle, startsOn: '2024-03-01' });
  });
  expect(events).toEqual([]);
  expect((await story.client.call('GET', pathOf(jobPositions, second.id))).body).toEqual(second);
});
