/**
 * The audit trail at a syslog receiver: audit entries, changes and reads, in order, none missing, although the receiver is
 * killed again and again. A longer run: TRAIL_ENTRIES=100000 npx vitest run test/stories/operation/audit-trail.test.ts
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { startTrail } from '../../../server/trail/send-trail.ts';
import { newcomer, pathOf } from '../../support/examples.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { hired, personalRecord } from '../../support/people/personal-records.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

const entryCount = Number(process.env.TRAIL_ENTRIES ?? 4000);
const isLong = entryCount > 10_000;

let folder: string;
let file: string;
let port: number;
let service: TestService;
let account: Account;
let client: TestClient;
let owner: TestPerson;
let receiver: ChildProcess | null = null;

async function startReceiver(): Promise<void> {
  const script = new URL('../../support/syslog-receiver.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, String(port), file], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  receiver = child;
}

async function killReceiver(): Promise<void> {
  const child = receiver;
  receiver = null;
  if (!child) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

// biome-ignore lint/suspicious/noExplicitAny: messages of every kind
const received = (): { header: string; content: any }[] =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => ({ header: line.slice(0, line.indexOf(' {')), content: JSON.parse(line.slice(line.indexOf('{'))) }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-trail-'));
  file = join(folder, 'messages');
  port = await findFreePort();
  service = await testService({ auditSyslog: { isEncrypted: false, host: '127.0.0.1', port, ca: null } });
  // From now on, everything is sent: there is no account yet.
  await vi.waitFor(async () => expect(await positions()).toHaveLength(1), { timeout: 20_000, interval: 100 });
  ({ account, client } = await newcomer(service));
  owner = await service.person(account);
});
afterAll(async () => {
  await killReceiver();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const positions = () => service.database.query("select from trail_positions where follower = 'syslog'");

/** The messages that match, each once: a batch may arrive twice. */
const distinct = (isIt: (content: Record<string, unknown>) => boolean) => [
  ...new Map(
    received()
      .filter(({ content }) => isIt(content))
      .map((one) => [`${one.content.kind} ${one.content.id}`, one]),
  ).values(),
];

const arrived = (isIt: (content: Record<string, unknown>) => boolean) =>
  expect.poll(() => distinct(isIt), { timeout: 20_000, interval: 200 });

test('a receiver that was away gets what happened meanwhile: audit entries, changes and reads, without values', async () => {
  const employee = await hired(client);
  const record = await personalRecord(client, employee, { birthDate: '1991-03-06' });
  await client.call('PATCH', pathOf(employeePersonalRecords, record.id), { body: { birthDate: '1991-03-07' } });
  const read = await client.call('GET', pathOf(employeePersonalRecords, record.id), {
    headers: { 'muster-purpose': 'payroll' },
  });
  await owner.call('POST', '/svc-api/departments', { body: { name: 'Canary Department' } });
  await service.publisher.publishAll();
  await service.reads.flush();
  await startReceiver();
  const traceId = read.headers.get('traceparent')?.split('-')[1];
  await arrived(({ kind, traceId: trace }) => kind === 'read' && trace === traceId).toHaveLength(1);
  await arrived(({ kind, action }) => kind === 'audit' && action === 'department.created').toHaveLength(1);
  const changes = ({ kind, topic }: Record<string, unknown>) =>
    kind === 'change' && topic === 'employee-personal-record.updated';
  await arrived(changes).toHaveLength(1);
  const { header, content } = received().find((one) => changes(one.content)) ?? { header: '', content: {} };
  expect(header).toMatch(/^<110>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z \S+ muster - change -$/);
  expect(content).toMatchObject({
    account: account.name,
    resource: { type: 'employee-personal-record', id: record.id },
    author: { type: 'client-application', id: client.credentials.clientId },
    members: ['birthDate'],
  });
  expect(received().find((one) => one.content.traceId === traceId)?.content).toMatchObject({
    reader: { type: 'client-application' },
    employees: [employee.id],
    purpose: 'payroll',
    operation: 'GET /svc-api/employee-personal-records/{id}',
  });
  const text = readFileSync(file, 'utf8');
  for (const value of ['1991-03-0', 'Canary', 'Lindqvist']) expect(text).not.toContain(value);
}, 60_000);

/** As many rows of the log, written by several transactions at once, whose ids are committed out of order. */
async function fill(count: number): Promise<void> {
  const insertion = statement(`
insert into read_log (account_id, occurred_at, reader_type, reader_id, reader_name, operation, families, members, employee_ids)
select $1, clock_timestamp(), 'operator', 'filler', 'filler', 'fill', '{files}', '{"files":["content"]}', '{1}'
from generate_series(1, $2::int) returning 1`);
  const session = service.database.session(account.id);
  for (let done = 0; done < count; done += 400) {
    await Promise.all(Array.from({ length: 4 }, () => session.run(insertion, [Math.min(100, count / 4)])));
  }
}

const filled = () => received().filter(({ content }) => content.reader?.id === 'filler');

test(`${entryCount} entries arrive in order and none is missing, although the receiver is killed meanwhile`, async () => {
  const killing = (async () => {
    for (let kills = 0; kills < (isLong ? 20 : 2); kills += 1) {
      await wait(500);
      await killReceiver();
      await wait(300);
      await startReceiver();
    }
  })();
  await fill(entryCount);
  await killing;
  const ids = () => filled().map(({ content }) => Number(content.id));
  const timeout = isLong ? 500_000 : 60_000;
  await expect.poll(() => new Set(ids()).size, { timeout, interval: 500 }).toBe(entryCount);
  // A batch that is sent again begins before others, so only first times are compared.
  const firstTimes = [...new Set(ids())];
  expect(firstTimes).toEqual(firstTimes.toSorted((one, other) => one - other));
}, 600_000);

test('one process sends at a time, and another goes on when it has stopped', async () => {
  const holder = async () =>
    (await service.database.query<{ holder: string }>('select holder from trail_leases'))[0]?.holder;
  const first = await holder();
  const other = startTrail({
    database: service.database,
    target: { isEncrypted: false, host: '127.0.0.1', port, ca: null },
    onError: () => undefined,
  });
  await wait(1000);
  expect(await holder()).toBe(first);
  await service.trail.stop();
  await owner.call('POST', '/svc-api/departments', { body: { name: 'Another' } });
  const known = new Set(distinct(({ kind }) => kind === 'audit').map(({ content }) => content.id));
  await arrived(({ kind, id }) => kind === 'audit' && !known.has(id)).toHaveLength(1);
  expect(await holder()).not.toBe(first);
  await other.stop();
}, 60_000);
