// `npm start` in normal operation and after failures, with real processes and data folders, seen only from outside.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { baseSchemaNames } from '@muster/contract/base-schemas.ts';
import { scopes as everyScope } from '@muster/contract/scopes.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { idsOf } from '../../support/collection-ids.ts';
import { inFull, isFull, oneIn } from '../../support/form.ts';
import { tokenFor } from '../../support/service.ts';
import type { DataFolder, StartedService } from '../../support/started-service.ts';
import { dataFolder, demoClient, isAlive } from '../../support/started-service.ts';

const manyRequests = { env: { MUSTER_REQUESTS_PER_MINUTE: '1000000' } };

async function until(condition: () => Promise<boolean>, ms = 20_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('It did not happen in time.');
    await pause(50);
  }
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** The content of the demo company by collection. */
const organizationSizes = {
  'legal-entities': 3,
  'business-establishments': 6,
  'public-holidays-calendars': 5,
  'working-time-arrangements': 10,
  professions: 5,
  'job-qualifications': 8,
  'occupation-categories': 4,
  'employment-templates': 4,
  departments: 17,
  employees: 250,
};

const careerFamilies = ['employments', 'job-positions', 'probationary-periods', 'employee-personal-records'];
const leaveFamilies = ['leave-accounts', 'leaves', 'leave-requests', 'leave-request-decisions'];

const totalOf = (sizes: Record<string, number>): number => Object.values(sizes).reduce((sum, size) => sum + size, 0);

