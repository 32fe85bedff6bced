/** Helpers for stories about new days: a clock that stands still, and the state of people at its time. */
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { expect } from 'vitest';
import { statement } from '../../../server/platform/database/statement.ts';
import { pathOf, type Row } from '../examples.ts';
import { type SharedService, type TestClient, type TestService, testService } from '../service.ts';
import { type Company, newCompany } from './people.ts';

export interface StoppedClock {
  readonly now: () => Date;
  /** The clock of a story only moves forward; different stories are independent. */
  set(moment: string | Date): void;
}

export function stoppedClock(moment: string): StoppedClock {
  let at = new Date(moment);
  return {
    now: () => at,
    set: (next) => {
      at = new Date(next);
    },
  };
}

export interface TimedService {
  readonly service: TestService;
  readonly clock: StoppedClock;
}

export async function timedService(): Promise<TimedService> {
  const clock = stoppedClock('2025-01-01T00:00:00Z');
  return { clock, service: await testService({ now: clock.now }) };
}

export const justBefore = (moment: string): Date => new Date(Date.parse(moment) - 1);

/** A company in a time zone, and a function to send requests at any time: tokens expire during stories. */
export async function companyIn({ service, clock }: TimedService, timezoneId: string | null, begins: string) {
  clock.set(begins);
  const { client: first, account, ...company } = await newCompany(service, { timezoneId });
  const client: TestClient = { ...first, call: async (...asked) => (await service.renewed(first)).call(...asked) };
  return { client, account, company: company as Company };
}

export async function setAccountTimezone(service: SharedService, accountId: string, zone: string): Promise<void> {
  const set = statement('insert into account_settings (account_id, timezone_id) values ($1, $2)');
  await service.database.transaction(accountId, (tx) => tx.run(set, [zone]));
}

const families = [
  { resource: employees, of: ({ id }: Row) => `id=${id}` },
  { resource: employments, of: ({ id }: Row) => `employee.id=${id}` },
  { resource: jobPositions, of: ({ id }: Row) => `employment.employee.id=${id}` },
];

/**
 * The status of a person with one employment and one position, read in every possible way. All must agree: lists, single
 * reads, filters, counts, and embedded resources.
 */
export async function statusOf(client: TestClient, person: Row): Promise<string> {
  const seen = new Set<string>();
  for (const { resource, of } of families) {
    const { body } = await client.call('GET', `${pathOf(resource)}?${of(person)}`);
    expect(body.items).toHaveLength(1);
    const [{ id, status }] = body.items;
    const single = await client.call('GET', `${pathOf(resource, id)}?include=embedded`);
    seen.add(status).add(single.body.status);
    for (const embedded of Object.values(single.body.embedded as Record<string, Record<string, Row>>)) {
      for (const row of Object.values(embedded)) if (typeof row.status === 'string') seen.add(row.status);
    }
    for (const asked of ['active', 'upcoming', 'deactivated']) {
      const query = `${of(person)}&status=${asked}&include=totalCount`;
      const filtered = await client.call('GET', `${pathOf(resource)}?${query}`);
      expect(filtered.body.totalCount).toBe(asked === status ? 1 : 0);
      expect(filtered.body.items).toHaveLength(filtered.body.totalCount);
    }
  }
  return [...seen].join(' and ');
}
