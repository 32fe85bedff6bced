/**
 * A lively account is exported whole and imported into another installation with another key, where it answers the same.
 */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { isRecorded } from '@muster/contract/versions.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { archivedTables, leftBehind } from '../../../server/account-archives/archived-tables.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { listAccounts } from '../../../server/identity/accounts/accounts.ts';
import { tablesOfAccounts } from '../../../server/platform/store/account-tables.ts';
import { type BulkService, bulkService } from '../../support/commands/bulk.ts';
import { administrationOf, fillAccount, notMoved } from '../../support/commands/lively-account.ts';
import { archiveExamples } from '../../support/commands/story-examples.ts';
import { changeOf, createExample, everyResource, newcomer, pathOf, type Row } from '../../support/examples.ts';
import { download, filesIn, linkOf } from '../../support/files/files.ts';
import { oneIn } from '../../support/form.ts';
import { runMuster } from '../../support/muster-line.ts';
import { browser, type TestPerson } from '../../support/people/person.ts';
import { call, type TestClient, tokenFor } from '../../support/service.ts';

let source: BulkService;
let target: BulkService;
let account: Account;
let client: TestClient;
let owner: TestPerson;
let arrived: Account;
let there: TestClient;
let archive: string;
let beforeChanges: string;
let portrayed: Row;
let second: TestPerson;
/** Lists of the administration area before the export. */
let administration: Record<string, Row[]>;

const muster = (service: BulkService, ...args: string[]) =>
  runMuster([...args, '--json'], { ...service.env, MUSTER_FILES_DIR: service.filesDir });

const ran = new Set<string>();
/** Runs an example of a help text on an account. */
function example(service: BulkService, line: (typeof archiveExamples)[number], name = account.name) {
  ran.add(line);
  const words = line
    .split(' ')
    .slice(1)
    .map((word) => (word === 'acme.archive' ? archive : word === 'acme' ? name : word));
  return muster(service, ...words);
}

beforeAll(async () => {
  source = await bulkService();
  target = await bulkService();
  // Ids of credentials there are taken.
  for (let count = 0; count < 3; count += 1) await newcomer(target);
  await target.person((await newcomer(target)).account);
  ({ account, client } = await newcomer(source));
  owner = await source.person(account, 'owner', true);
  ({ portrayed, second, beforeChanges } = await fillAccount(source, account, client, owner));
  administration = await administrationOf(owner);
  archive = join(source.folder, 'acme.archive');
}, 240_000);
afterAll(async () => {
  await source.stop();
  await target.stop();
});

describe('an archive of an account', () => {
  it('is written with its key for their owner alone', async () => {
    const { status, stdout, stderr } = await example(
      source,
      'muster accounts export --account acme --output acme.archive',
    );
    expect([status, stderr]).toEqual([0, '']);
    const { rows, files, unreadable } = JSON.parse(stdout);
    expect(rows).toBeGreaterThan(100);
    expect(files).toBeGreaterThan(2);
    expect(unreadable).toBe(0);
    for (const file of [archive, `${archive}.key`]) expect((await stat(file)).mode & 0o777).toBe(0o600);
    const bytes = await readFile(archive);
    for (const text of ['"table"', account.name, 'employees']) expect(bytes.includes(text)).toBe(false);
  });

  it('replaces no file in silence', async () => {
    const again = await muster(source, 'accounts', 'export', '--account', account.name, '--output', archive);
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('exists already');
  });

  it('is refused if it was changed, or with another key, and leaves nothing', async () => {
    const before = [await counts(target), await filesIn(target.filesDir)];
    const bytes = await readFile(archive);
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
    const changed = join(source.folder, 'changed.archive');
    await writeFile(changed, bytes);
    const damaged = await muster(target, 'accounts', 'import', changed, '--key-file', `${archive}.key`);
    expect([damaged.status, damaged.stderr]).toEqual([1, expect.stringContaining('not those that were written')]);
    await writeFile(`${changed}.key`, Buffer.alloc(32, 7).toString('base64'));
    const foreign = await muster(target, 'accounts', 'import', archive, '--key-file', `${changed}.key`);
    expect(foreign.status).toBe(1);
    expect([await counts(target), await filesIn(target.filesDir)]).toEqual(before);
  });

  it('knows every table, or says why its rows stay', async () => {
    const archived = (await archivedTables(source.database)).map(({ name }) => name);
    const all = (await tablesOfAccounts(source.database)).map(({ name }) => name);
    expect(all.filter((name) => archived.includes(name) === name in leftBehind)).toEqual([]);
    expect(Object.keys(leftBehind).filter((name) => !all.includes(name))).toEqual([]);
  });
});

