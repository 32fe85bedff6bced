/**
 * A connection serves many accounts, one after another. Its setting changes in the transaction of the first statement of
 * the next account, so whatever fails there must leave it with the account that it had. Behind a pooler: `pooler.test.ts`.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byService } from '../../../contract/author.ts';
import { derivedKeys } from '../../../server/identity/auth/installation-key.ts';
import { vaultOf } from '../../../server/identity/auth/vault.ts';
import { type OpenDatabase, openDatabase, type Session } from '../../../server/platform/database/database.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { sentDuring } from '../../support/sent-statements.ts';
import { type TestService, testService } from '../../support/service.ts';

let fresh: FreshDatabase;
let service: TestService;
let database: OpenDatabase;
let accounts: readonly string[];

beforeAll(async () => {
  fresh = await freshDatabase();
  service = await testService({ databaseUrl: fresh.url });
  const opened = await Promise.all(['one', 'other', 'third'].map((name) => service.openAccount(name)));
  accounts = opened.map(({ id }) => id);
  for (const account of opened) {
    await (await service.client(account)).call('POST', '/svc-api/taxonomies', { body: { name: account.id } });
  }
  database = openDatabase({
    url: fresh.url,
    connectionsMax: 1,
    statementMs: 10_000,
    now: () => new Date(),
    vault: vaultOf(derivedKeys(Buffer.alloc(32))),
    author: byService(),
    onError: () => undefined,
  });
});
afterAll(async () => {
  await database?.close();
  await fresh?.drop();
});

// None names an account: they rely on row-level security alone. Statements on texts have a way of their own.
const seen = statement(`select pg_backend_pid()::text as process,
  (select string_agg(distinct account_id::text, ',') from taxonomies where $1::bigint is not null) as accounts`);
const seenInArray = statement(`select pg_backend_pid()::text as process,
  array(select distinct account_id::text from taxonomies where $1::bigint is not null) as accounts`);
const renamed = statement(`update taxonomies set name = name || '.' where $1::bigint is not null
returning account_id::text as "accountId"`);
const failing = statement('select 1 / (case when $1::bigint > 0 then 0 else 1 end)');
const failingAtTimes = statement('select (1 / $2::text::integer)::text as one from (select $1::bigint) as given');

interface Seen {
  readonly process: string;
  readonly accounts: string | readonly string[] | null;
}

const acts: Readonly<Record<string, (id: string) => Promise<readonly string[] | null>>> = {
  read: async (id) => rowsOf(await database.session(id).run<Seen>(seen)),
  'read an array': async (id) => rowsOf(await database.session(id).run<Seen>(seenInArray)),
  'read in a transaction': (id) => database.transaction(id, async (tx) => rowsOf(await tx.run<Seen>(seen))),
  write: async (id) => accountIds(await database.session(id).run(renamed)),
  'write in a transaction': (id) => database.transaction(id, async (tx) => accountIds(await tx.run(renamed))),
  'fail alone': (id) => failed(database.session(id).run(failing)),
  'fail with texts': async (id) => {
    await database.session(id).run(failingAtTimes, ['1']);
    return failed(database.session(id).run(failingAtTimes, ['0']));
  },
  'fail in a transaction': (id) => failed(database.transaction(id, (tx) => tx.run(failing))),
  'give up a transaction': (id) =>
    failed(
      database.transaction(id, async (tx: Session) => {
        await tx.run(renamed);
        throw new Error('given up');
      }),
    ),
};

const processes = new Set<string>();
function rowsOf([row]: readonly Seen[]): readonly string[] {
  processes.add(row?.process ?? '');
  return row?.accounts === null ? [] : [row?.accounts ?? []].flat();
}

const accountIds = (rows: unknown[]): string[] => (rows as { accountId: string }[]).map(({ accountId }) => accountId);

const failed = (work: Promise<unknown>): Promise<null> =>
  work.then(
    () => Promise.reject(new Error('It should have failed.')),
    () => null,
  );

test('whatever fails in between, an account sees and changes its own rows only', async () => {
  const step = fc.record({ act: fc.constantFrom(...Object.keys(acts)), account: fc.nat({ max: 2 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), fc.boolean(), async (steps, areTogether) => {
      const done: Promise<void>[] = [];
      for (const { act, account } of steps) {
        const id = accounts[account] as string;
        const checked = acts[act]?.(id).then((found) => expect([act, found ?? [id]]).toEqual([act, [id]]));
        done.push(checked as Promise<void>);
        if (!areTogether) await checked;
      }
      await Promise.all(done);
    }),
    { numRuns: 60, seed: 20 },
  );
  expect(processes.size).toBe(1);
});

test('a change of the account travels with the statement, as one query', async () => {
  const takeTurns = async () => {
    for (const id of [...accounts, ...accounts]) expect(await acts.read?.(id)).toEqual([id]);
  };
  await takeTurns();
  await service.stop();
  expect([...(await sentDuring(takeTurns))]).toEqual([seen.text]);
});
