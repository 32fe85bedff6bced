/** Taxonomies and their labels: creation, search and removal. */
import { beforeAll, describe, expect, test } from 'vitest';
import { baseSchema, definitionsPath, objectValue, singleValue } from '../../support/attributes/definitions.ts';
import type { Body } from '../../support/examples.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  client = await service.client(await service.openAccount('acme'));
});

const taxonomies = '/svc-api/taxonomies';
const labels = '/svc-api/taxonomy-labels';

async function created(path: string, body: Body) {
  const answer = await client.call('POST', path, { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

const taxonomy = (members: Body = {}) => created(taxonomies, { name: 'Courses', ...members });
const label = (taxonomyId: string, members: Body = {}) =>
  created(labels, { taxonomy: { id: taxonomyId }, name: 'Fire warden', ...members });

async function refused(method: string, path: string, body: Body, ...keys: string[]) {
  const answer = await client.call(method, path, { body });
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, keys]);
}

const events = async (query: string): Promise<{ topic: string; data: { id: string; lastUpdatedAt: string } }[]> => {
  await service.publisher.publishAll();
  return (await client.call('GET', `/svc-api/events?limit=1000&${query}`)).body.items;
};

describe('a taxonomy', () => {
  test('is a name, and sorts its labels by id by default', async () => {
    expect(await taxonomy()).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 'taxonomy',
      url: expect.stringMatching(/^http.*\/svc-api\/taxonomies\/\d+$/),
      name: 'Courses',
      sortLabelsBy: 'id',
      createdAt: expect.any(String),
      lastUpdatedAt: expect.any(String),
      t9n: { name: {} },
      links: null,
      embedded: null,
    });
    const t9n = { name: { 'fr-FR': 'Formations', 'de-DE': 'Kurse' } };
    expect(await taxonomy({ sortLabelsBy: 'name', t9n })).toMatchObject({ sortLabelsBy: 'name', t9n });
  });

  test.each(['labels', 'isArchived', 'remoteId', 'lastArchivedAt'])('has no member %s to give', async (member) => {
    await refused('POST', taxonomies, { name: 'x', [member]: 'x' }, member);
  });

  test('may bear the name of another', async () => {
    expect((await taxonomy()).name).toBe((await taxonomy()).name);
  });

  test('advises how its labels are sorted, and changes nothing about it', async () => {
    const { id } = await taxonomy({ sortLabelsBy: 'name' });
    for (const name of ['b', 'c', 'a']) await label(id, { name });
    const { body } = await client.call('GET', `${labels}?taxonomy.id=${id}`);
    expect(body.items.map(({ name }: Body) => name)).toEqual(['b', 'c', 'a']);
  });

  test('that a definition names is in use, at its root and in a property, and keeps its labels', async () => {
    const { id } = await taxonomy();
    const kept = await label(id);
    const single = singleValue({ schema: baseSchema('taxonomy-label-reference'), taxonomy: { id } });
    const object = objectValue(
      { a: 'taxonomy-label-reference' },
      { propertyDescriptions: { a: { name: 'a', sortOrder: 0, taxonomy: { id } } } },
    );
    for (const body of [single, object]) {
      await created(definitionsPath, body);
      const refusal = await client.call('DELETE', `${taxonomies}/${id}`);
      expect([refusal.status, Object.keys(refusal.body.errors)]).toEqual([400, ['id']]);
      await client.call('DELETE', `${definitionsPath}/${body.id}`);
    }
    expect((await client.call('GET', `${labels}/${kept.id}`)).body).toEqual(kept);
    expect(await events(`topic=taxonomy-label.deleted&data.id=${kept.id}`)).toEqual([]);
  });

  test('takes its labels with it, their events first and in order', async () => {
    const { id } = await taxonomy();
    const other = await label((await taxonomy()).id);
    const gone: string[] = [];
    for (let count = 0; count < 12; count += 1) gone.push((await label(id, { name: `${12 - count}` })).id);
    await client.call('PATCH', `${labels}/${gone[3]}`, { body: { isArchived: true } });
    expect((await client.call('DELETE', `${taxonomies}/${id}`)).status).toBe(204);
    for (const path of [`${taxonomies}/${id}`, ...gone.map((one) => `${labels}/${one}`)]) {
      expect((await client.call('GET', path)).status).toBe(404);
    }
    expect((await client.call('GET', `${labels}/${other.id}`)).status).toBe(200);
    const recorded = await events(`topic=taxonomy.deleted,taxonomy-label.deleted&data.id=${[id, ...gone].join(',')}`);
    expect(recorded.map(({ topic, data }) => `${topic} ${data.id}`)).toEqual([
      ...gone.map((one) => `taxonomy-label.deleted ${one}`),
      `taxonomy.deleted ${id}`,
    ]);
    expect(new Set(recorded.map(({ data }) => data.lastUpdatedAt)).size).toBe(1);
  });
});

