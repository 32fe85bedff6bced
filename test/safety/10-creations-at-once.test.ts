/** Creations that are written together share a connection. If it is lost, none is answered as made, and none is made twice. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CutNetwork, startCutNetwork, through } from '../faults/cut-network.ts';
import { atOnce } from '../support/at-once.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { type Body, createExample, pathOf, unique } from '../support/examples.ts';
import { hiring, newCompany } from '../support/people/people.ts';
import { limits, type Reply, type TestService, testService } from '../support/service.ts';

let fresh: FreshDatabase;
let network: CutNetwork;
let service: TestService;

beforeAll(async () => {
  fresh = await freshDatabase();
  network = await startCutNetwork(() => Number(new URL(fresh.url).port));
  service = await testService({
    databaseUrl: through(network, fresh.url),
    masterKey: randomBytes(32),
    // The first creation holds the only connection, and the others gather behind it.
    limits: { ...limits, databaseConnections: 1 },
  });
});
afterAll(async () => {
  await service.stop();
  await network.close();
  await fresh.drop();
});

async function scene() {
  const { account, client, ...firm } = await newCompany(service);
  const path = pathOf(employees);
  const post = (body: Body): Promise<Reply> => client.call('POST', path, { body });
  return {
    client,
    account,
    firm,
    /** Ten hires; the last of them has this name. */
    hire: (familyName: string) =>
      atOnce(network, () =>
        Promise.all([...Array.from({ length: 9 }, () => hiring(firm)), hiring(firm, { familyName })].map(post)),
      ),
    people: async (): Promise<number> =>
      (await client.call('GET', `${path}?limit=0&include=totalCount`)).body.totalCount,
  };
}

const problemsOf = (replies: readonly Reply[]) =>
  new Set(
    replies
      .filter(({ status }) => status !== 201)
      .map(({ status, body }) => `${status} ${body.type.split('/').at(-1)}`),
  );

test('hires whose common commit is not answered are not known, and none is made twice', async () => {
  const { hire, people } = await scene();
  const name = `Committed ${unique()}`;
  network.breakBefore('COMMIT\0', name);
  const replies = await hire(name);
  expect(problemsOf(replies)).toEqual(new Set(['503 outcome-unknown']));
  expect(replies.filter(({ status }) => status === 503).length).toBeGreaterThan(1);
  expect(await people()).toBe(10);
});

test('hires that are lost before their common commit are known not to be made', async () => {
  const { hire, people } = await scene();
  const name = `Written ${unique()}`;
  // Only the answer to the statement that writes them contains this name.
  network.breakBefore(name);
  const replies = await hire(name);
  const made = replies.filter(({ status }) => status === 201).length;
  expect(problemsOf(replies)).toEqual(new Set(['503 unavailable']));
  expect(made).toBeLessThan(9);
  expect(await people()).toBe(made);
});

test('hires whose session PostgreSQL ends are not answered as made', async () => {
  const { hire, people } = await scene();
  const ends = new pg.Client({ connectionString: fresh.url });
  await ends.connect();
  const hiring = hire(`Ended ${unique()}`);
  for (let count = 0; count < 5; count += 1) {
    await delay(20);
    await ends.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  }
  const replies = await hiring;
  await ends.end();
  const made = replies.filter(({ status }) => status === 201).length;
  const unknown = replies.filter(({ body }) => body.type?.endsWith('outcome-unknown')).length;
  const stored = await people();
  expect(stored).toBeGreaterThanOrEqual(made);
  expect(stored).toBeLessThanOrEqual(made + unknown);
});

test('a hire whose client has gone before its turn is not made, and the others are', async () => {
  const { client, account, firm, hire, people } = await scene();
  const locked = await createExample(client, departments);
  const holder = new pg.Client({ connectionString: fresh.url });
  await holder.connect();
  await holder.query(`select set_config('muster.account_id', $1, false)`, [account.id]);
  await holder.query('begin');
  await holder.query('select from departments where account_id = $1 and id = $2 for update', [account.id, locked.id]);
  const first = client.call('POST', pathOf(employees), { body: hiring({ ...firm, department: locked }) });
  await delay(100);
  const gone = sendOn(client.token, hiring(firm));
  const others = hire(`Staying ${unique()}`);
  await delay(200);
  gone.destroy();
  await delay(100);
  await holder.query('rollback');
  await holder.end();
  const replies = [await first, ...(await others)];
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  expect(await people()).toBe(replies.length);
});

/** A hire on a connection of its own. */
function sendOn(token: string, hire: Body) {
  const body = JSON.stringify(hire);
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST ${pathOf(employees)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nApi-Version: 2024-11-01\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  return socket;
}
