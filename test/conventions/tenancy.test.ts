/** Data of one account does not exist for another: not in responses, references, or the database itself. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { tableOf } from '../../server/platform/store/columns.ts';
import {
  answering,
  changeOf,
  createExample,
  everyResource,
  everyRow,
  exampleBody,
  newcomer,
  pathOf,
  populate,
  someRow,
  validRequest,
} from '../support/examples.ts';
import { isFull, oneIn } from '../support/form.ts';
import { idsOf } from '../support/list-model.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let account: Account;
let owner: TestClient;
let otherAccount: Account;
let other: TestClient;

beforeAll(async () => {
  service = await testService();
  [{ account, client: owner }, { account: otherAccount, client: other }] = await Promise.all([
    newcomer(service),
    newcomer(service),
  ]);
});
afterAll(() => service.stop());

/** Of the newest event: a further one would have another. */
const lastEventId = async (client: TestClient) => {
  await service.publisher.publishAll();
  const { body } = await client.call('GET', '/svc-api/events?limit=1&sort=-id');
  return idsOf(body.items);
};

const operations = ['read', 'update', 'remove'] as const;
const validators = ['none', 'any', 'own'] as const;

/**
 * Rows that a client creates: rows of the service may have the same ids in every account. In the short form each resource
 * is tried with one operation and one form of its header: row security, below, is tried with every table.
 */
const created = answering('create', 'read').map((resource, place) => ({ path: resource.path, resource, place }));

describe.each(created)('$path', ({ resource, place }) => {
  const tried = operations.filter((operation) => resource.operations.includes(operation));
  test.each(oneIn(tried.length, tried, place))(
    "%s of another account's row is 404 and leaves it as it was",
    async (operation) => {
      const { id } = await createExample(owner, resource);
      const before = await owner.call('GET', pathOf(resource, id));
      const events = [await lastEventId(owner), await lastEventId(other)];
      const { method, path, options } = await validRequest(owner, resource, operation, id);
      const headerOf = { none: undefined, any: '*', own: before.headers.get('etag') ?? '' };
      for (const validator of oneIn(3, validators, place)) {
        const headers = { 'if-match': headerOf[validator] };
        const answer = await other.call(method, path, { ...options, headers });
        const absent = await other.call(method, pathOf(resource, '999999999'), { ...options, headers });
        expect([answer.status, absent.status]).toEqual([404, 404]);
        expect(answer.body.detail).toBe(absent.body.detail.replace('999999999', id));
      }
      expect((await owner.call('GET', path)).text).toBe(before.text);
      expect([await lastEventId(owner), await lastEventId(other)]).toEqual(events);
    },
  );

  test('a reference to a row of another account is refused like one to nothing', async () => {
    const references = Object.entries(resource.fields).flatMap(([name, field]) => {
      const target = answering('create').find(({ type }) => type === field.target);
      return target && field.create !== 'absent' ? [{ name, field, target }] : [];
    });
    for (const { name, field, target } of oneIn(3, references, place)) {
      const foreign = await createExample(owner, target);
      const body = { ...(await exampleBody(other, resource)), [name]: { id: foreign.id } };
      const answer = await other.call('POST', pathOf(resource), { body });
      const key = field.isBlamedOnId ? `${name}.id` : name;
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [key]]);
      const nothing = { ...body, [name]: { id: '999999999' } };
      expect(answer.body.errors).toEqual((await other.call('POST', pathOf(resource), { body: nothing })).body.errors);
    }
  });

  test.runIf(isFull || place % 4 === 1)("another account's Idempotency-Key means nothing", async () => {
    const headers = { 'idempotency-key': `shared-${resource.type}` };
    const first = await owner.call('POST', pathOf(resource), { body: await exampleBody(owner, resource), headers });
    const second = await other.call('POST', pathOf(resource), { body: await exampleBody(other, resource), headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(idsOf(await everyRow(other, resource))).toContain(second.body.id);
    expect(second.body).toMatchObject((await other.call('GET', pathOf(resource, second.body.id))).body);
  });
});

const listed = answering('list').map((resource, place) => ({ path: resource.path, resource, place }));

describe.each(listed)('$path', ({ resource, place }) => {
  test.runIf(isFull || place % 3 === 0)('lists and counts show the own rows only', async () => {
    const seen = async (client: TestClient) => {
      const { body } = await client.call('GET', `${pathOf(resource)}?limit=1000&include=totalCount`);
      expect(body.totalCount).toBe(body.items.length);
      return body.items;
    };
    const before = await seen(other);
    await populate(service, owner, resource, 3);
    expect(await seen(other)).toEqual(before);
  });

  test.runIf(isFull || place % 3 === 1)('a filter by the id of a foreign row finds nothing', async () => {
    if (!resource.operations.includes('create')) return;
    const { id } = await createExample(owner, resource);
    expect((await owner.call('GET', `${pathOf(resource)}?id=${id}`)).body.items).toHaveLength(1);
    expect((await other.call('GET', `${pathOf(resource)}?id=${id}&include=totalCount`)).body).toMatchObject({
      items: [],
      totalCount: 0,
    });
  });

  test.runIf(isFull || place % 3 === 2)('a cursor of another account is refused', async () => {
    await populate(service, owner, resource, 2);
    const { body } = await owner.call('GET', `${pathOf(resource)}?limit=1&include=links`);
    const page = new URL(body.links.next.href).searchParams.get('page');
    const answer = await other.call('GET', `${pathOf(resource)}?page=${page}`);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['page']]);
  });
});