async function counts(service: BulkService): Promise<number> {
  return (await listAccounts(service.database)).length;
}

describe('the account in another installation with another key', () => {
  beforeAll(async () => {
    const { status, stdout, stderr } = await example(target, 'muster accounts import acme.archive');
    expect([status, stderr]).toEqual([0, '']);
    const { id, areSecretsValid } = JSON.parse(stdout);
    expect(areSecretsValid).toBe(false);
    arrived = (await listAccounts(target.database)).find((one) => one.id === id) as Account;
    const { clientId } = client.credentials;
    const rotated = await muster(target, 'clients', 'rotate-secret', clientId);
    const { clientSecret } = JSON.parse(rotated.stdout);
    const token = await tokenFor(target.url, { clientId, clientSecret });
    there = { credentials: { clientId, clientSecret }, token, call: (...args) => call(target.url, token, ...args) };
  }, 120_000);

  const same = (text: string) => text.replaceAll(source.url, target.url);

  const moved = everyResource.filter(({ operations, type }) => operations.includes('list') && !notMoved.includes(type));

  it.each(oneIn(3, moved, 1))('has the same $path', async (resource) => {
    const path = `${pathOf(resource)}?limit=1000&include=links,embedded,totalCount`;
    const [here, now] = [await client.call('GET', path), await there.call('GET', path)];
    expect(here.status).toBe(200);
    expect(withoutTokens(now.text)).toBe(withoutTokens(same(here.text)));
    if (!resource.operations.includes('read')) return;
    for (const { id } of here.body.items.slice(0, 5) as Row[]) await sameOne(resource, id);
  });

  /** One resource, and what is known of its past. */
  async function sameOne(resource: Resource, id: string): Promise<void> {
    const paths = [
      `${pathOf(resource)}/${id}`,
      ...(isRecorded(resource) ? [`${pathOf(resource)}/${id}/versions`] : []),
    ];
    for (const path of paths) {
      const [here, now] = [await client.call('GET', path), await there.call('GET', path)];
      expect([path, now.status, withoutTokens(now.text)]).toEqual([path, here.status, withoutTokens(same(here.text))]);
    }
  }

  it('has the same past', async () => {
    for (const path of ['employees', 'departments', 'employee-personal-records']) {
      const past = `/svc-api/${path}?limit=1000&knownAt=${beforeChanges}`;
      const [here, now] = [await client.call('GET', past), await there.call('GET', past)];
      expect([path, here.status]).toEqual([path, 200]);
      expect(withoutTokens(now.text)).toBe(withoutTokens(same(here.text)));
    }
  });

  it('finds confidential values by their digests', async () => {
    const path = '/svc-api/employee-personal-records?nationalitiesCountryCodes=SWE&legalGender=female&limit=1000';
    const { body } = await there.call('GET', path);
    expect(body.items.map(({ employee }: { employee: Row }) => employee.id)).toContain(portrayed.id);
  });

  it('has the bytes of its files', async () => {
    const path = `${pathOf(resources.employees)}/${portrayed.id}`;
    const [here, now] = await Promise.all(
      [client, there].map(async (by) => download(by, await linkOf(by, path, 'portrait'), { accept: 'image/*' })),
    );
    expect([here?.status, now?.status]).toEqual([200, 200]);
    expect(now?.bytes.equals(here?.bytes as Buffer)).toBe(true);
  });

  it('lets people sign in with their passwords', async () => {
    const { name, environment } = arrived;
    const body = { account: name, environment, email: second.email, password: second.password };
    const person = browser(target.url);
    const { status, text } = await person.call('POST', '/admin-api/session', { body });
    expect([status, text]).toEqual([200, text]);
    const views = await person.call('GET', '/admin-api/saved-views');
    expect(views.body.items.map(({ name }: { name: string }) => name)).toEqual(['Of one person']);
  });

  it('has the same administration, and nobody there runs the installation', async () => {
    const now = await administrationOf(await target.person(arrived));
    const people = now.administrators as (Row & { isOperator: boolean })[];
    expect(people.filter(({ isOperator }) => isOperator)).toEqual([]);
    for (const [path, rows] of Object.entries(administration)) {
      const found = new Set((now[path] ?? []).map(comparable));
      const missing = rows.map(comparable).filter((row) => !found.has(row));
      expect([path, missing]).toEqual([path, []]);
    }
  });

  it('names the same client applications and people in its log, under their new ids', async () => {
    const lists = await administrationOf(await target.person(arrived));
    type Entry = Row & { action: string; subjectId: string; actorId: string; after: { name: string } };
    const nameOf = new Map(lists['client-applications']?.map(({ id, name }) => [id, name]));
    const people = new Set(lists.administrators?.map(({ id }) => id));
    for (const path of ['audit-entries', 'history-entries']) {
      expect([path, lists[path]?.length]).not.toEqual([path, 0]);
    }
    const entries = lists['audit-entries'] as Entry[];
    const created = entries.filter(({ action }) => action === 'client-application.created');
    expect(created.map(({ subjectId }) => nameOf.get(subjectId))).toEqual(created.map(({ after }) => after.name));
    const byPeople = entries.filter(({ actorKind }) => actorKind === 'person');
    expect(byPeople.length).toBeGreaterThan(0);
    expect(byPeople.filter(({ actorId }) => !people.has(actorId))).toEqual([]);
  });

  it('goes on with ids that were never used', async () => {
    const used = (await client.call('GET', `${pathOf(resources.professions)}?limit=1000`)).body.items as Row[];
    const next = await createExample(there, resources.professions);
    expect(used.map(({ id }) => Number(id)).every((id) => id < Number(next.id))).toBe(true);
    const changed = await there.call('PATCH', `${pathOf(resources.professions)}/${next.id}`, {
      body: changeOf(resources.professions),
    });
    expect(changed.status).toBe(200);
  });

  it('is refused a second time', async () => {
    const again = await muster(target, 'accounts', 'import', archive, '--name', 'another');
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('is here already')]);
  });

  it('is refused under a name that is no name', async () => {
    const wrong = await muster(target, 'accounts', 'import', archive, '--name', 'no name');
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('letters and digits')]);
  });
});

