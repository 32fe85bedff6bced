/** Several processes on one port (MUSTER_PROCESSES), as `npm start` runs them, seen from outside. */
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { inForm } from '../../support/form.ts';
import { putPreparedCluster } from '../../support/prepared-cluster.ts';
import { tokenFor } from '../../support/service.ts';
import {
  type Credentials,
  clientWithoutDemo,
  type DataFolder,
  dataFolder,
  isAlive,
  type StartedService,
} from '../../support/started-service.ts';

let folder: DataFolder;
let service: StartedService;
let metricsUrl: string;
let token: string;
let credentials: Pick<Credentials, 'clientId' | 'clientSecret'>;
/** Of the second start. */
const quota = 30;

const settings = (requestsPerMinute: number, metricsPort: number) => ({
  env: {
    MUSTER_PROCESSES: '2',
    MUSTER_DEMO: 'false',
    MUSTER_REQUESTS_PER_MINUTE: String(requestsPerMinute),
    MUSTER_METRICS_PORT: String(metricsPort),
  },
});

beforeAll(async () => {
  folder = await dataFolder();
  await putPreparedCluster(folder.path);
  const port = await findFreePort();
  metricsUrl = `http://localhost:${port}`;
  service = await folder.start(settings(1_000_000, port));
  credentials = await clientWithoutDemo(folder);
  token = await tokenFor(service.url, credentials);
}, 180_000);
afterAll(() => folder.discard());

/** Processes with this parent, by the name of their program. */
function childrenOf(parent: number): Map<number, string> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.flatMap((pid): [number, string][] => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [, name = '', ppid] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat) ?? [];
      return Number(ppid) === parent && isAlive(Number(pid)) ? [[Number(pid), name]] : [];
    } catch {
      return [];
    }
  });
  return new Map(found);
}

const serving = (): number[] =>
  [...childrenOf(service.pid)].filter(([, name]) => !name.startsWith('postgres')).map(([pid]) => pid);

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: { readonly id?: string };
}

/** Without any repetition: a request that fails is a failure. */
function send(agent: Agent, method: string, path: string, body?: object): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${token}`,
    'api-version': '2024-11-01',
    ...(body && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${service.url}${path}`, { agent, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text || '{}') }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** Clients that read and write one after the other, each on a connection that it keeps, until they are stopped. */
function load(clients: number) {
  const agent = new Agent({ keepAlive: true });
  const created: string[] = [];
  const failures: string[] = [];
  let isOver = false;
  let count = 0;
  async function run(client: number): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      count += 1;
      // Processes that start need most of the time.
      await pause(50);
      const isRead = turn % 2 === 0;
      const answering = isRead
        ? send(agent, 'GET', '/svc-api/taxonomies?limit=5')
        : send(agent, 'POST', '/svc-api/taxonomies', { name: `Made by ${client} as ${turn} at ${performance.now()}` });
      const answer = await answering.catch((error: Error) => error);
      if (answer instanceof Error) failures.push(answer.message);
      else if (answer.status !== (isRead ? 200 : 201)) failures.push(String(answer.status));
      else if (!isRead) created.push(answer.body.id ?? '');
    }
  }
  const running = Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  return {
    created,
    failures,
    count: () => count,
    async stop() {
      isOver = true;
      await running;
      agent.destroy();
    },
  };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 240_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It did not happen in time: ${othersThanAnswered()}`);
    await pause(50);
  }
}

const othersThanAnswered = () =>
  service
    .stdout()
    .split('\n')
    .filter((line) => !line.includes('"answered"'))
    .slice(-20)
    .join('\n');

const alone = new Agent({ keepAlive: false });

async function expectThere(ids: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const found = await Promise.all(ids.map((id) => send(agent, 'GET', `/svc-api/taxonomies/${id}`)));
  agent.destroy();
  for (const { status } of found) expect(status).toBe(200);
}

/** The processes that have answered requests, by their lines in the log. */
const answeredBy = (): Set<number> =>
  new Set([...service.stdout().matchAll(/"pid":(\d+),[^\n]*"msg":"answered"/g)].map(([, pid]) => Number(pid)));

test('two processes answer on one port, next to one PostgreSQL', async () => {
  expect(serving()).toHaveLength(2);
  expect([...childrenOf(service.pid).values()].filter((name) => name.startsWith('postgres'))).toHaveLength(1);
  await until(async () => {
    expect((await send(alone, 'GET', '/svc-api/taxonomies')).status).toBe(200);
    return answeredBy().size === 2;
  });
  expect([...answeredBy()].sort()).toEqual(serving().sort());
  // Each line is whole.
  const lines = service
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  expect(service.stdout().match(/Muster is ready/g)).toHaveLength(1);
  expect((await folder.muster('doctor')).stdout).toContain('2 processes');
});

const requestsCounted = async (): Promise<number> => {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  return [...text.matchAll(/^muster_http_requests_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, one]) => sum + Number(one),
    0,
  );
};

test('a process that is killed is replaced, and nothing that was acknowledged is lost', async () => {
  const before = serving();
  const running = load(4);
  await until(() => running.created.length >= 20);
  const countedBefore = await requestsCounted();
  expect(countedBefore).toBeGreaterThan(20);
  process.kill(before[0] ?? 0, 'SIGKILL');
  await until(() => serving().length === 2 && !serving().includes(before[0] ?? 0));
  // New connections reach it.
  await until(async () => {
    await send(alone, 'GET', '/svc-api/taxonomies');
    return serving().every((pid) => answeredBy().has(pid));
  });
  await running.stop();
  // Only requests that the killed process was answering.
  expect(running.failures.length).toBeLessThanOrEqual(4);
  await expectThere(running.created);
  expect(await requestsCounted()).toBeGreaterThan(countedBefore);
  const ready = await fetch(`${metricsUrl}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
}, 300_000);

