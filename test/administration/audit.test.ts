/** Every change by people and operators has an audit entry: who, what, from where, before and after; never secrets. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, endOldSecret, revokeClient, rotateSecret } from '../../cli/client-applications.ts';
import { changeRole, createApiKey, regenerateApiKey, revokeApiKey } from '../../cli/legacy-keys.ts';
import { changeSettings } from '../../cli/settings.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { statement } from '../../server/platform/database/statement.ts';
import { changes, creations, everyAdministration, made } from '../support/administration-examples.ts';
import { oneIn } from '../support/form.ts';
import type { TestPerson } from '../support/people/person.ts';
import { type Reply, type TestService, testService } from '../support/service.ts';

let service: TestService;
let account: Account;
let owner: TestPerson;
const entries = '/admin-api/audit-entries';

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
  owner = await service.person(account);
});
afterAll(() => service.stop());

const traceOf = ({ headers }: Reply): string => headers.get('traceparent')?.split('-')[1] ?? '';

async function entryOf(reply: Reply) {
  const { body } = await owner.call('GET', `${entries}?traceId=${traceOf(reply)}`);
  expect(body.items.length).toBe(1);
  return body.items[0];
}

const count = async (): Promise<number> =>
  (await owner.call('GET', `${entries}?include=totalCount&limit=1`)).body.totalCount;

const some = (resource: Resource) => made(service, account, owner, resource);
const can = (operation: 'create' | 'update' | 'remove') =>
  everyAdministration.filter(
    ({ type, operations }) =>
      operations.includes(operation) && (operation === 'update' ? type in changes : type in creations),
  );

describe('actions of people', () => {
  test.each(oneIn(2, can('create')))('the creation of a $type is kept, without its secret', async (resource) => {
    const { id, reply } = await some(resource);
    const entry = await entryOf(reply as Reply);
    expect(entry).toMatchObject({
      action: `${resource.type}.created`,
      actorKind: 'person',
      actorId: owner.id,
      actorName: owner.email,
      address: '127.0.0.1',
      subjectType: resource.type,
      subjectId: id,
      before: null,
    });
    for (const [name, { column }] of Object.entries(resource.fields)) {
      if (column !== 'once') continue;
      const secret = reply?.body[name];
      expect([name, typeof secret]).toEqual([name, 'string']);
      expect(JSON.stringify(entry)).not.toContain(secret);
    }
  });

  test.each(oneIn(2, can('update'), 1))(
    'a change of a $type is kept with what changed, and one that changes nothing is not',
    async (resource) => {
      const { path } = await some(resource);
      const body = changes[resource.type]?.() ?? {};
      const before = (await owner.call('GET', path)).body;
      const changed = await owner.call('PATCH', path, { body });
      expect(changed.status).toBe(200);
      const entry = await entryOf(changed);
      const [member = ''] = Object.keys(body);
      expect(entry).toMatchObject({
        action: `${resource.type}.updated`,
        before: { [member]: before[member] },
        after: { [member]: changed.body[member] },
      });
      expect(Object.keys(entry.after)).toEqual([member]);
      const counted = await count();
      expect((await owner.call('PATCH', path, { body })).status).toBe(200);
      expect((await owner.call('PATCH', path, { body: { unknown: 1 } })).status).toBe(400);
      expect(await count()).toBe(counted);
    },
  );

  test.each(oneIn(2, can('remove')))('the deletion of a $type is kept with what it was', async (resource) => {
    const { path, id } = await some(resource);
    const removed = await owner.call('DELETE', path);
    expect(removed.status).toBe(204);
    const entry = await entryOf(removed);
    expect(entry).toMatchObject({ action: `${resource.type}.deleted`, subjectId: id, after: null });
    expect(entry.before).not.toBeNull();
  });

  test('changes of account data are recorded with the person', async () => {
    const created = await owner.call('POST', '/svc-api/departments', { body: { name: 'Sales' } });
    expect(await entryOf(created)).toMatchObject({ action: 'department.created', after: { name: 'Sales' } });
  });

  test('a rolled-back change has no audit entry', async () => {
    const counted = await count();
    const twice = { name: 'Twice', technicalContact: 'it@example.com', scopes: ['departments.readonly'] };
    const replies = await Promise.all(
      [1, 2, 3].map(() => owner.call('POST', '/admin-api/client-applications', { body: twice })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
    expect(await count()).toBe(counted + 1);
  });

  test('is found by action, actor, subject and time, newest first', async () => {
    const query = `actorId=${owner.id}&action=client-application.created&subjectType=client-application`;
    const { body } = await owner.call('GET', `${entries}?${query}&sort=-id&limit=2`);
    const [newest, next] = body.items;
    expect(Number(newest.id)).toBeGreaterThan(Number(next.id));
    const since = await owner.call('GET', `${entries}?createdAt.between=${newest.createdAt}--..&${query}`);
    expect(since.body.items.map(({ id }: { id: string }) => id)).toContain(newest.id);
    expect(since.body.items.map(({ id }: { id: string }) => id)).not.toContain(next.id);
  });

  test('cannot be changed or deleted by anybody', async () => {
    const { body } = await owner.call('GET', `${entries}?limit=1`);
    for (const method of ['PATCH', 'DELETE']) {
      expect((await owner.call(method, `${entries}/${body.items[0].id}`, { body: {} })).status).toBe(405);
    }
  });
});

describe('actions of operators at the command line', () => {
  const actor = { kind: 'operator', id: null, name: 'root', address: null, traceId: null } as const;

  test('with credentials is kept, without secrets', async () => {
    const keeping = { ...service, actor };
    const declared = { name: 'Nightly', technicalContact: 'it@example.com', scopes: ['events.readonly'] };
    const client = await createClient(keeping, account, { ...declared, establishments: null });
    const rotated = await rotateSecret(keeping, client.clientId);
    await endOldSecret(keeping, client.clientId);
    await revokeClient(keeping, client.clientId);
    const key = await createApiKey(keeping, account, { name: 'Board', technicalContact: null });
    await changeRole(keeping, account, 'Board', { users: 'all' });
    const regenerated = await regenerateApiKey(keeping, account, 'Board');
    await revokeApiKey(keeping, account, 'Board');
    const { body, text } = await owner.call('GET', `${entries}?actorKind=operator`);
    expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
      'client-application.created',
      'client-application-secret.created',
      'client-application-secret.deleted',
      'client-application.updated',
      'api-key.created',
      'api-key.updated',
      'api-key-secret.created',
      'api-key.deleted',
    ]);
    expect(body.items[3]).toMatchObject({
      actorName: 'root',
      before: { isDisabled: false },
      after: { isDisabled: true },
    });
    for (const secret of [client.clientSecret, rotated.clientSecret, key.apiKey, regenerated.apiKey]) {
      expect(text).not.toContain(secret);
    }
  });

  test('with settings is kept, unless it only looked', async () => {
    const set = (settings: Record<string, unknown>) => changeSettings({ ...service, actor }, account, settings);
    await set({ timezoneId: 'Europe/Lisbon' });
    const counted = await count();
    await set({});
    expect(await count()).toBe(counted);
    const { body } = await owner.call('GET', `${entries}?action=account-setting.updated&sort=-id&limit=1`);
    expect(body.items[0]).toMatchObject({
      actorKind: 'operator',
      actorName: 'root',
      after: { timezoneId: 'Europe/Lisbon' },
    });
  });
});

test('audit entries are removed after the days that the account sets, otherwise never', async () => {
  const aged = await service.openAccount('aged');
  const person = await service.person(aged);
  const kept = statement('select id from audit_entries where account_id = $1');
  const isKept = async () => (await service.database.session(aged.id).run(kept)).length > 0;
  await person.call('PATCH', '/admin-api/account-settings/current', { body: { auditDays: 400 } });
  const endless = await service.openAccount('endless');
  await service.person(endless);
  service.advance(399 * 86_400_000);
  await service.housekeeping.clean();
  expect(await isKept()).toBe(true);
  service.advance(2 * 86_400_000);
  await service.housekeeping.clean();
  expect(await isKept()).toBe(false);
  expect((await service.database.session(endless.id).run(kept)).length).toBeGreaterThan(0);
});
