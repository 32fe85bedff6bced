/** The usage of the legacy API as an operator sees it, and the other commands for keys. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legacyUse, usageCounter } from '../../../server/legacy/usage.ts';
import { preparedFolder } from '../../support/commands/prepared-folder.ts';
import { inFull } from '../../support/form.ts';
import { legacyCall, legacyClient } from '../../support/legacy/legacy.ts';
import { establishment, legalEntity } from '../../support/organization/organization.ts';
import { call, type TestClient, type TestService, testService, tokenFor } from '../../support/service.ts';
import type { DataFolder, Ended, StartedService } from '../../support/started-service.ts';

describe('counting', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService();
  });
  afterAll(() => service.stop());

  const counter = (onError: (error: unknown) => void = (error) => expect.fail(String(error))) =>
    usageCounter({ database: service.database, onError });

  async function newKey() {
    const account = await service.openAccount(`a${String.fromCharCode(97 + opened)}`);
    opened += 1;
    const { name } = await legacyClient(service, account);
    const [key] = await service.database.query<{ id: string }>('select max(id)::text as id from api_keys');
    return { account, name, id: key?.id ?? '' };
  }
  let opened = 0;

  const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 8, minute));

  it('adds up over nodes and moments, with what ends first', async () => {
    const { account, name, id } = await newKey();
    const [one, other] = [counter(), counter()];
    for (const minute of [5, 3, 9]) one.count(id, '/api/v3/leaves', at(minute));
    for (const minute of [1, 7]) other.count(id, '/api/leaves', at(minute));
    await Promise.all([one.flush(), other.flush()]);
    other.count(id, '/api/v3/leaves', at(2));
    one.count(id, '/api/leaves', at(4));
    await Promise.all([one.stop(), other.stop()]);
    const used = { account: account.name, apiKey: name, technicalContact: 'it@example.com', revokedAt: null };
    expect(await legacyUse(service.database, account.id)).toMatchObject([
      { ...used, path: '/api/leaves', requests: 3, firstAt: at(1), lastAt: at(7), endsAt: expect.any(Date) },
      { ...used, path: '/api/v3/leaves', requests: 4, lastAt: at(9), endsAt: null },
    ]);
  });

  it('begins with the first moment, whichever node saw it', async () => {
    const { account, id } = await newKey();
    const [one, other] = [counter(), counter()];
    one.count(id, '/api/v3/users', at(5));
    await one.stop();
    other.count(id, '/api/v3/users', at(2));
    await other.stop();
    expect(await legacyUse(service.database, account.id)).toMatchObject([
      { firstAt: at(2), lastAt: at(5), requests: 2 },
    ]);
  });

  it('loses nothing while the database cannot be written', async () => {
    const { account, id } = await newKey();
    const failures: unknown[] = [];
    const counting = counter((error) => failures.push(error));
    counting.count(id, '/api/v3/users', at(1));
    await service.database.query('alter table legacy_usage rename to hidden');
    await counting.flush();
    counting.count(id, '/api/v3/users', at(2));
    await service.database.query('alter table hidden rename to legacy_usage');
    await counting.stop();
    expect(failures).toHaveLength(1);
    expect(await legacyUse(service.database, account.id)).toMatchObject([
      { firstAt: at(1), lastAt: at(2), requests: 2 },
    ]);
  });
});

// Each command is a process: on a busy machine some take seconds.
describe('the command line', { timeout: 120_000 }, () => {
  let folder: DataFolder;
  let service: StartedService;
  beforeAll(async () => {
    folder = await preparedFolder();
    service = await folder.start({ env: { MUSTER_DEMO: 'false' } });
    await json('accounts', 'create', 'acme');
  });
  afterAll(() => folder.discard());

  const muster = (...args: string[]): Promise<Ended> => folder.muster(...args);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  async function json(...args: string[]): Promise<any> {
    const { status, stdout, stderr } = await muster(...args, '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout);
  }
  async function refusal(...args: string[]): Promise<Record<string, string[]>> {
    const { status, stdout, stderr } = await muster(...args, '--json');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    return JSON.parse(stderr).error.errors;
  }
  const ofAcme = ['--account', 'acme'];
  const status = async (apiKey: string, path: string): Promise<number> =>
    (await legacyCall(service, apiKey, path)).status;

  async function newEstablishment(): Promise<string> {
    const declared = ['--name', 'Setup', '--contact', 'it@example.com', '--scopes', 'all'];
    const credentials = await json('clients', 'create', ...ofAcme, ...declared);
    const token = await tokenFor(service.url, credentials);
    const client: TestClient = { credentials, token, call: (...args) => call(service.url, token, ...args) };
    return (await establishment(client, await legalEntity(client))).id;
  }

  it('gives a key the rights that are said, changes them, and refuses establishments that do not exist', async () => {
    const place = await newEstablishment();
    const made = await json('api-keys', 'create', ...ofAcme, '--name', 'Planning', '--leaves', '--former');
    const first = { name: 'Planning', leaves: 'all', users: 'none', personalData: false, former: true, future: false };
    expect(made).toMatchObject({ name: 'Planning', technicalContact: null, role: first });
    expect([await status(made.apiKey, '/api/v3/leaves'), await status(made.apiKey, '/api/v3/users')]).toEqual([
      200, 403,
    ]);
    const role = ['api-keys', 'role', 'planning', ...ofAcme];
    expect((await json(...role)).role).toEqual(first);
    expect(
      (await json(...role, '--users', '--establishments', place, '--no-former', '--rename', 'Readers')).role,
    ).toEqual({ ...first, name: 'Readers', leaves: [place], users: [place], former: false });
    expect((await json(...role, '--users', 'all', '--no-leaves', '--personal-data')).role).toMatchObject({
      leaves: 'none',
      users: 'all',
      personalData: true,
    });
    expect(Object.keys(await refusal(...role, '--users', `${place},999`))).toEqual(['users']);
    const wrong = ['--name', 'Other', '--contact', 'nobody'];
    expect(Object.keys(await refusal('api-keys', 'create', ...ofAcme, ...wrong))).toEqual(['technicalContact']);
    expect(await refusal('api-keys', 'role', 'Nobody', ...ofAcme)).toHaveProperty('name');
    await expect.poll(() => status(made.apiKey, '/api/v3/users'), { timeout: 10_000 }).toBe(200);
  });

  it('reminds of a missing technical contact until there is one', async () => {
    const list = async () => (await muster('api-keys', 'list', ...ofAcme)).stdout;
    expect(await list()).toMatch(/Planning +live +MISSING +Readers +users \(all\), personal data/);
    expect(await list()).toContain('muster api-keys change');
    const changed = await json(
      'api-keys',
      'change',
      'Planning',
      ...ofAcme,
      '--contact',
      'it@example.com',
      '--name',
      'Board',
    );
    expect(changed).toMatchObject({ name: 'Board', technicalContact: 'it@example.com', role: { name: 'Readers' } });
    expect(await list()).toMatch(/Board +live +it@example.com/);
    expect(await list()).not.toMatch(/MISSING|change/);
  });

  it('makes a key again and lets the old one work for the overlap', async () => {
    const old = await json('api-keys', 'create', ...ofAcme, '--name', 'Clock', '--users');
    const renewed = await json('api-keys', 'regenerate', 'Clock', ...ofAcme, '--overlap', '2h');
    expect(Math.abs(Date.parse(renewed.oldKeyEndsAt) - Date.now() - 7_200_000)).toBeLessThan(60_000);
    const statuses = () => Promise.all([old, renewed].map(({ apiKey }) => status(apiKey, '/api/v3/users')));
    expect(await statuses()).toEqual([200, 200]);
    const last = await json('api-keys', 'regenerate', 'Clock', ...ofAcme, '--overlap', '0');
    await expect.poll(statuses, { timeout: 10_000 }).toEqual([401, 401]);
    expect(await status(last.apiKey, '/api/v3/users')).toBe(200);
    expect(await refusal('api-keys', 'regenerate', 'Clock', ...ofAcme, '--overlap', '8d')).toHaveProperty(
      'overlapSeconds',
    );
  });

  it('shows and moves the end of v2', async () => {
    const { apiKey } = await json('api-keys', 'create', ...ofAcme, '--name', 'Old', '--leaves');
    const end = (...options: string[]) => json('accounts', 'legacy', ...ofAcme, ...options);
    const announced = { v2Until: '2026-03-31T23:59:59.000Z', isMoved: false };
    expect(await end()).toMatchObject(announced);
    expect(await end('--v2-until', '2099-12-31')).toMatchObject({ v2Until: '2099-12-31T23:59:59.000Z', isMoved: true });
    await expect.poll(() => status(apiKey, '/api/leaves'), { timeout: 10_000 }).toBe(200);
    expect(await end('--v2-until', '2020-01-31T12:00:00+01:00')).toMatchObject({ v2Until: '2020-01-31T11:00:00.000Z' });
    await expect.poll(() => status(apiKey, '/api/leaves'), { timeout: 10_000 }).toBe(410);
    for (const wrong of ['soon', '2026-02-30', '2026-12-31T10:00']) {
      expect([wrong, await refusal('accounts', 'legacy', ...ofAcme, '--v2-until', wrong)]).toHaveProperty('1.v2Until');
    }
    expect(await end('--v2-until', 'default')).toMatchObject(announced);
  });

  inFull('shows which key still calls which path, and what was counted last when the service stops', async () => {
    const { apiKey } = await json('api-keys', 'create', ...ofAcme, '--name', 'Legacy board', '--users');
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const usage = async (): Promise<any[]> =>
      (await json('legacy', 'usage')).usage.filter((use: { apiKey: string }) => use.apiKey === 'Legacy board');
    expect(await usage()).toEqual([]);
    const before = Date.now();
    await status(apiKey, '/api/v3/users/1');
    await status(apiKey, '/api/v3/users?id=1');
    expect(await status(apiKey, '/api/Leaves/')).toBe(410);
    await expect.poll(async () => (await usage()).length, { timeout: 60_000 }).toBe(3);
    const [ending, ...others] = await usage();
    expect(ending).toMatchObject({ account: 'acme', path: '/api/leaves', requests: 1, technicalContact: null });
    expect(Date.parse(ending.lastAt)).toBeGreaterThanOrEqual(before);
    expect(others.map(({ path }) => path).sort()).toEqual(['/api/v3/users', '/api/v3/users/{id}']);
    await Promise.all(Array.from({ length: 20 }, () => status(apiKey, '/api/leaves')));
    expect((await service.signal('SIGTERM')).status).toBe(0);
    expect(await usage()).toMatchObject([{ path: '/api/leaves', requests: 21 }, {}, {}]);
    const shown = (await muster('legacy', 'usage', ...ofAcme)).stdout;
    expect(shown).toMatch(/^ACCOUNT +KEY +PATH +ENDS +REQUESTS +FIRST +LAST +CONTACT\n/);
    expect(shown).toMatch(/acme +Legacy board +\/api\/leaves +2026-03-31 23:59 +21 /);
  });
});