test('SIGHUP exchanges all processes, and no request fails meanwhile', async () => {
  const before = serving();
  const running = load(4);
  await until(() => running.created.length >= 20);
  process.kill(service.pid, 'SIGHUP');
  await until(() => serving().length === 2 && serving().every((pid) => !before.includes(pid)));
  const made = running.created.length;
  await until(() => running.created.length >= made + 20);
  await running.stop();
  expect(running.failures).toEqual([]);
  expect(running.count()).toBeGreaterThan(100);
  await expectThere(running.created);
}, 300_000);

test('a process that dies while all are exchanged is replaced too', async () => {
  const before = serving();
  const times = (sentence: string) => service.stdout().split(sentence).length - 1;
  const [died, exchanged] = [times('a process has died'), times('all processes were replaced')];
  // It was started a moment ago, so the one in its place waits for a second.
  process.kill(before.at(-1) ?? 0, 'SIGKILL');
  await until(() => times('a process has died') > died);
  process.kill(service.pid, 'SIGHUP');
  await until(() => times('all processes were replaced') > exchanged);
  await until(() => serving().length === 2 && serving().every((pid) => !before.includes(pid)));
  await until(async () => {
    await send(alone, 'GET', '/svc-api/taxonomies');
    return serving().every((pid) => answeredBy().has(pid));
  });
}, 300_000);

test('when the first process is killed, the others end, and the next start goes on', async () => {
  const pids = serving();
  await service.signal('SIGKILL');
  await until(() => !pids.some(isAlive));
  service = await folder.start(settings(quota, await findFreePort()));
  expect(serving()).toHaveLength(2);
}, 300_000);

test('the quota of a client is counted for all processes together', async () => {
  token = await tokenFor(service.url, credentials);
  const answers: Answer[] = [];
  // Few at once: more would be refused as a burst.
  while (answers.length < 2 * quota) {
    const some = Array.from({ length: 4 }, () => send(alone, 'GET', '/svc-api/taxonomies'));
    answers.push(...(await Promise.all(some)));
  }
  await until(() => answeredBy().size === 2);
  const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([counts(200), counts(429)]).toEqual([quota, quota]);
  const left = answers
    .filter(({ status }) => status === 200)
    .map(({ headers }) => /r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
  expect(left.map(Number).sort((one, other) => one - other)).toEqual(Array.from({ length: quota }, (_, each) => each));
}, 300_000);

test.each(inForm({ short: ['SIGTERM'], full: ['SIGTERM', 'SIGINT'] } as const))(
  '%s stops all of them, and then PostgreSQL',
  async (signal) => {
    if (!isAlive(service.pid)) service = await folder.start(settings(quota, await findFreePort()));
    const pids = serving();
    expect(pids).toHaveLength(2);
    const { status } = await service.signal(signal);
    expect(status).toBe(0);
    for (const pid of pids) expect(isAlive(pid)).toBe(false);
    expect(folder.postgresPid()).toBeNull();
  },
  60_000,
);
