/** The account for tests of legacy leaves: few leaves, with every state that requests can distinguish. */
import { leaves } from '@muster/contract/resources/leaves.ts';
import { putDays } from '../../../server/leaves/calendars.ts';
import { pathOf, type Row } from '../examples.ts';
import { approve, cancel, deny, leaveAccount, leaveOf, requestOf } from '../leaves/leaves.ts';
import { at } from '../people/people.ts';
import { type TestClient, type TestService, testService } from '../service.ts';
import { type LegacyCompany, legacyCompany, named } from './legacy-company.ts';

/** A service whose clock stands still until it is set. Tokens expire, so callers are renewed with the clock. */
export interface ClockedService {
  readonly service: TestService;
  set(moment: string): void;
}

export async function clockedService(start: string): Promise<ClockedService> {
  let moment = start;
  const service = await testService({ now: () => new Date(`${moment}Z`) });
  return {
    service,
    set: (later) => {
      moment = later;
    },
  };
}

/** Created in this order, so that their ids ascend. */
const asked = [
  'gone',
  'spring',
  'hours',
  'partly',
  'denied',
  'again',
  'dropped',
  'first',
  'second',
  'old',
  'future',
  'leap',
  'turn',
  'days',
] as const;
export type LeaveName = (typeof asked)[number];

export interface LegacyLeaves {
  readonly company: LegacyCompany;
  readonly client: TestClient;
  readonly accounts: Readonly<Record<'paid' | 'recovery' | 'sick', Row>>;
  readonly leaves: Readonly<Record<LeaveName, Row>>;
}

/** The time after all changes. */
export const present = '2025-05-12T08:40:00';
export const beginning = '2025-04-01T08:00:00';

async function madeAccounts(client: TestClient): Promise<LegacyLeaves['accounts']> {
  return {
    paid: await leaveAccount(client, {
      name: 'Paid leave 2025',
      unit: 'workingDays',
      approvalLevels: 2,
      remoteId: 'PL25',
    }),
    recovery: await leaveAccount(client, {
      name: 'Recovery 100%_net',
      unit: 'workingHours',
      approvalLevels: 1,
      remoteId: null,
    }),
    sick: await leaveAccount(client, { name: 'Sickness', unit: 'calendarDays', approvalLevels: 1, remoteId: null }),
  };
}

export async function legacyLeaves({ service, set }: ClockedService): Promise<LegacyLeaves> {
  const company = await legacyCompany(service);
  await service.database.transaction(company.account.id, (tx) =>
    putDays(tx, company.calendar.id, [{ date: '2025-05-29', name: 'Ascension Day' }]),
  );
  const { paul, marie, john, joana, bjorn, ada, greta } = company.people;
  const { paid, recovery, sick } = await madeAccounts(company.client);
  const when = async <T>(moment: string, act: (client: TestClient) => Promise<T>): Promise<T> => {
    set(moment);
    return act(await service.renewed(company.client));
  };
  const confirmed = { status: 'confirmed' };
  const halves = { startPosition: 'secondHalfDay', endPosition: 'firstHalfDay' };

  const gone = await when('2025-04-10T07:00:00.5', (client) =>
    leaveOf(client, ada, sick, '2025-05-28/2025-05-29', confirmed),
  );
  const spring = await when('2025-04-14T09:12:44.25', (client) =>
    leaveOf(client, marie, paid, '2025-05-28/2025-06-02', halves),
  );
  for (const moment of ['2025-04-15T07:02:10.9', '2025-04-16T06:55:00']) {
    await when(moment, async (client) => approve(client, await requestOf(client, spring)));
  }
  const hours = await when('2025-04-20T10:00:00', (client) =>
    leaveOf(client, paul, recovery, '2025-05-28', { totalDuration: { value: 5, unit: 'hours' } }),
  );
  const partly = await when('2025-04-21T10:00:00', (client) => leaveOf(client, joana, paid, '2025-06-02/2025-06-03'));
  await when('2025-04-22T10:00:00', async (client) => approve(client, await requestOf(client, partly)));
  const denied = await when('2025-04-23T10:00:00', (client) => leaveOf(client, bjorn, paid, '2025-06-10'));
  await when('2025-04-24T10:00:00', async (client) =>
    deny(client, await requestOf(client, denied), { comment: 'Inventory, choose "another".', approver: at(joana) }),
  );
  await when('2025-04-25T10:00:00', (client) => client.call('DELETE', pathOf(leaves, gone.id)));
  const again = await when('2025-04-25T11:00:00', (client) =>
    leaveOf(client, ada, paid, '2025-05-28', { endPosition: 'firstHalfDay' }),
  );
  const dropped = await when('2025-04-26T10:00:00', (client) => leaveOf(client, marie, sick, '2025-06-07', confirmed));
  await when('2025-04-27T10:00:00', (client) => cancel(client, dropped));
  const first = await when('2025-04-28T10:00:00', (client) => leaveOf(client, marie, paid, '2025-06-10'));
  await when('2025-04-28T11:00:00', (client) => cancel(client, first));
  const second = await when('2025-04-28T12:00:00', (client) =>
    leaveOf(client, marie, paid, '2025-06-10', { endPosition: 'firstHalfDay' }),
  );
  await when('2025-04-28T13:00:00', (client) => cancel(client, second));
  const old = await when('2025-04-29T10:00:00', (client) => leaveOf(client, john, sick, '2015-06-01', confirmed));
  const future = await when('2025-04-30T10:00:00', (client) => leaveOf(client, greta, sick, '2090-03-01', confirmed));
  const leap = await when('2025-05-01T10:00:00', (client) => leaveOf(client, joana, sick, '2024-02-29', confirmed));
  const turn = await when('2025-05-01T11:00:00', (client) =>
    leaveOf(client, paul, sick, '2024-12-31/2025-01-01', confirmed),
  );
  const days = await when('2025-05-12T08:00:00', (client) =>
    leaveOf(client, ada, sick, '2025-05-11/2025-05-13', confirmed),
  );
  const client = await when(present, async (renewed) => renewed);
  const made = { gone, spring, hours, partly, denied, again, dropped, first, second, old, future, leap, turn, days };
  return { company, client, accounts: { paid, recovery, sick }, leaves: made };
}

/** A query in which names in braces stand for ids of people, departments, owners, leave accounts and leaves. */
export function withIds({ company, accounts, leaves: made }: LegacyLeaves, query: string): string {
  const own: Readonly<Record<string, Row>> = { ...accounts, ...made };
  return named(
    company,
    query.replaceAll(/\{(\w+)\}/g, (whole, name: string) => own[name]?.id ?? whole),
  );
}

/** `spring.0528PM` for a row of either generation. */
export function labelsOf({ leaves: made }: LegacyLeaves): (row: { readonly id: string }) => string {
  const names = new Map(Object.entries(made).map(([name, { id }]) => [id, name]));
  return ({ id }) => {
    const [, leave = '', , month, day, half] = /^(\d+)-(\d{4})(\d\d)(\d\d)-(AM|PM)$/.exec(id) ?? [];
    return `${names.get(leave)}.${month}${day}${half}`;
  };
}
