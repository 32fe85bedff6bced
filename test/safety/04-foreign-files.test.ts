/** Two databases never share a storage of files, and removed files can be restored for 30 days. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { diskStorage } from '../../server/files/disk-storage.ts';
import { s3Storage } from '../../server/files/s3-storage.ts';
import type { FileStorage } from '../../server/files/storage.ts';
import { statement } from '../../server/platform/database/statement.ts';
import { type S3Server, startS3 } from '../judges/s3-server.ts';
import { bulkService } from '../support/commands/bulk.ts';
import { newcomer, type Row } from '../support/examples.ts';
import { download, linkOf, somePdf, uploaded } from '../support/files/files.ts';
import { inForm, inFull } from '../support/form.ts';
import { hired } from '../support/people/personal-records.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

const dayMs = 86_400_000;

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

async function keysOf(storage: FileStorage): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.keys()) keys.push(key);
  return keys;
}

async function quarantineOf(storage: FileStorage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.quarantined()) keys.push(key);
  return keys;
}

/** An employment with a document, and a function that reads its bytes. */
async function document(client: TestClient): Promise<{ file: Row; path: string }> {
  const file = await uploaded(client);
  const person = await hired(client);
  const employments = await client.call('GET', `/svc-api/employments?employee.id=${person.id}`);
  const path = `/svc-api/employments/${employments.body.items[0].id}`;
  const changed = await client.call('PATCH', path, { body: { document: { id: file.id } } });
  expect(changed.status, changed.text).toBe(200);
  return { file, path };
}

