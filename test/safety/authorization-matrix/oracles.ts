/**
 * A caller cannot find out unreadable data in other ways: embedded data, filters, counts, cursors, entity tags,
 * repeated responses, events, references. All tests loop over declarations.
 */
import { filtersOf, typeAskedBy } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resourceOf, resources } from '@muster/contract/resources.ts';
import { scopes as everyScope } from '@muster/contract/scopes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExample, everyResource, exampleBody, pathOf, scopesOpening, unique } from '../../support/examples.ts';
import type { TestClient, TestService } from '../../support/service.ts';
import { streamedBy } from './asking.ts';
import { type Cell, differencesOf } from './compare.ts';
import { throughOthers } from './through-others.ts';
import { isTied } from './tied.ts';
import type { SeededRow, World } from './world.ts';

let service: TestService;
let world: World;
let limited: TestClient;
let cellsAsked = 0;

export function oraclesAsked(seeded: () => World): void {
  beforeAll(async () => {
    world = seeded();
    ({ service } = world);
    limited = await service.client(world.account, { establishments: [world.establishments.here] });
    await service.publisher.publishAll();
  }, 120_000);
  afterAll(() => {
    console.info(`authorization oracles: ${cellsAsked} cells`);
  });

  async function compare(cells: readonly Cell[]): Promise<void> {
    cellsAsked += cells.length;
    expect(cells.length).toBeGreaterThan(0);
    expect(await differencesOf(cells)).toEqual([]);
  }

  const lists = everyResource.filter(({ operations }) => operations.includes('list'));
  const tied = everyResource.filter(isTied);
  const rowAt = (resource: Resource, place: SeededRow['place']): SeededRow =>
    world.rows.get(resource.type)?.find((row) => row.place === place) as SeededRow;

  const strangers = new Map<string, Promise<TestClient>>();

  /** The client that created the rows, with a token for all scopes except those of this resource. */
  function strangerTo(type: string): Promise<TestClient> {
    const own = scopesOpening(resourceOf(type) as Resource);
    const found =
      strangers.get(type) ??
      service.narrowed(
        world.maker,
        everyScope.filter((scope) => !own.includes(scope)),
      );
    strangers.set(type, found);
    return found;
  }

  const embeddings = everyResource.flatMap((resource) =>
    Object.keys(resource.embedded).map((type) => ({ resource, type })),
  );
  /** If one scope opens both, nothing can be missing. */
  const isApart = ({ resource, type }: (typeof embeddings)[number]): boolean => {
    const own = scopesOpening(resourceOf(type) as Resource);
    return scopesOpening(resource).some((scope) => !own.includes(scope));
  };

  test('nothing comes along with an answer that the scopes do not open', async () => {
    const cells = embeddings.filter(isApart).flatMap(({ resource, type }): Cell[] =>
      [`?id=${rowAt(resource, 'here').id}&`, `/${rowAt(resource, 'here').id}?`]
        .filter((address) => address.startsWith('/') || resource.operations.includes('list'))
        .map((address) => ({
          name: `${type} embedded in ${resource.path}${address}`,
          expected: [200, {}],
          actual: async () => {
            const stranger = await strangerTo(type);
            const { status, body } = await stranger.call('GET', `${pathOf(resource)}${address}include=embedded`);
            return [status, body.embedded?.[type]];
          },
        })),
    );
    await compare(cells);
  });

  test('nothing of another establishment comes along with an answer', async () => {
    const cells = lists
      .filter(({ embedded }) => Object.keys(embedded).length > 0)
      .map((resource) => ({
        name: `${resource.path} by a limited program`,
        expected: [],
        actual: async () => {
          const { body } = await limited.call('GET', `${pathOf(resource)}?limit=1000&include=embedded`);
          return tied.flatMap((target) => {
            const shown = Object.keys(body.embedded[target.type] ?? {});
            return shown.filter((id) => id === rowAt(target, 'there').id).map((id) => `${target.type} ${id}`);
          });
        },
      }));
    await compare(cells);
  });

  const asking = lists.flatMap((resource) =>
    Object.entries(filtersOf(resource)).flatMap(([name, filter]) => {
      const type = typeAskedBy(filter);
      return type === null ? [] : [{ resource, name, filter, type }];
    }),
  );

  test('a list is not narrowed by what the scopes do not open, nor by the cursor of who may', async () => {
    const cells = asking.flatMap(({ resource, name, filter, type }): Cell[] => {
      const value = filter.kind === 'date' ? '2020-01-01' : (filter.values?.[0] ?? 'x');
      const path = (prefix: string) => `${pathOf(resource)}?${prefix}${name}=${value}&limit=1`;
      const statusOf = async (by: TestClient, address: string) => (await by.call('GET', address)).status;
      return [
        ...['', '-'].map((prefix) => ({
          name: `${resource.path} by ${prefix}${name} without a scope of ${type}`,
          expected: [200, 403],
          actual: async () => [
            await statusOf(world.maker, path(prefix)),
            await statusOf(await strangerTo(type), path(prefix)),
          ],
        })),
        {
          name: `${resource.path} by a cursor that holds ${name}`,
          expected: 403,
          actual: async () => {
            const { body } = await world.maker.call('GET', `${path('-')}&include=links`);
            const { searchParams } = new URL(body.links.next?.href ?? body.links.first?.href ?? `${service.url}/`);
            const cursor = searchParams.get('page');
            if (cursor === null) return 403;
            return statusOf(await strangerTo(type), `${pathOf(resource)}?page=${encodeURIComponent(cursor)}`);
          },
        },
      ];
    });
    await compare(cells);
  });

  test('counts, filters, searches and cursors show a limited program its own establishments alone', async () => {
    const idsIn = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);
    const cells = tied
      .filter((resource) => lists.includes(resource))
      .flatMap((resource): Cell[] => {
        const foreign = rowAt(resource, 'there').id;
        return [
          {
            name: `the count of ${resource.path}`,
            expected: [true, false],
            actual: async () => {
              const { body } = await limited.call('GET', `${pathOf(resource)}?limit=1000&include=totalCount`);
              return [body.totalCount === body.items.length, idsIn(body).includes(foreign)];
            },
          },
          {
            name: `${resource.path} by the id of a row there`,
            expected: [[], 0],
            actual: async () => {
              const { body } = await limited.call('GET', `${pathOf(resource)}?id=${foreign}&include=totalCount`);
              return [body.items, body.totalCount];
            },
          },
          {
            name: `${resource.path} by the cursor of a program that sees all`,
            expected: false,
            actual: async () => {
              const page = await world.maker.call('GET', `${pathOf(resource)}?limit=1&include=links`);
              const cursor = new URL(page.body.links.next.href).searchParams.get('page') ?? '';
              const path = `${pathOf(resource)}?limit=1000&page=${encodeURIComponent(cursor)}`;
              return idsIn((await limited.call('GET', path)).body).includes(foreign);
            },
          },
        ];
      });
    await compare(cells);
  });

  test('a filter by a member of another row tells nothing of a row that is not seen', async () => {
    const hr = await service.person(world.account, 'hr', false, {
      businessEstablishments: [{ id: world.establishments.here }],
    });
    await compare(throughOthers(world, [limited, hr]));
  });

  test('an entity tag tells nothing of a row that is not seen', async () => {
    const cells = tied
      .filter(({ operations }) => operations.includes('read'))
      .map((resource): Cell => {
        const path = pathOf(resource, rowAt(resource, 'there').id);
        return {
          name: `${resource.path} with the entity tag of a row there`,
          expected: [404, 404],
          actual: async () => {
            const etag = (await world.maker.call('GET', path)).headers.get('etag') ?? '';
            const read = await limited.call('GET', path, { headers: { 'if-none-match': etag } });
            if (!resource.operations.includes('update')) return [read.status, 404];
            const written = await limited.call('PATCH', path, { body: {}, headers: { 'if-match': etag } });
            return [read.status, written.status];
          },
        };
      });
    await compare(cells);
  });

  const naming = everyResource.flatMap((resource) =>
    Object.entries(resource.fields)
      .filter(([, field]) => field.create !== 'absent' && tied.some(({ type }) => type === field.target))
      .filter(() => resource.operations.includes('create') && resource.content === undefined)
      .map(([name, field]) => ({ resource, name, field })),
  );

  test('naming a row that is not seen is refused like naming nothing', async () => {
    const creatable = naming.filter(
      ({ resource }) => resource.type !== 'business-establishment' && resource.type !== 'legal-entity',
    );
    const cells = creatable.map(({ resource, name, field }): Cell => {
      const named = (id: string) => (field.column === 'references' ? [{ id }] : { id });
      return {
        name: `${name} of a new ${resource.type}`,
        expected: [400, true],
        actual: async () => {
          const foreign = rowAt(resourceOf(field.target ?? '') as Resource, 'there').id;
          const body = await exampleBody(world.maker, resource);
          const created = (id: string) =>
            limited.call('POST', pathOf(resource), { body: { ...body, [name]: named(id) } });
          const nothing = field.column === 'uuid' ? '00000000-0000-4000-8000-000000000000' : '999999999';
          const [there, nowhere] = [await created(foreign), await created(nothing)];
          return [there.status, JSON.stringify(there.body.errors) === JSON.stringify(nowhere.body.errors)];
        },
      };
    });
    await compare(cells);
  });

  const recorded = everyResource.filter(({ events }) => events.length > 0);

  test('events tell nothing of what the scopes do not open: listed, counted, waited for, streamed', async () => {
    const cells = recorded.map(
      ({ type }): Cell => ({
        name: `events of ${type} without its scope`,
        expected: [0, 0, false],
        actual: async () => {
          const stranger = await strangerTo(type);
          const listed = await stranger.call('GET', `/svc-api/events?data.type=${type}&include=totalCount`);
          const streamed = await streamedBy(service.url, stranger, type);
          return [listed.body.items.length, listed.body.totalCount, streamed.includes('data:')];
        },
      }),
    );
    await compare(cells);
  });

  test('a stream tells the program that may read all of it', async () => {
    expect(await streamedBy(service.url, world.maker, resources.departments.type)).toContain('data:');
  });

  test('a limited program learns nothing about people in other establishments', async () => {
    const { body } = await limited.call('GET', '/svc-api/events?limit=1000');
    const seen = new Set(
      body.items.map(({ data }: { data: { id: string; type: string } }) => `${data.type} ${data.id}`),
    );
    const cells = tied
      .filter(({ events }) => events.length > 0)
      .map(
        (resource): Cell => ({
          name: `events of ${resource.type} there`,
          expected: false,
          actual: async () => seen.has(`${resource.type} ${rowAt(resource, 'there').id}`),
        }),
      );
    await compare(cells);
  });

  test('a delivery shows its event only while the program may read what it tells of', async () => {
    const { maker } = world;
    const event = rowAt(resources.events, 'here');
    const endpoint = await createExample(maker, resources.webhookEndpoints, { status: 'active' });
    const made = await maker.call('POST', '/svc-api/webhook-deliveries', {
      body: { webhookEndpoint: { id: endpoint.id }, event: { id: event.id } },
    });
    expect(made.status, made.text).toBe(201);
    const stranger = await strangerTo(event.about?.type ?? '');
    const path = `/svc-api/webhook-deliveries/${made.body.id}?include=embedded`;
    expect(Object.keys((await maker.call('GET', path)).body.embedded.event)).toEqual([event.id]);
    expect((await stranger.call('GET', path)).body.embedded.event).toEqual({});
  });

  test('an answer is not repeated to a token that may do less than the first', async () => {
    const headers = { 'idempotency-key': unique() };
    const body = await exampleBody(world.maker, resources.jobPositions);
    const path = `${pathOf(resources.jobPositions)}?include=embedded`;
    const first = await world.maker.call('POST', path, { body, headers });
    expect(first.status, first.text).toBe(201);
    expect(Object.keys(first.body.embedded.employee)).toHaveLength(1);
    const again = await world.maker.call('POST', path, { body, headers });
    expect(again.text).toBe(first.text);
    const narrow = await (await strangerTo('employee')).call('POST', path, { body, headers });
    expect([narrow.status, Object.keys(narrow.body.errors)]).toEqual([400, ['Idempotency-Key']]);
  });
}
