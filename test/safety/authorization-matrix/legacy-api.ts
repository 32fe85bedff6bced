/** The legacy API: every address with every kind of key, and with invalid keys. */
import { setTimeout } from 'node:timers/promises';
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RoleRights } from '../../../server/identity/accounts/api-key-roles.ts';
import { legacyCollections } from '../../../server/legacy/resources.ts';
import { oneIn } from '../../support/form.ts';
import { everyRight, keepV2, keyHeaders, legacyClient } from '../../support/legacy/legacy.ts';
import type { TestService } from '../../support/service.ts';
import { asked, type Cell, differencesOf } from './compare.ts';
import type { World } from './world.ts';

type Collection = (typeof legacyCollections)[number];

/** The caller: what the key may read, or null without a valid key. */
interface KeyHolder {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rights: RoleRights | null;
  readonly account: 'own' | 'other';
}

let service: TestService;
let world: World;
let holders: KeyHolder[];
let cellsAsked = 0;

/** The service trusts this machine as a proxy. */
export function legacyApiAsked(seeded: () => World): void {
  beforeAll(async () => {
    world = seeded();
    ({ service } = world);
    await keepV2(service, world.account);
    await keepV2(service, world.otherAccount);
    holders = await everyHolder();
  }, 120_000);
  afterAll(() => {
    console.info(`legacy authorization matrix: ${cellsAsked} cells`);
  });

  async function everyHolder(): Promise<KeyHolder[]> {
    const { account, otherAccount, maker, owner, establishments } = world;
    const holding = async (name: string, change: Partial<RoleRights>, of = account): Promise<KeyHolder> => {
      const rights = { ...everyRight, ...change };
      const { apiKey } = await legacyClient(service, of, rights);
      return { name, headers: keyHeaders(apiKey), rights, account: of === account ? 'own' : 'other' };
    };
    const without = (name: string, headers: Record<string, string>): KeyHolder => ({
      name,
      headers,
      rights: null,
      account: 'own',
    });
    const cookie = [...owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    return [
      without('nobody', {}),
      without('a key of nothing', keyHeaders('00000000-0000-4000-8000-000000000000')),
      without('a malformed key', { authorization: 'svc application=' }),
      without('a token of the current API', { authorization: `Bearer ${maker.token}` }),
      without('a session of the console', { cookie, 'sec-fetch-site': 'same-origin' }),
      without('a revoked key', keyHeaders(await revokedKey())),
      without('a replaced key whose time is over', keyHeaders(await replacedKey())),
      await holding('every right', {}),
      await holding('every right in another account', {}, otherAccount),
      await holding('no leaves', { leaves: 'none' }),
      await holding('no users', { users: 'none' }),
      await holding('nothing', { leaves: 'none', users: 'none' }),
      await holding('here', { leaves: [establishments.here], users: [establishments.here] }),
      await holding('there', { leaves: [establishments.there], users: [establishments.there] }),
      await holding('an empty place', { leaves: [establishments.empty], users: [establishments.empty] }),
    ];
  }

  async function keyByOwner(): Promise<{ id: string; apiKey: string }> {
    const { body } = await world.owner.call('POST', '/admin-api/api-keys', {
      body: { name: `Key ${Math.random()}`, readsUsers: true, readsLeaves: true },
    });
    return body;
  }

  async function revokedKey(): Promise<string> {
    const { id, apiKey } = await keyByOwner();
    expect((await world.owner.call('DELETE', `/admin-api/api-keys/${id}`)).status).toBe(204);
    return apiKey;
  }

  async function replacedKey(): Promise<string> {
    const { id, apiKey } = await keyByOwner();
    const made = await world.owner.call('POST', `/admin-api/api-keys/${id}/secrets`, { body: { overlapHours: 0 } });
    expect(made.status, made.text).toBe(201);
    return apiKey;
  }

  /** Each collection from an address of its own: one address may not try many unknown keys. */
  const addressFor = (path: string): string =>
    `192.0.2.${1 + legacyCollections.findIndex((collection) => path.startsWith(collection.path))}`;

  /** A valid key waits when the answer says so: the machine may be slow. */
  async function get({ headers, rights }: KeyHolder, path: string, method = 'GET'): Promise<Reply> {
    const sent = { ...headers, 'x-forwarded-for': addressFor(path) };
    for (let attempt = 0; ; attempt += 1) {
      const reply = await asked(service.url + path, method, sent, undefined);
      if (reply.status !== 429 || rights === null || attempt === 9) return reply;
      await setTimeout(1000);
    }
  }

  type Reply = Awaited<ReturnType<typeof asked>>;

  /** Only from the right of its role. */
  const listStatus = ({ rights }: KeyHolder, { family }: Collection): number => {
    if (rights === null) return 401;
    return rights[family] === 'none' ? 403 : 200;
  };

  /** The maximum page size of the legacy API. */
  const pageSize = 1000;

  /** All pages: a leave of one year has more than five hundred rows. */
  const idsOf = async (holder: KeyHolder, { path }: Collection): Promise<string[]> => {
    const ids: string[] = [];
    for (let first = 0; ; first += pageSize) {
      const { status, text } = await get(holder, `${path}?paging=${first},${pageSize}`);
      expect(status, `${path} by ${holder.name}: ${text}`).toBe(200);
      const { data } = JSON.parse(text);
      const rows: { id: unknown }[] = data.items ?? data;
      ids.push(...rows.map(({ id }) => String(id)));
      if (rows.length < pageSize) return ids;
    }
  };

  const named = (name: string): KeyHolder => holders.find((holder) => holder.name === name) as KeyHolder;

  test('every address answers every key as its role says', async () => {
    const cells = legacyCollections.flatMap((collection, place) => {
      const all = holders.flatMap((holder): Cell[] => [
        {
          name: `list ${collection.path} by ${holder.name}`,
          expected: listStatus(holder, collection),
          actual: async () => (await get(holder, collection.path)).status,
        },
        {
          name: `read ${collection.path} of nothing by ${holder.name}`,
          expected: listStatus(holder, collection) === 200 ? 404 : listStatus(holder, collection),
          actual: async () => (await get(holder, `${collection.path}/999999999`)).status,
        },
        ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({
          name: `${method} ${collection.path} by ${holder.name}`,
          expected: 405,
          actual: async () => (await get(holder, collection.path, method)).status,
        })),
      ]);
      return oneIn(5, all, place);
    });
    cellsAsked += cells.length;
    expect(await differencesOf(cells)).toEqual([]);
  });

  test('rows are seen by keys of their account and their establishment alone, listed and read', async () => {
    const asked: Cell[] = [];
    for (const [at, collection] of legacyCollections.entries()) {
      const cells: Cell[] = [];
      const known = {
        here: await idsOf(named('here'), collection),
        there: await idsOf(named('there'), collection),
        abroad: await idsOf(named('every right in another account'), collection),
      };
      expect([collection.path, known.here.length > 0, known.there.length > 0]).toEqual([collection.path, true, true]);
      const readers = holders.filter((holder) => listStatus(holder, collection) === 200);
      for (const holder of readers) {
        for (const [place, ids] of Object.entries(known)) {
          const isSeen = isSeenBy(holder, collection, place);
          const [id = ''] = ids;
          if (id === '') continue;
          cells.push({
            name: `read ${collection.path} ${place} by ${holder.name}`,
            expected: isSeen ? 200 : 404,
            actual: async () => (await get(holder, `${collection.path}/${encodeURIComponent(id)}`)).status,
          });
          cells.push({
            name: `list ${collection.path} ${place} by ${holder.name}`,
            expected: isSeen,
            actual: async () => (await idsOf(holder, collection)).includes(id),
          });
        }
      }
      asked.push(...oneIn(5, cells, at));
    }
    cellsAsked += asked.length;
    expect(await differencesOf(asked)).toEqual([]);
  });

  function isSeenBy({ rights, account }: KeyHolder, { family, isForEverybody }: Collection, place: string): boolean {
    if ((place === 'abroad') !== (account === 'other')) return false;
    const right = rights?.[family] ?? 'none';
    if (isForEverybody) return right !== 'none';
    if (right === 'all' || right === 'none' || place === 'abroad') return right === 'all';
    return right.includes(world.establishments[place as 'here' | 'there']);
  }

  test('people of another establishment are not found by any filter, nor counted', async () => {
    const users = legacyCollections.find(({ family }) => family === 'users') as Collection;
    const foreign = world.rows.get(employees.type)?.find(({ place }) => place === 'there')?.id;
    const { text } = await get(named('here'), `${users.path}?id=${foreign}&fields=id,collection.count`);
    expect(JSON.parse(text).data).toMatchObject({ items: [], count: 0 });
  });
}
