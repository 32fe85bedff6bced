/** Details of leaves for authorities: which members belong to which nature, and their allowed values. */
import { leaves } from '@muster/contract/resources/leaves.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, pathOf, type Row } from '../../support/examples.ts';
import { leaveAccount, leaveBody, leaveNow, leaveOf } from '../../support/leaves/leaves.ts';
import { changed, changeErrors, creationErrors, removalStatus } from '../../support/organization/organization.ts';
import { at, type Company, hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let company: Company;
let sickness: Row;

beforeAll(async () => {
  service = await sharedService();
  ({ client, ...company } = await newCompany(service));
  sickness = await leaveAccount(client, { unit: 'calendarDays' });
});

const week = '2025-03-03/2025-03-07';
const somebody = () => hired(client, company);
const sick = async (details: Body, person?: Row, days = week): Promise<Row> =>
  leaveOf(client, person ?? (await somebody()), sickness, days, { details });
const refused = async (details: unknown): Promise<string[]> =>
  creationErrors(client, leaves, leaveBody(await somebody(), sickness, week, { details }));

const child = {
  childArrival: 'birth',
  childrenCount: 2,
  adoptingParentsSharingLeaveRights: 'shared',
  childExpectedOn: '2025-03-01',
};
const natures: Record<string, Body> = {
  frenchOrdinarySickness: { isLongTermCondition: true },
  frenchOccupationalDisease: { symptomsFirstObservedOn: '2025-02-01' },
  frenchCommutingAccident: { occurredOn: '2025-03-02', location: 'atLunchPlace' },
  frenchWorkAcident: { occurredOn: '2025-03-02' },
  frenchMaternity: child,
  frenchPaternity: { ...child, childArrivedOn: '2025-03-02', partitioning: 'fragmented' },
  frenchOtherSickLeave: {},
};
const common = {
  lastWorkedOn: '2025-02-28',
  extendsSickLeave: null,
  earlyReturnOf: null,
  partTimeReturn: { activityRate: 0.55, reason: 'therapeutic' },
  paidDaysCount: 2.5,
  unpaidDaysCount: 2.5,
  compensationRate: 0.57,
  hasSubrogation: true,
  subrogationStartsOn: '2025-03-03',
  subrogationEndsOn: '2025-03-31',
};
const everyMember = new Set(Object.values(natures).flatMap(Object.keys));

describe.each(Object.entries(natures))('%s', (nature, own) => {
  test('has members of its own, next to those of all', async () => {
    const details = { nature, ...common, ...own };
    expect((await sick(details)).details).toEqual(details);
  });

  test('shows every member that it knows, null where none is given', async () => {
    const { details } = await sick({ nature });
    const names = Object.keys({ ...common, ...own });
    expect(details).toEqual({ nature, ...Object.fromEntries(names.map((name) => [name, null])) });
  });

  test('refuses the members of others by name', async () => {
    const strange = [...everyMember].filter((name) => !(name in own));
    const all = Object.assign({}, ...Object.values(natures)) as Body;
    for (const name of strange) {
      expect([name, await refused({ nature, [name]: all[name] })]).toEqual([name, [`details.${name}`]]);
    }
  });
});

test.each<[string, unknown, string[]]>([
  ['without a nature', { lastWorkedOn: '2025-02-28' }, ['details.nature']],
  ['of a nature in its right spelling', { nature: 'frenchWorkAccident' }, ['details.nature']],
  [
    'with a rate of a thousandth',
    { nature: 'frenchOtherSickLeave', compensationRate: 0.575 },
    ['details.compensationRate'],
  ],
  ['with a rate above one', { nature: 'frenchOtherSickLeave', compensationRate: 1.01 }, ['details.compensationRate']],
  [
    'with more days than there are',
    { nature: 'frenchOtherSickLeave', paidDaysCount: 3, unpaidDaysCount: 2.5 },
    ['details.paidDaysCount'],
  ],
  ['with days below nought', { nature: 'frenchOtherSickLeave', paidDaysCount: -1 }, ['details.paidDaysCount']],
  [
    'with half a part-time return',
    { nature: 'frenchOtherSickLeave', partTimeReturn: { activityRate: 0.5 } },
    ['details.partTimeReturn.reason'],
  ],
  ['with no children', { nature: 'frenchMaternity', childrenCount: 0 }, ['details.childrenCount']],
  [
    'with a leave that there is not',
    { nature: 'frenchOtherSickLeave', extendsSickLeave: { id: '999999' } },
    ['details.extendsSickLeave.id'],
  ],
  ['as a list', [], ['details']],
])('details %s are refused', async (_, details, keys) => {
  expect(await refused(details)).toEqual(keys);
});

test('rates are taken to the hundredth', async () => {
  const person = await somebody();
  const dayAt = (index: number) => new Date(Date.UTC(2025, 2, 3 + index)).toISOString().slice(0, 10);
  for (const [index, compensationRate] of [0, 0.07, 0.29, 0.57, 0.58, 1].entries()) {
    const leave = await sick({ nature: 'frenchOtherSickLeave', compensationRate }, person, dayAt(index));
    expect(leave.details).toMatchObject({ compensationRate });
  }
});

describe('another leave that is named', () => {
  const nature = 'frenchOrdinarySickness';

  test('is shown with its address, and may be sent back like that', async () => {
    const person = await somebody();
    const first = await sick({ nature }, person);
    const second = await sick({ nature, extendsSickLeave: at(first) }, person, '2025-03-10');
    const { id, type, url } = first;
    expect(second.details).toMatchObject({ extendsSickLeave: { id, type, url } });
    expect(await changed(client, leaves, second, { details: second.details })).toEqual(second);
    await changed(client, leaves, second, { details: { earlyReturnOf: { id, type, url } } });
    expect((await leaveNow(client, second)).details).toMatchObject({ earlyReturnOf: { id, type, url } });
  });

  test('is one of the same employee, and not the leave itself', async () => {
    const person = await somebody();
    const foreign = await sick({ nature });
    const own = await sick({ nature }, person);
    for (const { id } of [foreign, own, { id: 'x' }]) {
      expect(await changeErrors(client, leaves, own, { details: { extendsSickLeave: { id } } })).toEqual([
        'details.extendsSickLeave.id',
      ]);
    }
  });

  test('does not hold the other back', async () => {
    const person = await somebody();
    const first = await sick({ nature }, person);
    await sick({ nature, extendsSickLeave: at(first) }, person, '2025-03-10');
    expect(await removalStatus(client, leaves, first)).toBe(204);
  });
});

describe('a change', () => {
  const nature = 'frenchCommutingAccident';

  test('merges members; another nature keeps those in common and drops the rest', async () => {
    const leave = await sick({ nature, location: 'toWork', paidDaysCount: 1 });
    await changed(client, leaves, leave, { details: { paidDaysCount: 2 } });
    expect((await leaveNow(client, leave)).details).toMatchObject({ nature, location: 'toWork', paidDaysCount: 2 });
    await changed(client, leaves, leave, { details: { nature: 'frenchOtherSickLeave' } });
    const { details } = await leaveNow(client, leave);
    expect(details).toEqual({ nature: 'frenchOtherSickLeave', ...nulls(common), paidDaysCount: 2 });
    await changed(client, leaves, leave, { details: null });
    expect((await leaveNow(client, leave)).details).toBeNull();
  });

  test('of the days is held against the details that stay', async () => {
    const leave = await sick({ nature, paidDaysCount: 4 });
    expect(await changeErrors(client, leaves, leave, { endsOn: '2025-03-05' })).toEqual(['details.paidDaysCount']);
    const body = { endsOn: '2025-03-05', details: null };
    expect((await client.call('PATCH', pathOf(leaves, leave.id), { body })).status).toBe(200);
  });
});

const nulls = (members: Body): Body => Object.fromEntries(Object.keys(members).map((name) => [name, null]));
