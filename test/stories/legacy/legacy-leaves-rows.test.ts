/** The content of single leaves of `/api/v3/leaves`, and who may see them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LegacyClient, legacyClient } from '../../support/legacy/legacy.ts';
import {
  beginning,
  type ClockedService,
  clockedService,
  type LeaveName,
  type LegacyLeaves,
  labelsOf,
  legacyLeaves,
  withIds,
} from '../../support/legacy/legacy-leaves.ts';
import { expand } from '../../support/legacy/legacy-lines.ts';
import type { Reply } from '../../support/service.ts';

let clocked: ClockedService;
let seeded: LegacyLeaves;
let reader: LegacyClient;

const askOne = (id: string, query = ''): Promise<Reply> => reader.call(`/api/v3/leaves/${withIds(seeded, id)}${query}`);

beforeAll(async () => {
  clocked = await clockedService(beginning);
  seeded = await legacyLeaves(clocked);
  reader = await legacyClient(clocked.service, seeded.company.account);
}, 120_000);
afterAll(() => clocked.service.stop());

test('a leave shows every listed member, in order', async () => {
  const { body } = await askOne('{spring}-20250528-PM');
  const [period, owner, account] = [seeded.leaves.spring, seeded.company.people.marie, seeded.accounts.paid].map(
    ({ id }) => Number(id),
  );
  const id = `${period}-20250528-PM`;
  const { url } = clocked.service;
  const row = {
    id,
    name: id,
    url: `${url}/api/v3/leaves/${id}`,
    date: '2025-05-28T00:00:00',
    isAM: false,
    status: 1,
    isActive: true,
    duration: '03:30:00',
    value: null,
    leaveAccountDuration: 0.5,
    leaveAccountId: account,
    leaveAccount: { id: account, name: 'Paid leave 2025', url: `${url}/svc-api/leave-accounts/${account}` },
    leavePeriodId: period,
    leavePeriod: {
      id: period,
      ownerId: owner,
      owner: { id: owner, name: 'Marie Lambert' },
      isConfirmed: true,
      confirmationDate: '2025-04-16T06:55:00',
      startsOn: '2025-05-28T00:00:00',
      startsAM: false,
      endsOn: '2025-06-02T00:00:00',
      endsAM: true,
      attachmentId: null,
      logs: [
        { id: 1, date: '2025-04-14T09:12:44', comment: null, status: 0 },
        { id: 2, date: '2025-04-15T07:02:10', comment: null, status: 0 },
        { id: 3, date: '2025-04-16T06:55:00', comment: null, status: 2 },
      ],
    },
    creationDate: '2025-04-14T09:12:44',
    cancellationDate: null,
    cancellationUserId: null,
    comment: null,
  };
  expect(body).toEqual({
    header: { generated: '2025-05-12T08:40:00', principal: reader.name, processId: expect.any(Number) },
    data: row,
    metadata: null,
  });
  // Compared as text, because older readers depend on the order of members.
  expect(JSON.stringify(body.data)).toBe(JSON.stringify(row));
  const listed = await reader.call(`/api/v3/leaves?id=${id}`);
  expect(JSON.stringify(listed.body.data)).toBe(JSON.stringify({ items: [row] }));
});

/** Status, isActive, isConfirmed, confirmation, cancellation, statuses of the history. */
type State = readonly [number, boolean, boolean, string | null, string | null, string];

const states: readonly (readonly [LeaveName, string, State])[] = [
  ['hours', '20250528-AM', [0, true, false, null, null, '0']],
  ['partly', '20250602-AM', [0, true, false, null, null, '0 0']],
  ['denied', '20250610-AM', [0, false, false, null, '24T10:00:00', '0 3']],
  ['gone', '20250528-AM', [1, false, true, '10T07:00:00', '25T10:00:00', '2']],
  ['dropped', '20250607-AM', [1, false, true, '26T10:00:00', '27T10:00:00', '2 4']],
  ['first', '20250610-PM', [0, false, false, null, '28T11:00:00', '0 4']],
  ['old', '20150601-PM', [1, true, true, '29T10:00:00', null, '2']],
];