describe('the database', () => {
  /** Connects like the service, without setting an account. */
  async function connected<T>(work: (connection: pg.Client) => Promise<T>): Promise<T> {
    const [row] = await service.database.query<{ name: string }>('select current_database() as name');
    const url = new URL(inject('directUrl'));
    url.pathname = `/${row?.name}`;
    const connection = new pg.Client({ connectionString: url.href });
    await connection.connect();
    try {
      return await work(connection);
    } finally {
      await connection.end();
    }
  }

  /** Read before the account is known, or by the publisher across accounts; API requests never read them. */
  const open = [
    'administrator_invitations',
    'administrators',
    'api_key_secrets',
    'api_keys',
    'client_application_secrets',
    'client_applications',
    'erasure_queue',
    'encryption_keys',
    'encryption_progress',
    'nodes',
    'import_queue',
    'outbox',
    'retention_nights',
    'subject_export_queue',
    'webhook_queues',
  ];

  /** The number of the last event of each account: waiting readers read all rows, an account writes its own. */
  const seenAcross = ['published'];

  const closedTables = async (connection: pg.Client): Promise<string[]> => {
    const { rows } = await connection.query(`
      select relname from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'account_id'
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`);
    return rows.map(({ relname }) => relname).filter((name) => !open.includes(name));
  };

  test('every table of an account has row security that binds its owner too', async () => {
    await connected(async (connection) => {
      const tables = await closedTables(connection);
      const { rows: views } = await connection.query(`select relname from pg_class where relkind = 'v'`);
      const isView = (table: string) => views.some(({ relname }) => relname === table);
      const written = answering('create').map(tableOf);
      expect(tables).toEqual(expect.arrayContaining(written.filter((table) => !isView(table))));
      const { rows } = await connection.query(
        `select relname, relrowsecurity, relforcerowsecurity,
           (select count(*)::int from pg_policies where tablename = relname and cmd = 'ALL' and permissive = 'PERMISSIVE') as policies
         from pg_class where relname = any($1) and relnamespace = 'public'::regnamespace order by relname`,
        [tables],
      );
      expect(rows).toEqual(
        tables.map((relname) => ({ relname, relrowsecurity: true, relforcerowsecurity: true, policies: 1 })),
      );
    });
  });

  test('the role of the service cannot pass over row security', async () => {
    await connected(async (connection) => {
      const { rows } = await connection.query(
        'select rolsuper, rolbypassrls from pg_roles where rolname = current_user',
      );
      expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
    });
  });

  test('without an account every statement fails', async () => {
    await connected(async (connection) => {
      for (const table of await closedTables(connection)) {
        const seen = connection.query(`select count(*) from ${table}`);
        if (seenAcross.includes(table)) await seen;
        else await expect(seen).rejects.toThrow('muster.account_id');
        await expect(connection.query(`update ${table} set account_id = account_id`)).rejects.toThrow(
          'muster.account_id',
        );
        await expect(connection.query(`delete from ${table}`)).rejects.toThrow('muster.account_id');
      }
    });
  });

  test('with one account the rows of others cannot be seen, changed, deleted or made', {
    timeout: 120_000,
  }, async () => {
    const [creatable] = answering('create') as [Resource];
    for (const client of [owner, other]) {
      for (const resource of everyResource) await populate(service, client, resource, 1);
      for (const resource of answering('create')) await createExample(client, resource, {}, true);
      await client.call('POST', pathOf(creatable), { body: {}, headers: { 'idempotency-key': 'kept' } });
    }
    await service.publisher.publishAll();
    const declared = everyResource.map(tableOf);
    await connected(async (connection) => {
      /** Each statement about the rows of the first account, as one of the two. */
      const as = async ({ id }: { readonly id: string }, text: string) => {
        await connection.query('begin');
        // Workers of Citus get settings of a transaction only.
        await connection.query(`set local citus.propagate_set_commands = 'local'`);
        await connection.query(`set local muster.account_id = '${id}'`);
        return connection.query(text, [account.id]).finally(() => connection.query('commit'));
      };
      for (const table of await closedTables(connection)) {
        const counted = `select count(*)::int as n from ${table} where account_id = $1`;
        const [{ n: own }] = (await as(account, counted)).rows;
        if (declared.includes(table)) expect([table, own > 0]).toEqual([table, true]);
        if (own === 0) continue;
        if (!seenAcross.includes(table))
          expect([table, (await as(otherAccount, counted)).rows]).toEqual([table, [{ n: 0 }]]);
        for (const statement of [`update ${table} set account_id = account_id`, `delete from ${table}`])
          expect([table, (await as(otherAccount, `${statement} where account_id = $1`)).rowCount]).toEqual([table, 0]);
        await expect(as(otherAccount, `update ${table} set account_id = $1`)).rejects.toThrow(
          // The second is what Citus says, where the row of another account is on another server.
          /row-level security|modifying the partition value/,
        );
        expect((await as(account, counted)).rows).toEqual([{ n: own }]);
      }
    });
  });
});

test('each account has its own row of every resource, and both can change theirs', async () => {
  for (const resource of oneIn(4, answering('create', 'update'), 1)) {
    const [mine, theirs] = [await someRow(service, owner, resource), await someRow(service, other, resource)];
    for (const [client, { id }] of [
      [owner, mine],
      [other, theirs],
    ] as const) {
      expect((await client.call('PATCH', pathOf(resource, id), { body: changeOf(resource) })).status).toBe(200);
    }
  }
});