describe.each(inForm({ short: ['disk'], full: ['disk', 's3'] }))('on %s', (kind) => {
  let folder: string;
  let prefix: string;
  let storage: FileStorage;
  let service: TestService;
  let client: TestClient;
  const services: TestService[] = [];

  /** As it was before storages had an owner. */
  const unmark = (): Promise<void> =>
    kind === 'disk' ? rm(join(folder, '.installation')) : s3.remove(`${prefix}.installation`);

  const start = async (options: Parameters<typeof testService>[0] = {}): Promise<TestService> => {
    const started = await testService({ storage, ...options });
    services.push(started);
    return started;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muster-shared-'));
    prefix = `p${randomBytes(4).toString('hex')}/`;
    storage = kind === 'disk' ? diskStorage(folder) : s3Storage(s3.settings(prefix));
    service = await start();
    ({ client } = await newcomer(service));
  });
  afterEach(async () => {
    for (const one of services.splice(0)) await one.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('a second database is refused in one sentence that says what to do, and removes nothing', async () => {
    const { file } = await document(client);
    const before = await keysOf(storage);
    expect(before).toHaveLength(1);
    await expect(start()).rejects.toThrow(
      /^The storage of files \(.*\) belongs to another installation: give .*MUSTER_FILES_DIR.*, or, .*"muster files adopt"\.$/s,
    );
    expect(await keysOf(storage)).toEqual(before);
    expect(before[0]).toContain(file.id);
  });

  inFull('of two first starts at once on one storage, one wins', async () => {
    const empty = kind === 'disk' ? diskStorage(join(folder, 'new')) : s3Storage(s3.settings('race/'));
    const starts = await Promise.allSettled([start({ storage: empty }), start({ storage: empty })]);
    const running = starts.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    expect(running.length).toBeGreaterThanOrEqual(kind === 'disk' ? 1 : 0);
    if (kind === 'disk') expect(running.length).toBe(1);
    // Without conditional writes both may have started: then the one that is not the owner removes nothing.
    if (running.length === 2) {
      const sweeps = await Promise.allSettled(running.map(({ fileSweep }) => fileSweep.removeOrphans()));
      expect(sweeps.filter(({ status }) => status === 'rejected').length).toBe(1);
    }
  });

  inFull('a sweep removes nothing where the storage says another name meanwhile', async () => {
    const orphan = `1/${crypto.randomUUID()}`;
    await storage.write(
      orphan,
      (async function* () {
        yield Buffer.from('x');
      })(),
    );
    await storage.remark(crypto.randomUUID());
    service.advance(3 * dayMs);
    await expect(service.fileSweep.removeOrphans()).rejects.toThrow(/belongs to another installation/);
    await expect(service.fileSweep.removeUnreferenced()).rejects.toThrow(/belongs to another installation/);
    await expect(service.fileSweep.tidyQuarantine()).rejects.toThrow(/belongs to another installation/);
    expect(await keysOf(storage)).toContain(orphan);
  });

  test('files without a marker are adopted by the database that knows them, and by no other', async () => {
    await document(client);
    await unmark();
    await expect(start()).rejects.toThrow(/holds files that this database does not know/);
    expect(await storage.marker()).toBeNull();
    await service.fileSweep.removeOrphans();
    expect(await storage.marker()).not.toBeNull();
  });

  test('removed files lie in quarantine for 30 days, come back when a row names them, and then go for good', async () => {
    const { file, path } = await document(client);
    const account =
      (await service.database.query<{ id: string }>('select account_id::text as id from files'))[0]?.id ?? '';
    const key = `${account}/${file.id}`;
    // The row is lost, as after restoring an older copy of the database.
    const session = service.database.session(account);
    const [kept] = await session.run<{ row: unknown }>(
      statement('select to_jsonb(files) as row from files where account_id = $1'),
    );
    const run = (text: string, ...values: unknown[]) => session.run(statement(text), values);
    await run('update employments set document_id = null where account_id = $1');
    await run('delete from files where account_id = $1');
    service.advance(2 * dayMs);
    await service.fileSweep.removeOrphans();
    expect([await keysOf(storage), await quarantineOf(storage)]).toEqual([[], [key]]);
    service.advance(30 * dayMs - 3_600_000);
    await service.fileSweep.tidyQuarantine();
    expect(await quarantineOf(storage)).toEqual([key]);
    // The row exists again.
    await run(
      'insert into files select restored.* from jsonb_populate_record(null::files, $2) as restored where $1::bigint > 0',
      JSON.stringify(kept?.row),
    );
    await run(
      'update employments set document_id = $2 where account_id = $1 and id = $3::bigint',
      file.id,
      path.split('/').at(-1),
    );
    client = await service.renewed(client);
    await service.fileSweep.tidyQuarantine();
    expect([await keysOf(storage), await quarantineOf(storage)]).toEqual([[key], []]);
    // And again, by reading it.
    await storage.quarantine(key, service.now());
    const link = await linkOf(client, path, 'document');
    const got = await download(client, `${link}&disposition=attachment`);
    expect(Buffer.from(got.bytes).equals(somePdf)).toBe(true);
    expect([await keysOf(storage), await quarantineOf(storage)]).toEqual([[key], []]);
    await run('update employments set document_id = null where account_id = $1');
    await run('delete from files where account_id = $1');
    await storage.quarantine(key, service.now());
    service.advance(30 * dayMs + 1000);
    await service.fileSweep.tidyQuarantine();
    expect([await keysOf(storage), await quarantineOf(storage)]).toEqual([[], []]);
  });
});

test('an operator adopts a storage deliberately, and the service then starts on it', async () => {
  const operated = await bulkService();
  const dir = join(operated.folder, 'files');
  const foreign = diskStorage(dir);
  await foreign.mark(crypto.randomUUID());
  await expect(
    testService({ databaseUrl: operated.databaseUrl, masterKey: operated.masterKey, storage: foreign }),
  ).rejects.toThrow(/belongs to another installation/);
  const reported = await operated.musterJson('files', 'adopt');
  expect(reported).toMatchObject({ storage: dir, files: 0, known: 0, installation: await foreign.marker() });
  const started = await testService({
    databaseUrl: operated.databaseUrl,
    masterKey: operated.masterKey,
    storage: foreign,
  });
  await started.stop();
  await operated.stop();
});
