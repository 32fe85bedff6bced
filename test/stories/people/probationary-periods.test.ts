/** Probationary periods: one per employment, starting with it, and extended by a change. */
import { employments } from '@muster/contract/resources/employments.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, pathOf, type Row } from '../../support/examples.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  fieldErrors,
  found,
  removalStatus,
} from '../../support/organization/organization.ts';
import { at, type Company, employmentsOf, hired, newCompany } from '../../support/people/people.ts';
import { onProbation } from '../../support/people/probation.ts';
import { eventsOf, summary, topicOf } from '../../support/recorded.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let company: Company;

beforeAll(async () => {
  service = await sharedService();
  ({ client, ...company } = await newCompany(service));
});

const path = pathOf(probationaryPeriods);

/** An employment from the first day of 2024. */
async function employed(members: Body = {}): Promise<Row> {
  const [employment] = (await employmentsOf(client, await hired(client, company, {}, members))) as [Row];
  return employment;
}

const periodNow = async ({ id }: Row): Promise<Row> => (await client.call('GET', pathOf(probationaryPeriods, id))).body;

test('a period is read as it was created, every member present', async () => {
  const employment = await employed();
  const body = { employment: at(employment), initialEndsOn: '2024-03-31', extendedEndsOn: '2024-06-30' };
  const made = await client.call('POST', `${path}?include=links,embedded`, { body });
  expect([made.status, made.body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^\d+$/),
      type: 'probationary-period',
      url: `${service.url}${path}/${made.body.id}`,
      employment: { id: employment.id, type: 'employment', url: employment.url },
      startsOn: '2024-01-01',
      endsOn: '2024-06-30',
      initialEndsOn: '2024-03-31',
      extendedEndsOn: '2024-06-30',
      createdAt: expect.any(String),
      lastUpdatedAt: made.body.createdAt,
      links: {},
      embedded: {},
    },
  ]);
  expect(await periodNow(made.body)).toEqual({ ...made.body, links: null, embedded: null });
});

test('a creation and a deletion record themselves alone, in the establishment of the employee', async () => {
  const employment = await employed();
  const made = await eventsOf(service, client, () => onProbation(client, employment));
  const period = made[0]?.data as Row;
  expect(summary(made)).toEqual({ [topicOf('probationary-period.created', period)]: null });
  const gone = await eventsOf(service, client, () => removalStatus(client, probationaryPeriods, period));
  expect(summary(gone)).toEqual({ [topicOf('probationary-period.deleted', period)]: null });
  for (const event of [...made, ...gone]) expect(event.businessEstablishment).toMatchObject(at(company.place));
  expect((await client.call('GET', pathOf(probationaryPeriods, period.id))).status).toBe(404);
});

test('an employment has one period at most, and may get a new one after a deletion', async () => {
  const employment = await employed();
  const period = await onProbation(client, employment);
  const body = { employment: at(employment), initialEndsOn: '2024-02-29' };
  expect(await creationErrors(client, probationaryPeriods, body)).toEqual(['employment']);
  expect(await removalStatus(client, probationaryPeriods, period)).toBe(204);
  expect((await client.call('POST', path, { body })).status).toBe(201);
});

test('a period needs an employment that exists and an initial end', async () => {
  expect((await creationErrors(client, probationaryPeriods, {})).toSorted()).toEqual(['employment', 'initialEndsOn']);
  const body = { employment: { id: '999999' }, initialEndsOn: '2024-03-31' };
  expect(await creationErrors(client, probationaryPeriods, body)).toEqual(['employment']);
});

