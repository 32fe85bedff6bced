// Saved views: one's own and shared ones, changed by the person who made them, and never more than a hundred.
import { limits } from '@muster/contract/limits.ts';
import { beforeAll, expect, it } from 'vitest';
import { newcomer } from '../support/examples.ts';
import type { TestPerson } from '../support/people/person.ts';
import { type SharedService, sharedService } from '../support/service.ts';

const path = '/admin-api/saved-views';

let service: SharedService;
let ada: TestPerson;
let bob: TestPerson;
let owner: TestPerson;

beforeAll(async () => {
  service = await sharedService();
  const { account } = await newcomer(service);
  [ada, bob, owner] = [
    await service.person(account, 'administrator'),
    await service.person(account, 'administrator'),
    await service.person(account, 'owner'),
  ];
});

const view = (name: string, members: object = {}) => ({
  name,
  list: 'employees',
  query: { status: 'active', '-email': 'null' },
  columns: ['name', 'attributes.e_badge'],
  ...members,
});

const saved = async (person: TestPerson, body: object) => {
  const reply = await person.call('POST', path, { body });
  expect(reply.status).toBe(201);
  return reply.body;
};

const namesFor = async (person: TestPerson) =>
  (await person.call('GET', `${path}?sort=name`)).body.items.map(({ name }: { name: string }) => name);

it('a view is kept as it was saved, with its owner', async () => {
  const { id, ownerName } = await saved(ada, view('Mine'));
  const { body } = await ada.call('GET', `${path}/${id}`);
  expect(body).toMatchObject({ ...view('Mine'), isShared: false, ownerName });
});

it('others see a view once it is shared', async () => {
  const { id } = await saved(ada, view('Team'));
  expect(await namesFor(bob)).not.toContain('Team');
  expect((await bob.call('GET', `${path}/${id}`)).status).toBe(404);
  expect((await ada.call('PATCH', `${path}/${id}`, { body: { isShared: true } })).status).toBe(200);
  expect(await namesFor(bob)).toContain('Team');
});

it('only its owner and the owners of the account change a shared view', async () => {
  const { id } = await saved(ada, view('Everybody', { isShared: true }));
  expect((await bob.call('PATCH', `${path}/${id}`, { body: { name: 'Bob' } })).status).toBe(403);
  expect((await bob.call('DELETE', `${path}/${id}`)).status).toBe(403);
  expect((await owner.call('PATCH', `${path}/${id}`, { body: { name: 'Renamed' } })).status).toBe(200);
  expect((await owner.call('DELETE', `${path}/${id}`)).status).toBe(204);
});

it('two views of a person have different names, whatever the case', async () => {
  await saved(ada, view('Twins'));
  const { id } = await saved(ada, view('Single'));
  for (const reply of [
    await ada.call('POST', path, { body: view(' twins') }),
    await ada.call('PATCH', `${path}/${id}`, { body: { name: 'TWINS' } }),
  ]) {
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual({ name: ['Another view of this person has this name already.'] });
  }
  expect((await ada.call('PATCH', `${path}/${id}`, { body: { name: 'SINGLE', isShared: true } })).status).toBe(200);
  await saved(bob, view('Twins'));
});

it('a person who leaves takes the private views along, and leaves the shared ones', async () => {
  const { account } = await newcomer(service);
  const [boss, cleo] = [await service.person(account, 'owner'), await service.person(account, 'administrator')];
  await saved(cleo, view('Private'));
  const { ownerId } = await saved(cleo, view('Shared', { isShared: true }));
  expect((await boss.call('DELETE', `/admin-api/administrators/${ownerId}`)).status).toBe(204);
  expect(await namesFor(boss)).toEqual(['Shared']);
});

it('a person has a hundred views at most', async () => {
  const { account } = await newcomer(service);
  const dan = await service.person(account, 'administrator');
  const replies: number[] = [];
  for (let count = 0; count <= limits.savedViewsMax; count += 1) {
    replies.push((await dan.call('POST', path, { body: view(`View ${count}`) })).status);
  }
  expect(replies.filter((status) => status === 201)).toHaveLength(limits.savedViewsMax);
  expect(replies.at(-1)).toBe(400);
});