describe('an installation from its first start on', () => {
  let folder: DataFolder;
  let service: StartedService;
  beforeAll(async () => {
    folder = await dataFolder();
    service = await folder.start(manyRequests);
  });
  afterAll(() => folder.discard());

  it('is ready in time, and has written credentials for its owner alone', () => {
    expect(service.readyMs).toBeLessThan(30_000);
    expect(statSync(join(folder.path, 'credentials.json')).mode & 0o777).toBe(0o600);
    expect(Object.keys(folder.credentials())).toEqual([
      'baseUrl',
      'authUrl',
      'account',
      'clientId',
      'clientSecret',
      'apiKey',
      'adminEmail',
      'adminPassword',
    ]);
    expect(folder.credentials()).toMatchObject({ account: 'demo', baseUrl: service.url, authUrl: service.url });
    for (const shown of Object.values(folder.credentials())) expect(service.stdout()).toContain(shown);
    expect(service.stdout()).toContain('plain HTTP');
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('prints commands that can be pasted into a shell', async () => {
    const commands = /Try it:\n([\s\S]*?taxonomies.*)/.exec(service.stdout())?.[1] ?? '';
    const answer = JSON.parse(execFileSync('sh', ['-c', commands], { encoding: 'utf8' }));
    expect(answer).toMatchObject({ type: 'taxonomy', url: `${service.url}/svc-api/taxonomies` });
    const older = /As older systems do:\n([\s\S]*?application=.*)/.exec(service.stdout())?.[1] ?? '';
    expect(JSON.parse(execFileSync('sh', ['-c', older], { encoding: 'utf8' })).data.items).toHaveLength(5);
  });

  it('has a believable set of data, each with its event', async () => {
    const call = await demoClient(folder.credentials());
    const get = async (path: string) => (await call('GET', path)).body;
    const taxonomies = await get('/svc-api/taxonomies');
    const labels = await get('/svc-api/taxonomy-labels?limit=1000');
    const definitions = await get('/svc-api/employee-attribute-definitions?category=extension');
    expect(taxonomies.items).toHaveLength(5);
    expect(labels.items.filter((label: { isArchived: boolean }) => label.isArchived)).toHaveLength(1);
    expect(definitions.items.filter((one: { isArchived: boolean }) => one.isArchived)).toHaveLength(1);
    const schemas = definitions.items.flatMap(({ schema }: { schema: { title?: string; properties?: object } }) =>
      schema.title === undefined
        ? Object.values(schema.properties ?? {}).map(({ title }: { title: string }) => title)
        : [schema.title],
    );
    expect(new Set(schemas)).toEqual(new Set(baseSchemaNames));
    const sizes: Record<string, number> = {};
    for (const path of [...Object.keys(organizationSizes), ...careerFamilies, ...leaveFamilies])
      sizes[path] = (await get(`/svc-api/${path}?limit=1&include=totalCount`)).totalCount;
    expect(sizes).toMatchObject(organizationSizes);
    const { totalCount: values } = await get(
      '/svc-api/employee-attributes?definition.category=extension&limit=0&include=totalCount',
    );
    expect(values).toBeGreaterThan(200);
    const made = [taxonomies, labels, definitions].flatMap(({ items }) => items).length + totalOf(sizes) + values;
    // Two were archived, every department got its head, and leaves were decided or cancelled.
    const changed = 2 + organizationSizes.departments;
    const count = async (filter: string) =>
      (await get(`/svc-api/events?limit=0&include=totalCount${filter}`)).totalCount;
    const decided = '&topic=leave.updated,leave-request.updated';
    await until(async () => (await count('')) === made + changed + (await count(decided)));
    const changes = await get('/svc-api/events?topic=taxonomy-label.updated,employee-attribute-definition.updated');
    expect(changes.items).toMatchObject([
      { previousAttributes: { isArchived: false } },
      { data: { isArchived: true } },
    ]);
  });

  it('grants the demo every scope', async () => {
    const token = await tokenFor(service.url, folder.credentials());
    const { scope } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(scope.split(' ').sort()).toEqual([...everyScope].sort());
  });

  it('stays small', async () => {
    const call = await demoClient(folder.credentials());
    for (let count = 0; count < 300; count += 1) await call('GET', '/svc-api/taxonomies');
    expect(residentMegabytes(service.pid)).toBeLessThan(200);
  });

  it('does not let a second service near its folder or its port', async () => {
    const second = await folder.run(['server/main.ts']);
    expect(second).toMatchObject({ status: 1, stdout: '' });
    expect(second.stderr).toMatch(/^The data folder .* is in use by a Muster service \(process \d+\).*\n$/);
    const { port } = new URL(service.url);
    const same = await folder.run(['server/main.ts'], { env: { PORT: port } });
    expect(same).toMatchObject({ status: 1, stdout: '' });
    expect(same.stderr).toMatch(new RegExp(`^Port ${port} is already in use.*\n$`));
  });

  it('stops with its database on Ctrl-C, and next time keeps its data and its secrets', async () => {
    const before = folder.credentials();
    const postgres = folder.postgresPid();
    expect(postgres).not.toBeNull();
    // npm forwards a Ctrl-C that the terminal has already delivered.
    process.kill(service.pid, 'SIGINT');
    const ended = await service.signal('SIGINT');
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).not.toMatch(/"level":[456]0/);
    expect([service.pid, postgres ?? 0].filter(isAlive)).toEqual([]);

    service = await folder.start(manyRequests);
    expect(service.readyMs).toBeLessThan(5000);
    const { baseUrl: _, authUrl: __, account: ___, ...secrets } = before;
    for (const secret of Object.values(secrets)) expect(service.stdout()).not.toContain(secret);
    expect(folder.credentials()).toEqual({ ...before, baseUrl: service.url, authUrl: service.url });
    const call = await demoClient(folder.credentials());
    expect((await call('GET', '/svc-api/taxonomies?include=totalCount')).body.totalCount).toBe(5);
  });

  it('loses nothing that was answered when the service is killed', async () => {
    const call = await demoClient(folder.credentials());
    const answered: string[] = [];
    const write = async (name: string): Promise<void> => {
      const { status, body } = await call('POST', '/svc-api/taxonomies', { body: { name } });
      if (status === 201) answered.push(body.id);
    };
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let count = 0; ; count += 1) await write(`Writer ${writer}, ${count}`);
    });
    const writing = Promise.allSettled(writers);
    await until(async () => answered.length > 200);
    await service.signal('SIGKILL');
    await writing;
    expect(folder.postgresPid()).not.toBeNull();

    service = await folder.start(manyRequests);
    expect(service.readyMs).toBeLessThan(5000);
    const again = await demoClient(folder.credentials());
    const get = (path: string) => again('GET', path);
    const kept = await idsOf(get, 'taxonomies');
    expect(answered.filter((id) => !kept.has(id))).toEqual([]);
    await until(async () => (await idsOf(get, 'events', '&topic=taxonomy.created')).size === kept.size);
  });

  it('loses nothing that was answered when PostgreSQL is killed, and recovers by itself', async () => {
    const call = await demoClient(folder.credentials());
    const answered: string[] = [];
    let isKilled = false;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let count = 0; !isKilled; count += 1) {
        const body = { name: `Stubborn ${writer}, ${count}` };
        const { status, body: made } = await call('POST', '/svc-api/taxonomies', { body });
        if (status === 201) answered.push(made.id);
      }
    });
    const writing = Promise.allSettled(writers);
    await until(async () => answered.length > 100);
    const killed = folder.postgresPid() as number;
    process.kill(killed, 'SIGKILL');
    const health = async (kind: string) => (await fetch(`${service.url}/health/${kind}`)).status;
    await until(async () => (await health('ready')) === 503);
    expect(await health('live')).toBe(200);
    isKilled = true;
    await writing;
    await until(async () => (await health('ready')) === 200);
    expect(isAlive(service.pid)).toBe(true);
    expect(folder.postgresPid()).not.toBe(killed);
    const get = (path: string) => call('GET', path);
    const kept = await idsOf(get, 'taxonomies');
    expect(answered.filter((id) => !kept.has(id))).toEqual([]);
    await until(async () => (await idsOf(get, 'events', '&topic=taxonomy.created')).size === kept.size);
    // Its log describes the failure without internals of a connection.
    const ended = await service.signal('SIGTERM');
    expect(ended.status).toBe(0);
    expect(ended.stdout).toContain('PostgreSQL had died and was started again');
    expect(ended.stdout).not.toContain('secretKey');
  });
});

