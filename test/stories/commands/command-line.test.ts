// The `muster` command with and without a running service.
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inFull, oneIn } from '../../support/form.ts';
import { call, tokenFor } from '../../support/service.ts';
import { type DataFolder, dataFolder, type Ended, root, type StartedService } from '../../support/started-service.ts';

let folder: DataFolder;
beforeAll(async () => {
  folder = await dataFolder();
});
afterAll(() => folder.discard());

const muster = (...args: string[]): Promise<Ended> => folder.muster(...args);

/** The one JSON object that a successful command prints. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function json(...args: string[]): Promise<any> {
  const { status, stdout, stderr } = await muster(...args, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function refusal(...args: string[]): Promise<{ message: string; errors?: Record<string, string[]> }> {
  const { status, stdout, stderr } = await muster(...args, '--json');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  return JSON.parse(stderr).error;
}

const application = ['--account', 'acme', '--name', 'Payroll', '--contact', 'payroll@example.com'];

describe('without a service', () => {
  it('a new folder is migrated and an account opened, and nothing is left running', async () => {
    expect((await json('migrate')).applied).toContain('0001-accounts-and-credentials.sql');
    const made = await json('accounts', 'create', 'acme');
    expect(made).toMatchObject({ name: 'acme', environment: 'production', sandbox: null });
    expect(made.baseUrl).toBe('http://localhost:3000');
    expect(folder.postgresPid()).toBeNull();
  });

  inFull('npm adds nothing to the JSON when it is silent', async () => {
    const { stdout } = await promisify(execFile)(
      'npm',
      ['run', '--silent', 'muster', '--', 'accounts', 'list', '--json'],
      { cwd: root, env: { ...process.env, MUSTER_DATA_DIR: folder.path } },
    );
    expect(JSON.parse(stdout).accounts).toMatchObject([{ name: 'acme' }]);
  });
});

describe('a command that cannot be done', () => {
  it.each([
    ['an unknown command', ['accounts', 'destroy'], /unknown command 'destroy'/],
    ['a missing option', ['clients', 'list'], /--account/],
    ['a wrong choice', ['accounts', 'create', 'beta', '--environment', 'moon'], /production, test, demo, sandbox/],
    ['a wrong duration', ['clients', 'rotate-secret', 'app-0', '--overlap', '3w'], /such as 30m/],
  ])('for %s ends with status 1 and says why on standard error alone', async (_, args, message) => {
    const plain = await muster(...args);
    expect(plain).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(message) });
    expect((await refusal(...args)).message).toMatch(message);
  });

  it('names wrong settings', async () => {
    const ended = await folder.run(['cli/main.ts', 'accounts', 'list'], { env: { PORT: 'x' } });
    expect(ended).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('PORT is "x"') });
  });
});

const explained = [
  '',
  'accounts create',
  'accounts list',
  'accounts limit',
  'clients create',
  'clients rotate-secret',
  'accounts legacy',
  'api-keys role',
  'api-keys revoke',
  'legacy usage',
  'calendars create',
  'working-time-arrangements create',
  'import employees',
  'import employments',
  'import job-positions',
  'import departments',
  'import employee-attributes',
  'import leaves',
  'export',
  'listen',
  'trigger',
  'migrate',
  'demo',
  'start',
];
it.concurrent.each(oneIn(5, explained))('muster %s --help explains itself on standard output', async (command) => {
  const { status, stdout, stderr } = await muster(...command.split(' ').filter(Boolean), '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: muster/);
  expect(stdout).toContain('--json');
  if (command !== '') expect(stdout).toContain('Examples:\n  ');
});

const lines = [
  ['--version'],
  ['accounts', 'list'],
  ['accounts', 'list', '--json'],
  ['accounts', 'destroy'],
  ['clients', 'list', '--account', 'nobody', '--json'],
];
it.each(oneIn(lines.length, lines, 3))(
  'muster %s %s prints and ends the same in a process of its own',
  async (...args) => {
    expect(await folder.run(['cli/main.ts', ...args])).toEqual(await muster(...args));
  },
);

it('prints its version', async () => {
  expect(await muster('--version')).toEqual({ status: 0, stdout: '0.2.0\n', stderr: '' });
});

describe('next to a running service', () => {
  let service: StartedService;
  beforeAll(async () => {
    service = await folder.start();
  });

  const list = async (token: string) => (await call(service.url, token, 'GET', '/svc-api/taxonomies')).status;

  it('nothing is left to migrate', async () => {
    expect(await json('migrate')).toEqual({ applied: [] });
  });

  it('people read sentences and aligned columns', async () => {
    const { status, stdout, stderr } = await muster('accounts', 'list');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [header, row, ...rest] = stdout.trimEnd().split('\n');
    expect(rest).toEqual([]);
    expect(row?.indexOf('production')).toBe(header?.indexOf('ENVIRONMENT'));
    expect((await muster('api-keys', 'list', '--account', 'acme')).stdout).toBe(
      'The account acme has no API key yet.\n',
    );
  });

  inFull('an account gets limits of its own, and loses them again', async () => {
    const set = ['accounts', 'limit', '--account', 'acme', '--requests-per-minute'];
    expect(await json(...set, '5000', '--event-days', '90')).toMatchObject({ requestsPerMinute: 5000, eventDays: 90 });
    expect(await json(...set, 'default')).toMatchObject({ requestsPerMinute: null, eventDays: 90 });
    expect(await refusal(...set, 'many')).toHaveProperty('errors.requestsPerMinute');
  });

  it('lists every refused member', async () => {
    const wrong = [
      ...application.slice(0, 4),
      '--contact',
      'nobody',
      '--scopes',
      'everything',
      '--establishments',
      'x',
    ];
    const { errors } = await refusal('clients', 'create', ...wrong);
    expect(Object.keys(errors ?? {})).toEqual(['technicalContact', 'scopes', 'establishments']);
    const { stderr } = await muster('clients', 'create', ...wrong);
    for (const member of Object.keys(errors ?? {})) expect(stderr).toMatch(new RegExp(`^- ${member}: `, 'm'));
    expect((await refusal('clients', 'list', '--account', 'nobody')).errors).toHaveProperty('account');
    expect((await refusal('clients', 'revoke', 'app-0')).errors).toHaveProperty('clientId');
  });

  it('a client application is declared, used, rotated, listed and revoked', async () => {
    const made = await json('clients', 'create', ...application, '--scopes', 'taxonomies.readonly');
    expect(made).toMatchObject({ account: 'acme', name: 'Payroll', scopes: ['taxonomies.readonly'] });
    const token = await tokenFor(service.url, made);
    expect(await list(token)).toBe(200);

    const rotated = await json('clients', 'rotate-secret', made.clientId, '--overlap', '0');
    await expect.poll(() => tokenFor(service.url, made), { timeout: 2000 }).toBeUndefined();
    expect(await list(await tokenFor(service.url, rotated))).toBe(200);
    const later = await json('clients', 'rotate-secret', made.clientId, '--overlap', '30m');
    expect(Date.parse(later.oldSecretEndsAt) - Date.now()).toBeGreaterThan(29 * 60_000);
    expect(await list(await tokenFor(service.url, rotated))).toBe(200);

    expect(await json('clients', 'revoke', made.clientId)).toEqual({ clientId: made.clientId, isDisabled: true });
    const { clients } = await json('clients', 'list', '--account', 'acme');
    expect(clients).toMatchObject([{ clientId: made.clientId, isDisabled: true, establishments: null }]);
    expect(JSON.stringify(clients)).not.toContain(later.clientSecret);
    await expect.poll(() => list(token), { timeout: 2000 }).toBe(401);
    expect((await muster('clients', 'list', '--account', 'acme')).stdout).toMatch(/Payroll +app-\w+ +revoked/);
  });

  inFull('an API key is created, listed and revoked', async () => {
    const made = await json('api-keys', 'create', '--account', 'acme', '--name', 'Time clock');
    expect(made).toMatchObject({ name: 'Time clock', technicalContact: null });
    expect(made.apiKey).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    await json('api-keys', 'revoke', 'time clock', '--account', 'acme');
    const { apiKeys } = await json('api-keys', 'list', '--account', 'acme');
    expect(apiKeys).toMatchObject([{ name: 'Time clock', revokedAt: expect.any(String) }]);
    expect((await refusal('api-keys', 'revoke', 'Time clock', '--account', 'acme')).errors).toHaveProperty('name');
  });

  inFull('an account sets its hiring defaults', async () => {
    const set = (...options: string[]) => json('accounts', 'people', '--account', 'acme', ...options);
    const before = await set();
    expect(before).toMatchObject({ timezone: 'UTC', template: null, refusedDomains: [] });
    expect(await set('--timezone', 'Europe/Paris', '--refuse-domains', 'a.example,b.example')).toMatchObject({
      timezone: 'Europe/Paris',
      refusedDomains: ['a.example', 'b.example'],
    });
    expect(await set('--refuse-domains', 'none')).toMatchObject({ timezone: 'Europe/Paris', refusedDomains: [] });
    expect(await set('--highest-rank', '3')).toMatchObject({ highestRank: 3 });
    const wrong = [
      '--timezone',
      'Mars/Olympus',
      '--hire-template',
      '999',
      '--hire-department',
      'x',
      '--highest-rank',
      '0',
    ];
    const { errors } = await refusal('accounts', 'people', '--account', 'acme', ...wrong);
    expect(Object.keys(errors ?? {})).toEqual(['timezone', 'highestRank', 'template', 'department']);
  });

  inFull('an account sets its webhook retries, and resets them to the default', async () => {
    const set = (...options: string[]) => json('accounts', 'webhooks', '--account', 'acme', ...options);
    const usual = { waitsSeconds: null, attemptMs: null, parallelAttempts: null, warningDays: null };
    expect(await set()).toMatchObject({ ...usual, challenge: false, suspensionDays: null });
    const own = await set('--challenge', 'on', '--waits', '10,60', '--parallel', '20', '--suspension-days', '2');
    expect(own).toMatchObject({ challenge: true, waitsSeconds: [10, 60], parallelAttempts: 20, suspensionDays: 2 });
    expect(await set('--waits', 'default', '--parallel', 'default')).toMatchObject({
      ...usual,
      challenge: true,
      suspensionDays: 2,
    });
    const wrong = ['--waits', '5,x', '--attempt-ms', '0', '--parallel', '101', '--warning-days', '-1'];
    const { errors } = await refusal('accounts', 'webhooks', '--account', 'acme', ...wrong);
    expect(Object.keys(errors ?? {})).toEqual(['waitsSeconds', 'attemptMs', 'parallelAttempts', 'warningDays']);
  });

  it('an account with two environments is distinguished', async () => {
    await json('accounts', 'create', 'acme', '--environment', 'test');
    const { errors } = await refusal('clients', 'list', '--account', 'acme');
    expect(errors?.account?.[0]).toMatch(/--environment production or --environment test/);
    expect(await json('clients', 'list', '--account', 'acme', '--environment', 'test')).toMatchObject({ clients: [] });
  });

  inFull('the demo is added once, and its events are published by the service', async () => {
    // The installation had an account before its first start, so that start made no demo.
    expect(service.stdout()).not.toContain('credentials');
    const made = await json('demo');
    expect(made).toEqual(folder.credentials());
    expect(statSync(join(folder.path, 'credentials.json')).mode & 0o777).toBe(0o600);
    const token = await tokenFor(service.url, made);
    const events = async () => (await call(service.url, token, 'GET', '/svc-api/events')).body.items.length;
    await expect.poll(events, { timeout: 5000 }).toBeGreaterThan(50);
    expect((await refusal('demo')).errors?.account?.[0]).toContain('credentials.json');
    expect(folder.credentials()).toEqual(made);
  });

  it('the service goes on as if nothing had happened', async () => {
    expect(folder.postgresPid()).not.toBeNull();
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    expect((await service.signal('SIGTERM')).status).toBe(0);
  });
});