describe('a label', () => {
  test('belongs to its taxonomy for good', async () => {
    const { id, url } = await taxonomy();
    const made = await label(id, { remoteId: 'FW-01', t9n: { name: { 'fr-FR': 'Équipier' } } });
    expect(made).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 'taxonomy-label',
      url: `${service.url}${labels}/${made.id}`,
      taxonomy: { id, type: 'taxonomy', url },
      name: 'Fire warden',
      remoteId: 'FW-01',
      isArchived: false,
      lastArchivedAt: null,
      createdAt: expect.any(String),
      lastUpdatedAt: expect.any(String),
      t9n: { name: { 'fr-FR': 'Équipier' } },
      links: null,
      embedded: null,
    });
    const other = await taxonomy();
    await refused('PATCH', `${labels}/${made.id}`, { taxonomy: { id: other.id } }, 'taxonomy');
    expect((await client.call('PATCH', `${labels}/${made.id}`, { body: { taxonomy: { id } } })).status).toBe(200);
  });

  test('needs a taxonomy that exists', async () => {
    for (const id of ['999999', '0', 'x', '-1', '9'.repeat(30)]) {
      await refused('POST', labels, { taxonomy: { id }, name: 'x' }, 'taxonomy.id');
    }
    await refused('POST', labels, { name: 'x' }, 'taxonomy');
    await refused('POST', labels, { taxonomy: null, name: 'x' }, 'taxonomy');
    const { id } = await taxonomy();
    await refused('POST', labels, { taxonomy: { id }, name: 'x', isArchived: true }, 'isArchived');
    expect((await label(id)).remoteId).toBeNull();
  });

  test('has a remote id of its own inside its taxonomy: blanks around it and case do not count, archival neither', async () => {
    const [one, other] = [await taxonomy(), await taxonomy()];
    const first = await label(one.id, { remoteId: ' École-1 ' });
    expect(first.remoteId).toBe(' École-1 ');
    const same = ['École-1', 'éCOLE-1', '  école-1', ' École-1 '];
    for (const remoteId of same)
      await refused('POST', labels, { taxonomy: { id: one.id }, name: 'x', remoteId }, 'remoteId');
    await client.call('PATCH', `${labels}/${first.id}`, { body: { isArchived: true } });
    for (const remoteId of same)
      await refused('POST', labels, { taxonomy: { id: one.id }, name: 'x', remoteId }, 'remoteId');
    const second = await label(one.id, { remoteId: 'École-2' });
    await refused('PATCH', `${labels}/${second.id}`, { remoteId: 'ÉCOLE-1' }, 'remoteId');
    expect((await client.call('PATCH', `${labels}/${second.id}`, { body: { remoteId: 'éCOLE-2' } })).status).toBe(200);
    await label(other.id, { remoteId: 'École-1' });
    await label(one.id, { remoteId: null });
    await label(one.id, { remoteId: null });
    await client.call('DELETE', `${labels}/${first.id}`);
    await label(one.id, { remoteId: 'école-1' });
  });

  test('of several at once with one remote id, one is created', async () => {
    const { id } = await taxonomy();
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, index) =>
          client.call('POST', labels, {
            body: { taxonomy: { id }, name: 'x', remoteId: `r${round}${' '.repeat(index)}` },
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    }
  });

  test('notes the moment of its archival, and keeps it', async () => {
    const { id } = await label((await taxonomy()).id);
    const patch = async (body: Body) => (await client.call('PATCH', `${labels}/${id}`, { body })).body;
    const archived = await patch({ isArchived: true });
    expect(archived).toMatchObject({ isArchived: true, lastArchivedAt: archived.lastUpdatedAt });
    expect(await patch({ isArchived: false })).toMatchObject({
      isArchived: false,
      lastArchivedAt: archived.lastArchivedAt,
    });
    const again = await patch({ isArchived: true });
    expect(again.lastArchivedAt > archived.lastArchivedAt).toBe(true);
  });

  test('renamed is one event of itself', async () => {
    const { id } = await label((await taxonomy()).id);
    const before = (await events('')).length;
    await client.call('PATCH', `${labels}/${id}`, { body: { name: 'Renamed' } });
    expect((await events('')).slice(before).map(({ topic }) => topic)).toEqual(['taxonomy-label.updated']);
  });

  test('created while its taxonomy is deleted is gone with it, or was never made', async () => {
    const outcomes = new Set<number>();
    for (let round = 0; round < 40; round += 1) {
      const { id } = await taxonomy();
      const making = { body: { taxonomy: { id }, name: 'late' } };
      const requests = [() => client.call('DELETE', `${taxonomies}/${id}`), () => client.call('POST', labels, making)];
      const answers = await Promise.all((round % 2 ? requests : requests.toReversed()).map((send) => send()));
      const [deleted, made] = round % 2 ? answers : answers.toReversed();
      expect([deleted?.status, [201, 400].includes(made?.status ?? 0)]).toEqual([204, true]);
      outcomes.add(made?.status ?? 0);
      const { body } = await client.call('GET', `${labels}?taxonomy.id=${id}`);
      expect(body.items).toEqual([]);
      if (made?.status === 201)
        expect((await events(`data.type=taxonomy-label&data.id=${made.body.id}`)).length).toBe(2);
      else expect(Object.keys(made?.body.errors)).toEqual(['taxonomy.id']);
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });
});

