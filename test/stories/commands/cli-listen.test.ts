/** `muster listen` and `muster trigger` in separate processes next to a running service. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook, type WebhookEvent } from '@muster/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BulkService, bulkService } from '../../support/commands/bulk.ts';
import { newcomer } from '../../support/examples.ts';
import { inFull } from '../../support/form.ts';
import type { TestClient } from '../../support/service.ts';

let service: BulkService;
let client: TestClient;
let account: string[];
let receiver: Receiver;
let running: ChildProcess[] = [];

beforeAll(async () => {
  service = await bulkService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  const made = await newcomer(service);
  client = made.client;
  account = ['--account', made.account.name];
  receiver = await newReceiver();
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running = [];
  await receiver.close();
});

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

interface Receiver {
  readonly url: string;
  readonly received: Received[];
  answer: number;
  close(): Promise<void>;
  open(): Promise<void>;
}

async function newReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let server: Server | undefined;
  let port = 0;
  const made: Receiver = {
    get url() {
      return `http://127.0.0.1:${port}/hook`;
    },
    received,
    answer: 202,
    async open() {
      server = createServer(async (request, response) => {
        let body = '';
        for await (const chunk of request.setEncoding('utf8')) body += chunk;
        received.push({ headers: request.headers as Record<string, string>, body });
        response.writeHead(made.answer).end();
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
    },
    async close() {
      server?.closeAllConnections();
      server?.close();
    },
  };
  await made.open();
  return made;
}

interface Listening {
  readonly stdout: () => string;
  readonly stderr: () => string;
  secret(): string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Resolves when the command prints that it listens. */
async function listening(...args: string[]): Promise<Listening> {
  const child = service.launch('listen', ...account, ...args);
  running.push(child);
  const seen = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      seen[name] += text;
    });
  }
  const closed = once(child, 'close');
  await expect.poll(() => seen.stderr, { timeout: 20_000 }).toContain('Listening');
  return {
    stdout: () => seen.stdout,
    stderr: () => seen.stderr,
    secret: () => /signed with (whsec_\S+)/.exec(seen.stderr)?.[1] ?? '',
    async stop(signal = 'SIGINT') {
      child.kill(signal);
      return (await closed)[0];
    },
  };
}

async function create(...names: string[]): Promise<void> {
  for (const name of names) await client.call('POST', '/svc-api/taxonomies', { body: { name } });
}

const namesReceived = () => receiver.received.map(({ body }) => JSON.parse(body).data.name);
const arrived = (count: number) =>
  expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count);

test('events reach the receiver like deliveries, signed with the printed secret', async () => {
  await create('before');
  await service.publisher.publishAll();
  const listen = await listening('--forward-to', receiver.url);
  await create('one', 'two');
  await arrived(2);
  expect(namesReceived()).toEqual(['one', 'two']);
  const events: WebhookEvent[] = [];
  for (const { headers, body } of receiver.received) {
    events.push(await verifyWebhook({ headers, body, secrets: listen.secret() }));
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'svc-webhooks/1' });
  }
  const { body } = await client.call('GET', '/svc-api/events?id.between=2--..');
  // biome-ignore lint/suspicious/noExplicitAny: what is listed next to what was sent
  expect(events).toEqual(body.items.map(({ links, embedded, ...event }: any) => event));
  await expect.poll(listen.stdout).toMatch(/ 2 {2}taxonomy\.created \d+ {2}→ 202 in \d+ ms\n.* 3 {2}taxonomy\.created/);
  expect(await listen.stop()).toBe(0);
  expect(listen.stderr()).toContain('2 events of');
});

test('events during a stop or after a kill are forwarded by the next start', async () => {
  const first = await listening('--forward-to', receiver.url);
  await create('one');
  await arrived(1);
  await expect.poll(first.stdout).toContain('202');
  expect(await first.stop('SIGKILL')).toBe(null);
  await create('two', 'three');
  const second = await listening('--forward-to', receiver.url);
  await create('four');
  // If it is killed between the response and its record, the first event may come twice.
  await expect.poll(() => [...new Set(namesReceived())]).toEqual(['one', 'two', 'three', 'four']);
  expect(second.secret()).toBe(first.secret());
  expect(await second.stop()).toBe(0);
});

inFull('while the receiver is down, events wait in order; other answers are reported and passed over', async () => {
  const listen = await listening('--forward-to', receiver.url);
  await receiver.close();
  await create('one', 'two');
  await expect.poll(listen.stdout, { timeout: 10_000 }).toMatch(/no answer \(connection\).*again in 1 s/);
  receiver.answer = 503;
  await receiver.open();
  await expect.poll(listen.stdout, { timeout: 10_000 }).toMatch(/→ 503 .*again in/);
  receiver.answer = 500;
  await expect.poll(listen.stdout, { timeout: 15_000 }).toMatch(/→ 500 in \d+ ms\n/);
  await expect.poll(() => new Set(namesReceived()).size).toBe(2);
  expect(await listen.stop()).toBe(0);
});