describe('the ends of a period', () => {
  const both = async (members: Body): Promise<string[][]> => [
    await creationErrors(client, probationaryPeriods, {
      employment: at(await employed()),
      initialEndsOn: '2024-03-31',
      ...members,
    }),
    await changeErrors(client, probationaryPeriods, await onProbation(client, await employed()), members),
  ];

  test('are not before its first day, which alone may be the whole of it', async () => {
    expect(await both({ initialEndsOn: '2023-12-31' })).toEqual([['initialEndsOn'], ['initialEndsOn']]);
    const day = await onProbation(client, await employed(), { initialEndsOn: '2024-01-01' });
    expect(day).toMatchObject({ startsOn: '2024-01-01', endsOn: '2024-01-01' });
  });

  test('come one after the other, the extended after the initial one', async () => {
    for (const extendedEndsOn of ['2024-03-31', '2024-03-30']) {
      expect(await both({ extendedEndsOn })).toEqual([['extendedEndsOn'], ['extendedEndsOn']]);
    }
    const period = await onProbation(client, await employed(), { extendedEndsOn: '2024-04-01' });
    const later = { initialEndsOn: '2024-04-01' };
    expect(await changeErrors(client, probationaryPeriods, period, later)).toEqual(['extendedEndsOn']);
    const moved = { ...later, extendedEndsOn: '2024-04-02' };
    expect(await changed(client, probationaryPeriods, period, moved)).toMatchObject({ ...moved, endsOn: '2024-04-02' });
  });

  test('lie within the employment when they are written, and stay when that ends earlier later on', async () => {
    const employment = await employed({ end: { date: '2024-06-30' } });
    const named = { employment: at(employment) };
    const late = { ...named, initialEndsOn: '2024-07-01' };
    expect(await creationErrors(client, probationaryPeriods, late)).toEqual(['initialEndsOn']);
    const extended = { ...named, initialEndsOn: '2024-03-31', extendedEndsOn: '2024-07-01' };
    expect(await creationErrors(client, probationaryPeriods, extended)).toEqual(['extendedEndsOn']);
    const period = await onProbation(client, employment, { initialEndsOn: '2024-05-31', extendedEndsOn: '2024-06-30' });
    const events = await eventsOf(service, client, () =>
      changed(client, employments, employment, { end: { date: '2024-04-30' } }),
    );
    expect(events.filter(({ topic }) => topic.startsWith('probationary'))).toEqual([]);
    expect(await periodNow(period)).toEqual(period);
    expect(await changeErrors(client, probationaryPeriods, period, { extendedEndsOn: '2024-06-15' })).toEqual([
      'extendedEndsOn',
    ]);
    // Dates that are already outside and not written again are kept.
    const shorter = { extendedEndsOn: null };
    expect(await changed(client, probationaryPeriods, period, shorter)).toMatchObject({ endsOn: '2024-05-31' });
    expect(await changed(client, probationaryPeriods, period, { initialEndsOn: '2024-04-30' })).toMatchObject({
      endsOn: '2024-04-30',
    });
  });

  test('are extended by a change, and the extension is taken back by null', async () => {
    const period = await onProbation(client, await employed());
    const extend = () => changed(client, probationaryPeriods, period, { extendedEndsOn: '2024-06-30' });
    expect(summary(await eventsOf(service, client, extend))).toEqual({
      [topicOf('probationary-period.updated', period)]: { endsOn: '2024-03-31', extendedEndsOn: null },
    });
    expect(await periodNow(period)).toMatchObject({ endsOn: '2024-06-30', initialEndsOn: '2024-03-31' });
    expect(await eventsOf(service, client, extend)).toEqual([]);
    const back = () => changed(client, probationaryPeriods, period, { extendedEndsOn: null });
    expect(summary(await eventsOf(service, client, back))).toEqual({
      [topicOf('probationary-period.updated', period)]: { endsOn: '2024-06-30', extendedEndsOn: '2024-06-30' },
    });
    expect(await periodNow(period)).toMatchObject({ endsOn: '2024-03-31', extendedEndsOn: null });
  });

  test('cannot be set but through the initial and the extended one', async () => {
    const employment = await employed();
    for (const member of ['startsOn', 'endsOn']) {
      const body = { employment: at(employment), initialEndsOn: '2024-03-31', [member]: '2024-02-01' };
      expect(await creationErrors(client, probationaryPeriods, body)).toEqual([member]);
    }
    const period = await onProbation(client, employment);
    expect(await changeErrors(client, probationaryPeriods, period, { endsOn: '2024-02-29' })).toEqual(['endsOn']);
    expect(await changeErrors(client, probationaryPeriods, period, { initialEndsOn: null })).toEqual(['initialEndsOn']);
    const same = { startsOn: period.startsOn, endsOn: period.endsOn };
    expect(await changed(client, probationaryPeriods, period, same)).toEqual(period);
  });
});

