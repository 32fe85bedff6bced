/** Leave accounts: what may change while leaves use them. */
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { pathOf, type Row } from '../../support/examples.ts';
import {
  approve,
  askLeave,
  cancel,
  leaveAccount,
  leaveNow,
  leaveOf,
  requestOf,
  stepsOf,
} from '../../support/leaves/leaves.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  found,
  removalErrors,
  removalStatus,
} from '../../support/organization/organization.ts';
import { type Company, hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let company: Company;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...company } = await newCompany(service));
});

const monday = '2025-03-03';

test('an account needs one approval unless it says otherwise, and one to three of them', async () => {
  expect(await leaveAccount(client)).toMatchObject({ approvalLevels: 1, isArchived: false, remoteId: null });
  for (const approvalLevels of [0, 4, 1.5, '1']) {
    const body = { name: 'Paid', unit: 'workingDays', approvalLevels };
    expect([approvalLevels, await creationErrors(client, leaveAccounts, body)]).toEqual([
      approvalLevels,
      ['approvalLevels'],
    ]);
  }
});

test('no two accounts bear the same code', async () => {
  const first = await leaveAccount(client, { remoteId: 'PL25' });
  const body = { name: 'Other', unit: 'workingDays', remoteId: 'PL25' };
  expect(await creationErrors(client, leaveAccounts, body)).toEqual(['remoteId']);
  expect(await changeErrors(client, leaveAccounts, await leaveAccount(client), { remoteId: 'PL25' })).toEqual([
    'remoteId',
  ]);
  expect(await found(client, leaveAccounts, 'remoteId=PL25')).toEqual([first.id]);
});

test('a change of the levels leaves open requests as they are', async () => {
  const of = await leaveAccount(client, { approvalLevels: 2 });
  const leave = await leaveOf(client, await hired(client, company), of, monday);
  await changed(client, leaveAccounts, of, { approvalLevels: 1 });
  const request = await requestOf(client, leave);
  expect(request.approvalLevels).toBe(2);
  await approve(client, request);
  expect((await leaveNow(client, leave)).status).toBe('tentative');
  await approve(client, request);
  expect((await leaveNow(client, leave)).status).toBe('confirmed');
  const next = await leaveOf(client, await hired(client, company), of, monday);
  expect((await requestOf(client, next)).approvalLevels).toBe(1);
});

describe('an account in use', () => {
  let used: Row;
  let leave: Row;

  beforeAll(async () => {
    used = await leaveAccount(client);
    leave = await leaveOf(client, await hired(client, company), used, monday);
  });

  test('keeps its unit, even when its leaves are cancelled', async () => {
    expect(await changeErrors(client, leaveAccounts, used, { unit: 'calendarDays', name: 'Other' })).toEqual(['unit']);
    await cancel(client, leave);
    expect(await changeErrors(client, leaveAccounts, used, { unit: 'calendarDays' })).toEqual(['unit']);
    await changed(client, leaveAccounts, used, { unit: 'workingDays', name: 'Renamed' });
  });

  test('cannot be deleted; archived, it takes no new leave and keeps the others', async () => {
    expect(await stepsOf(service, client, async () => removalErrors(client, leaveAccounts, used))).toEqual([]);
    expect(await removalErrors(client, leaveAccounts, used)).toEqual(['id']);
    await changed(client, leaveAccounts, used, { isArchived: true });
    const { status, body } = await askLeave(client, await hired(client, company), used, monday);
    expect([status, Object.keys(body.errors)]).toEqual([400, ['leaveAccount.id']]);
    await changed(client, leaveAccounts, used, { isArchived: false });
    await leaveOf(client, await hired(client, company), used, monday);
  });

  test('cannot be deleted after its leaves are deleted, because older systems still read them', async () => {
    const { body } = await client.call('GET', `${pathOf(leaves)}?leaveAccount.id=${used.id}`);
    for (const row of body.items as Row[]) await removalStatus(client, leaves, row);
    expect(await changeErrors(client, leaveAccounts, used, { unit: 'calendarDays' })).toEqual(['unit']);
    expect(await removalErrors(client, leaveAccounts, used)).toEqual(['id']);
  });
});

test('a leave of an archived account can still be moved, decided and cancelled', async () => {
  const of = await leaveAccount(client);
  const [one, other] = [
    await leaveOf(client, await hired(client, company), of, monday),
    await leaveOf(client, await hired(client, company), of, monday),
  ];
  await changed(client, leaveAccounts, of, { isArchived: true });
  await changed(client, leaves, one, { endsOn: '2025-03-04' });
  await approve(client, await requestOf(client, one));
  expect((await leaveNow(client, one)).status).toBe('confirmed');
  expect((await cancel(client, other)).status).toBe(200);
});

test('everybody with the scope sees all accounts, whatever their establishments', async () => {
  const of = await leaveAccount(client);
  const limited = await service.client(account, { establishments: [company.place.id], scopes: ['leaves.readonly'] });
  expect(await found(limited, leaveAccounts, `id=${of.id}`)).toEqual([of.id]);
});