const ports = oneIn(2, ['PORT', 'MUSTER_METRICS_PORT'], 1);

describe('a start', () => {
  let folder: DataFolder | undefined;
  afterEach(() => folder?.discard());

  it('names every wrong setting and creates nothing', async () => {
    folder = await dataFolder();
    const env = { PORT: '80000', MUSTER_DEMO: 'perhaps', MUSTER_ENCRYPTION_KEY: 'hunter2', MUSTER_DTA_DIR: '/x' };
    const { status, stdout, stderr } = await folder.run(['server/main.ts'], { env });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    for (const name of Object.keys(env)) expect(stderr.split(name)).toHaveLength(2);
    expect(stderr).not.toContain('hunter2');
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('explains itself, and refuses an option that it does not have', async () => {
    folder = await dataFolder();
    const help = await folder.run(['server/main.ts', '--help']);
    expect(help).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: .*--role/), stderr: '' });
    const unknown = await folder.run(['server/main.ts', '--rôle', 'worker']);
    expect(unknown).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining("'--rôle'. Try --help.") });
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it.each(ports)('on a %s that is taken says so and creates nothing', async (setting) => {
    folder = await dataFolder();
    const squatter = createServer().listen(0, 'localhost');
    await once(squatter, 'listening');
    const { port } = squatter.address() as { port: number };
    const ended = await folder.run(['server/main.ts'], { env: { [setting]: String(port) } });
    squatter.close();
    expect(ended).toMatchObject({ status: 1, stderr: expect.stringMatching(`^Port ${port} is .* set ${setting} to`) });
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('with a database that does not answer says so', async () => {
    folder = await dataFolder();
    const env = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' };
    const { status, stderr } = await folder.run(['server/main.ts'], { env });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The database cannot be used: .*ECONNREFUSED.*\n$/);
    expect(stderr).toContain('check the host, port, name, user and password in DATABASE_URL.');
    expect(stderr).not.toContain('secret');
  });

  // The last one is written just before the commit. An earlier moment is of test/stories/operation/interrupted-start too.
  inFull.each(['encryption-key', 'credentials.json'])(
    'for the first time, killed when %s appears, is completed by the next',
    async (file) => {
      folder = await dataFolder();
      const { path } = folder;
      const killed = folder.launch();
      while (!existsSync(join(path, file))) await setImmediate();
      await killed.signal('SIGKILL');
      await folder.start();
      const call = await demoClient(folder.credentials());
      expect((await call('GET', '/svc-api/taxonomies?include=totalCount')).body.totalCount).toBe(5);
      expect((await folder.run(['cli/main.ts', 'accounts', 'list', '--json'])).stdout.match(/"name"/g)).toHaveLength(1);
    },
  );

  const nobody = { uid: 65534, gid: 65534 };
  it.runIf(isFull && process.getuid?.() === 0)('without a demo is empty, also for an ordinary user', async () => {
    folder = await dataFolder(nobody);
    const service = await folder.start({ ids: nobody, env: { MUSTER_DEMO: 'false' } });
    expect(service.stdout()).not.toContain('credentials');
    expect(readdirSync(folder.path)).not.toContain('credentials.json');
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    const postgres = folder.postgresPid() as number;
    expect(statSync(`/proc/${postgres}`).uid).toBe(nobody.uid);
    expect((await service.signal('SIGTERM')).status).toBe(0);
    expect(isAlive(postgres)).toBe(false);
  });
});