describe('labels are found', () => {
  const names = [
    'Fire warden',
    'Warden, fire',
    'Forest-fire_watch',
    'Firewall',
    'First aid',
    'Ärztin',
    'arzt',
    'Zoo',
    'éclair',
    'Eclipse',
  ];
  let id: string;
  beforeAll(async () => {
    id = (await taxonomy()).id;
    for (const name of names) await label(id, { name });
  });

  const found = async (query: string) => {
    const { body } = await client.call('GET', `${labels}?taxonomy.id=${id}&${query}`);
    return body.items.map(({ name }: { name: string }) => name);
  };

  test.each([
    ['fire wa', ['Fire warden', 'Warden, fire', 'Forest-fire_watch']],
    ['FIRE', ['Fire warden', 'Warden, fire', 'Forest-fire_watch', 'Firewall']],
    ['warden fire', ['Fire warden', 'Warden, fire']],
    ['warden,fire', ['Fire warden', 'Warden, fire']],
    ['ire', []],
    ['arz', ['Ärztin', 'arzt']],
    ['ÄRZ', ['Ärztin', 'arzt']],
    ['wat for', ['Forest-fire_watch']],
  ])('by the beginnings of words: %s', async (search, expected) => {
    expect(await found(`search=${encodeURIComponent(search)}`)).toEqual(expected);
  });

  test('in the order of their names, without regard to case and accents', async () => {
    const sorted = [
      'arzt',
      'Ärztin',
      'éclair',
      'Eclipse',
      'Fire warden',
      'Firewall',
      'First aid',
      'Forest-fire_watch',
      'Warden, fire',
      'Zoo',
    ];
    expect(await found('sort=name')).toEqual(sorted);
    expect(await found('sort=-name')).toEqual(sorted.toReversed());
  });
});

test('the scopes of definitions open taxonomies, and labels to read', async () => {
  const account = await service.openAccount('scoped');
  const writer = await service.client(account, { scopes: ['employee-attribute-definitions.readwrite'] });
  const reader = await service.client(account, { scopes: ['employee-attribute-definitions.readonly'] });
  const made = await writer.call('POST', taxonomies, { body: { name: 'x' } });
  expect(made.status).toBe(201);
  expect((await reader.call('GET', `${taxonomies}/${made.body.id}`)).status).toBe(200);
  expect((await reader.call('PATCH', `${taxonomies}/${made.body.id}`, { body: {} })).status).toBe(403);
  for (const caller of [reader, writer]) {
    expect((await caller.call('GET', labels)).status).toBe(200);
    expect((await caller.call('GET', `${labels}/999999999`)).status).toBe(404);
    const body = { taxonomy: { id: made.body.id }, name: 'x' };
    expect((await caller.call('POST', labels, { body })).status).toBe(403);
  }
  expect((await writer.call('DELETE', `${taxonomies}/${made.body.id}`)).status).toBe(204);
});