test('a period stays with its employment, which a change may repeat', async () => {
  const employment = await employed();
  const period = await onProbation(client, employment);
  const other = { employment: at(await employed()) };
  expect(await changeErrors(client, probationaryPeriods, period, other)).toEqual(['employment']);
  expect(await changed(client, probationaryPeriods, period, { employment: at(employment) })).toEqual(period);
});

test('a period starts with its employment, wherever that moves to', async () => {
  const employment = await employed();
  const period = await onProbation(client, employment);
  for (const date of ['2023-06-01', '2024-03-31']) {
    const was = (await periodNow(period)).startsOn;
    const events = await eventsOf(service, client, () => changed(client, employments, employment, { start: { date } }));
    expect(summary(events)[topicOf('probationary-period.updated', period)]).toEqual({ startsOn: was });
    expect(await periodNow(period)).toMatchObject({ startsOn: date, endsOn: '2024-03-31' });
  }
});

describe('the list of periods', () => {
  let lists: TestClient;
  let ids: Record<string, string>;
  let people: Record<string, Row>;

  beforeAll(async () => {
    const { client: of, ...here } = await newCompany(service);
    lists = of;
    people = {};
    ids = {};
    for (const [name, start, initialEndsOn, extendedEndsOn] of [
      ['plain', '2024-02-01', '2024-04-30', null],
      ['extended', '2024-01-01', '2024-03-31', '2024-06-30'],
      ['long', '2024-03-01', '2024-12-31', null],
    ] as const) {
      people[name] = await hired(lists, here, {}, { start: { date: start } });
      const [employment] = (await employmentsOf(lists, people[name])) as [Row];
      const body = { employment: at(employment), initialEndsOn, extendedEndsOn };
      ids[name] = (await lists.call('POST', path, { body })).body.id;
    }
  });

  test.each([
    ['isExtended=true', ['extended']],
    ['isExtended=false', ['plain', 'long']],
    ['-isExtended=true', ['plain', 'long']],
    ['startsOn.between=2024-01-01--2024-02-01', ['plain', 'extended']],
    ['endsOn.between=2024-06-30--..', ['extended', 'long']],
    ['initialEndsOn.between=2024-03-31--2024-04-30', ['plain', 'extended']],
    ['extendedEndsOn.between=..--2099-12-31', ['extended']],
    ['sort=startsOn', ['extended', 'plain', 'long']],
    ['sort=-endsOn', ['long', 'extended', 'plain']],
  ])('?%s holds what it says', async (query, names) => {
    const seen = await found(lists, probationaryPeriods, query);
    expect(seen.map((id) => Object.keys(ids).find((name) => ids[name] === id))).toEqual(names);
  });

  test('is narrowed by employment and by employee', async () => {
    const employee = people.long as Row;
    const [employment] = (await employmentsOf(lists, employee)) as [Row];
    expect(await found(lists, probationaryPeriods, `employment.id=${employment.id}`)).toEqual([ids.long]);
    expect(await found(lists, probationaryPeriods, `employment.employee.id=${employee.id}`)).toEqual([ids.long]);
    expect(await found(lists, probationaryPeriods, `-employment.employee.id=${employee.id}`)).toEqual([
      ids.plain,
      ids.extended,
    ]);
  });

  test.each(['isExtended=null', 'isExtended=yes', 'startsOn=2024-01-01', 'sort=initialEndsOn', 'employee.id=1'])(
    'refuses ?%s',
    async (query) => {
      expect(await fieldErrors(lists, 'GET', `${path}?${query}`)).toEqual([query.split('=')[0]]);
    },
  );
});