test.each(states)('the leave %s on %s shows its state', async (name, day, state) => {
  const { data } = (await askOne(`{${name}}-${day}`)).body;
  const inApril = (moment: string | null) => moment?.replace('2025-04-', '') ?? null;
  const { isConfirmed, confirmationDate, logs } = data.leavePeriod;
  expect([
    data.status,
    data.isActive,
    isConfirmed,
    inApril(confirmationDate),
    inApril(data.cancellationDate),
    logs.map(({ status }: { status: number }) => status).join(' '),
  ]).toEqual(state);
});

test('a denial shows who denied it and why', async () => {
  const { data } = (await askOne('{denied}-20250610-AM')).body;
  expect(data.cancellationUserId).toBe(Number(seeded.company.people.joana.id));
  expect(data.comment).toBe('Inventory, choose "another".');
  expect(data.leavePeriod.logs.at(-1)).toMatchObject({ id: 2, comment: 'Inventory, choose "another".' });
});

test('hours fill the morning first', async () => {
  const shown = async (half: string) => {
    const { duration, value, leaveAccountDuration } = (await askOne(`{hours}-20250528-${half}`)).body.data;
    return [duration, value, leaveAccountDuration];
  };
  expect(await shown('AM')).toEqual(['03:30:00', '3.5', 3.5]);
  expect(await shown('PM')).toEqual(['01:30:00', '1.5', 1.5]);
});

test('an id of another form or of no row is not found', async () => {
  const ids = [
    'x',
    '{spring}',
    '{spring}-20250528',
    '{spring}-20250529-AM',
    '{spring}-20250528-AM',
    '{spring}-20250528-pm',
    '0-20250528-PM',
    '{marie}-28%2F05%2F2025%2000%3A00%3A00-PM',
  ];
  for (const id of ids) {
    const { status, body } = await askOne(id);
    expect([id, status]).toEqual([id, 404]);
    expect(body).toMatchObject({ Status: 404, title: 'Not Found', StackTrace: null });
  }
  expect((await askOne('x', '?fields=collection.count')).status).toBe(400);
  expect((await askOne('{spring}-20250528-PM', '?fields=collection.count')).body.errors).toHaveProperty('fields');
  expect((await askOne('{spring}-20250528-PM', '?foo=1')).body.errors).toHaveProperty('foo');
});

test('a role sees leaves of its establishments, and of former and future people only with the right', async () => {
  const { account, places } = seeded.company;
  const everyRow: string[] = (await reader.call('/api/v3/leaves')).body.data.items.map(labelsOf(seeded));
  const seen = async (rights: Parameters<typeof legacyClient>[2]) => {
    const client = await legacyClient(clocked.service, account, rights);
    return { client, rows: (await client.call('/api/v3/leaves')).body.data.items.map(labelsOf(seeded)) };
  };
  const berlin = await seen({ leaves: [places.berlin.id], former: true, future: true });
  expect(berlin.rows).toEqual(expand(everyRow, 'partly denied old future leap'));
  expect((await berlin.client.call(withIds(seeded, '/api/v3/leaves/{spring}-20250528-PM'))).status).toBe(404);
  expect((await berlin.client.call(withIds(seeded, '/api/v3/leaves/{leap}-20240229-AM'))).status).toBe(200);
  const counted = await berlin.client.call('/api/v3/leaves?fields=collection.count&date=since,2025-06-10');
  expect(counted.body.data).toEqual({ count: 4 });
  expect((await berlin.client.call('/api/leaves')).body.data).toHaveLength(12);

  const present = await seen({ leaves: 'all' });
  expect(present.rows).toEqual(everyRow.filter((label) => !/^(old|future)\./.test(label)));
  const withFormer = await seen({ leaves: [places.berlin.id], former: true });
  expect(withFormer.rows).toEqual(expand(everyRow, 'partly denied old leap'));
});