/** Links to files hold a token of the installation, and cursors one too. */
const withoutTokens = (text: string): string => text.replaceAll(/(token=|page=)[^"&]+/g, '$1');

/** Without ids that may be others, and without what the test itself changes. */
const comparable = (row: Row): string =>
  JSON.stringify(row)
    .replaceAll(source.url, target.url)
    .replaceAll(/("id":"|"subjectId":"|"actorId":"|administrators\/|client-applications\/|api-keys\/)\d+/g, '$1')
    .replaceAll(
      /"(lastSignedInAt|lastUsedAt|lastUpdatedAt|secretCreatedAt|previousSecretExpiresAt|isOperator)":[^,}]*/g,
      '',
    );

describe('an account that is deleted', () => {
  it('is closed at once, and opened again by its operator', async () => {
    const { account: firm, client: caller } = await newcomer(source);
    const closed = await example(source, 'muster accounts delete --account acme', firm.name);
    expect([closed.status, closed.stderr]).toEqual([0, '']);
    await vi.waitFor(async () => expect((await caller.call('GET', '/svc-api/departments')).status).toBe(401), 5000);
    const kept = await example(source, 'muster accounts keep --account acme', firm.name);
    expect([kept.status, kept.stderr]).toEqual([0, '']);
    await vi.waitFor(async () => expect((await caller.call('GET', '/svc-api/departments')).status).toBe(200), 5000);
  });

  it('is removed with everything when its grace time has ended', async () => {
    const files = await filesIn(source.filesDir);
    expect(files.some((name) => name.includes(`${account.id}/`))).toBe(true);
    await example(source, 'muster accounts delete --account acme --after 7d --yes');
    expect((await muster(source, 'accounts', 'keep', '--account', account.name)).status).toBe(0);
    await muster(source, 'accounts', 'delete', '--account', account.name, '--after', '0');
    await vi.waitFor(
      async () => expect((await listAccounts(source.database)).map(({ id }) => id)).not.toContain(account.id),
      { timeout: 20_000, interval: 200 },
    );
    expect(source.logLines.filter((line) => line.includes('could not be filled or emptied'))).toEqual([]);
    for (const { name } of await tablesOfAccounts(source.database)) {
      const rows = await source.database
        .session(account.id)
        .run({ text: `select 1 from ${name} where account_id = $1 limit 1` });
      // Requests are logged in the background.
      if (name !== 'request_log') expect([name, rows.length]).toEqual([name, 0]);
    }
    expect((await filesIn(source.filesDir)).filter((name) => name.includes(`${account.id}/`))).toEqual([]);
  });
});

it('every example of the help was run', () => {
  expect([...ran].sort()).toEqual([...archiveExamples].sort());
});
