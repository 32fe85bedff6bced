/** A session of one account cannot see, change or find anything of another. */
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { changes, creations, everyAdministration, made, ofInstallation } from '../support/administration-examples.ts';
import type { TestPerson } from '../support/people/person.ts';
import { type SharedService, sharedService } from '../support/service.ts';

let service: SharedService;
let account: Account;
let owner: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
  service = await sharedService();
  account = await service.openAccount('acme');
  owner = await service.person(account);
  stranger = await service.person(await service.openAccount('other'));
});

const isOne = ({ idKind }: Resource): boolean => idKind === 'text';
/** There is at most one, and its provider must respond: stories cover it. */
const apart = ['identity-provider', ...ofInstallation];
const owned = everyAdministration.filter((resource) => !isOne(resource) && !apart.includes(resource.type));

describe.each(owned)('$path', (resource) => {
  test('rows of another account are not listed, not read, not changed and not deleted', async () => {
    const { id, path } = await made(service, account, owner, resource);
    expect((await owner.call('GET', path)).status).toBe(200);
    if (resource.within) {
      const [inside = ''] = path.split(`/${id}`).slice(0, 1);
      expect((await stranger.call('GET', inside)).status).toBe(404);
      const body = creations[resource.type]?.() ?? {};
      if (resource.operations.includes('create'))
        expect((await stranger.call('POST', inside, { body })).status).toBe(404);
    } else {
      const { body } = await stranger.call('GET', `${collectionPath(resource)}?id=${id}&include=totalCount`);
      expect([body.items, body.totalCount]).toEqual([[], 0]);
    }
    expect((await stranger.call('GET', path)).status).toBe(404);
    if (resource.operations.includes('update')) {
      expect((await stranger.call('PATCH', path, { body: changes[resource.type]?.() ?? {} })).status).toBe(404);
    }
    if (resource.operations.includes('remove')) expect((await stranger.call('DELETE', path)).status).toBe(404);
    expect((await owner.call('GET', path)).status).toBe(200);
  });
});

test('a single resource is that of the own account', async () => {
  await owner.call('PATCH', '/admin-api/account-settings/current', { body: { eventDays: 17 } });
  const { body } = await stranger.call('GET', '/admin-api/account-settings/current');
  expect(body.eventDays).toBeNull();
});