inFull('topics narrow what is forwarded, and a stop while the receiver is down ends at once', async () => {
  const listen = await listening('--topics', 'taxonomy.deleted,profession.*', '--forward-to', receiver.url);
  await create('one');
  await client.call('POST', '/svc-api/professions', { body: { title: 'Baker' } });
  await arrived(1);
  expect(receiver.received.map(({ body }) => JSON.parse(body).topic)).toEqual(['profession.created']);
  await receiver.close();
  await client.call('POST', '/svc-api/professions', { body: { title: 'Cook' } });
  await expect.poll(listen.stdout, { timeout: 10_000 }).toContain('no answer');
  const begunMs = performance.now();
  expect(await listen.stop()).toBe(0);
  expect(performance.now() - begunMs).toBeLessThan(5000);
});

inFull('without a receiver events are shown, from the oldest on request, as JSON lines for programs', async () => {
  await create('one', 'two');
  await service.publisher.publishAll();
  const child = service.launch('listen', ...account, '--from', 'oldest', '--json');
  running.push(child);
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  await expect.poll(() => stdout.split('\n').length, { timeout: 20_000 }).toBe(3);
  const closed = once(child, 'close');
  child.kill('SIGINT');
  expect((await closed)[0]).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).event.data.name)).toEqual(['one', 'two']);
});

test.each([
  [['--forward-to', 'localhost:4000'], 'forwardTo'],
  [['--topics', 'employee.promoted'], 'topics'],
  [['--from', 'yesterday'], 'from'],
  [['--from', '77'], 'from'],
])('%j is refused', async (args, member) => {
  const { status, stderr } = await service.muster('listen', ...account, ...args, '--json');
  expect([status, Object.keys(JSON.parse(stderr).error.errors)]).toEqual([1, [member]]);
});

test('a triggered event shows the newest resource, and changes nothing', async () => {
  await create('one', 'two');
  const { body } = await client.call('GET', '/svc-api/taxonomies?sort=-id');
  const [newest] = body.items;
  const reported = await service.musterJson('trigger', 'taxonomy.updated', ...account, '--force');
  expect(reported).toMatchObject({ topic: 'taxonomy.updated', dataId: newest.id, isExample: false });
  const { items } = (await client.call('GET', '/svc-api/events?topic=taxonomy.updated')).body;
  const { links, embedded, ...shown } = newest;
  expect(items).toMatchObject([{ data: shown, previousAttributes: { name: expect.any(String) } }]);
  expect((await client.call('GET', '/svc-api/taxonomies?sort=-id')).body.items).toEqual(body.items);
  const older = body.items[1].id;
  await service.musterJson('trigger', 'taxonomy.deleted', ...account, '--force', '--id', older);
  const deleted = (await client.call('GET', '/svc-api/events?topic=taxonomy.deleted')).body.items;
  expect(deleted).toMatchObject([{ data: { id: older } }]);
  expect((await client.call('GET', `/svc-api/taxonomies/${older}`)).status).toBe(200);
});

test('an example stands where there is no resource, under an id that is never used', async () => {
  const reported = await service.musterJson('trigger', 'employee.updated', ...account, '--force');
  expect(reported).toMatchObject({ dataId: '0', isExample: true });
  const [event] = (await client.call('GET', '/svc-api/events?topic=employee.updated')).body.items;
  expect(event.data).toMatchObject({ id: '0', type: 'employee', url: `${service.url}/svc-api/employees/0` });
  expect(event.previousAttributes).toEqual(expect.any(Object));
  expect((await client.call('GET', '/svc-api/employees/0')).status).toBe(404);
});

test('where there are several accounts, one must be named', async () => {
  await service.openAccount('another');
  const { status, stderr } = await service.muster('trigger', 'taxonomy.created', '--json');
  expect([status, JSON.parse(stderr).error.errors.account[0]]).toEqual([1, expect.stringContaining('--account')]);
});

test('a production account, an unknown topic and an unknown id are refused', async () => {
  const errors = async (...args: string[]) => {
    const { status, stderr } = await service.muster('trigger', ...args, ...account, '--json');
    expect(status).toBe(1);
    return JSON.parse(stderr).error;
  };
  expect((await errors('taxonomy.created')).errors.account[0]).toContain('--force');
  expect((await errors('taxonomy.painted', '--force')).message).toContain('taxonomy.created');
  expect((await errors('taxonomy.created', '--force', '--id', '77')).errors).toHaveProperty('id');
  expect((await client.call('GET', '/svc-api/events')).body.items).toEqual([]);
});
