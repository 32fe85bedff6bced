/** Leaves in hours: how a total is distributed over days, and which totals are refused. */
import { leaves } from '@muster/contract/resources/leaves.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Body, Row } from '../../support/examples.ts';
import { leaveAccount, leaveBody, leaveOf } from '../../support/leaves/leaves.ts';
import { creationErrors } from '../../support/organization/organization.ts';
import { type Company, hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let company: Company;
let inHours: Row;

beforeAll(async () => {
  service = await sharedService();
  ({ client, ...company } = await newCompany(service));
  inHours = await leaveAccount(client, { unit: 'workingHours' });
});

/** Thursday to Monday. */
const days = '2025-03-06/2025-03-10';

const given = async (totalDuration: Body, members: Body = {}) =>
  leaveOf(client, await hired(client, company), inHours, days, { totalDuration, ...members });

const refused = async (on: Row, totalDuration: Body) =>
  creationErrors(client, leaves, leaveBody(await hired(client, company), on, days, { totalDuration }));

const hours = (value: number) => ({ value, unit: 'hours' });

describe('hours that are given', () => {
  test.each([
    [hours(21), [7, 7, 7], 'PT21H'],
    [hours(15), [7, 7, 1], 'PT15H'],
    [hours(14.001), [7, 7, 0.001], 'PT14H3.6S'],
    [{ iso: 'PT14H20M' }, [7, 7, 0.333], 'PT14H20M'],
    [{ iso: 'PT900M' }, [7, 7, 1], 'PT15H'],
    [{ iso: 'P0DT15H0M0S' }, [7, 7, 1], 'PT15H'],
  ])('%j are laid from the first day on: %j', async (totalDuration, values, iso) => {
    const leave = await given(totalDuration);
    expect(leave.days.map(({ duration }) => duration.value)).toEqual(values);
    expect(leave.totalDuration.iso).toBe(iso);
  });

  test('each day takes at most the hours of its halves', async () => {
    const leave = await given(hours(11), { startPosition: 'secondHalfDay', endPosition: 'firstHalfDay' });
    expect(leave.days.map(({ range, duration }) => [range, duration.value])).toEqual([
      ['secondHalfDay', 3.5],
      ['allDay', 7],
      ['firstHalfDay', 0.5],
    ]);
  });

  test.each([
    [hours(14), 'totalDuration'],
    [hours(21.001), 'totalDuration'],
    [hours(0), 'totalDuration.value'],
    [hours(-7), 'totalDuration.value'],
    [hours(14.0005), 'totalDuration.value'],
    [{ value: 2, unit: 'days' }, 'totalDuration.unit'],
    [{ value: 15 }, 'totalDuration'],
    [{ unit: 'hours' }, 'totalDuration'],
    [{}, 'totalDuration'],
    [{ value: 15, unit: 'hours', iso: 'PT15H' }, 'totalDuration'],
    [{ iso: 'P1W' }, 'totalDuration.iso'],
    [{ iso: '15 hours' }, 'totalDuration.iso'],
    [{ iso: 'PT0S' }, 'totalDuration.iso'],
    [{ iso: 'PT3S' }, 'totalDuration.iso'],
  ])('%j is refused', async (totalDuration, key) => {
    expect(await refused(inHours, totalDuration)).toEqual([key]);
  });

  test.each(['workingDays', 'businessDays', 'calendarDays'] as const)('are not for %s', async (unit) => {
    expect(await refused(await leaveAccount(client, { unit }), hours(15))).toEqual(['totalDuration']);
  });
});
