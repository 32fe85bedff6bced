/** A data folder of an earlier major version of PostgreSQL is refused at start, and upgraded by one command. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import { type Cluster, connectionUrl, readPasswords } from '../../../server/platform/database/embedded/cluster.ts';
import { startPostmaster, stopPostmaster } from '../../../server/platform/database/embedded/postmaster.ts';
import { chooseUser } from '../../../server/platform/database/embedded/system-user.ts';
import { startEmbedded } from '../../../server/platform/database/embedded.ts';
import { throwawaySettings } from '../../support/cluster.ts';
import type { postgresExamples } from '../../support/commands/story-examples.ts';
import { runMuster } from '../../support/muster-line.ts';
import { company, hired } from '../../support/people/people.ts';
import { confidential, personalRecord } from '../../support/people/personal-records.ts';
import { type TestClient, testService } from '../../support/service.ts';
import { throwawayFolder } from '../../support/throwaway-folder.ts';

/** Debian's own, of the version before ours. */
const installed = '/usr/lib/postgresql';
const version = existsSync(installed)
  ? readdirSync(installed).find(
      (name) => Number(name) >= 15 && Number(name) < 18 && existsSync(`${installed}/${name}/bin/postgres`),
    )
  : undefined;
const bin = `${installed}/${version}/bin`;
const masterKey = randomBytes(32);
let root: string;
let dataDir: string;

beforeAll(async () => {
  root = await throwawayFolder('muster-upgrade-');
  // PostgreSQL runs as another user if this process is root.
  await chmod(root, 0o711);
  dataDir = join(root, 'data');
  await mkdir(dataDir, 0o711);
});
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 20 }));

const muster = (line: (typeof postgresExamples)[number]) =>
  runMuster(line.replace('/usr/lib/postgresql/15/bin', bin).split(' ').slice(1), {
    MUSTER_DATA_DIR: dataDir,
    MUSTER_ENCRYPTION_KEY: masterKey.toString('hex'),
    MUSTER_DEMO: 'false',
  });

/** As a release would have made it that brought the former version. */
async function formerCluster(): Promise<Cluster> {
  const folder = join(dataDir, 'postgres');
  const draw = () => randomBytes(24).toString('base64url');
  const passwords = { superuser: draw(), application: draw() };
  await writeFile(join(dataDir, 'postgres-passwords.json'), JSON.stringify(passwords), { mode: 0o600 });
  await mkdir(folder, 0o700);
  const user = chooseUser(join(dataDir, 'nothing'));
  const passwordFile = join(root, 'password');
  await writeFile(passwordFile, passwords.superuser);
  if (user) for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid);
  const args = [`--pgdata=${folder}`, `--pwfile=${passwordFile}`, '--username=postgres', '--auth=scram-sha-256'];
  execFileSync(join(bin, 'initdb'), [...args, '--encoding=UTF8', '--locale=C', '--data-checksums'], {
    ...user,
    cwd: '/',
  });
  const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  return { folder, passwords: await readPasswords(dataDir), programs, user };
}

const listed = async (client: TestClient, path: string): Promise<string> =>
  (await client.call('GET', `/svc-api/${path}?limit=1000`)).text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '');

test.skipIf(version === undefined)(
  'an earlier PostgreSQL is refused with the command, and upgraded by it',
  async () => {
    const storage = diskStorage(join(dataDir, 'files'));
    const cluster = await formerCluster();
    const postmaster = await startPostmaster(cluster, { log: () => undefined, settings: throwawaySettings });
    const before = await testService({
      databaseUrl: connectionUrl(cluster, 'application', postmaster.port),
      masterKey,
      storage,
    });
    const client = await before.client(await before.openAccount('acme'));
    await personalRecord(client, await hired(client, await company(client)), confidential);
    const paths = ['employees', 'employments', 'employee-personal-records', 'departments'];
    const texts = await Promise.all(paths.map((path) => listed(client, path)));
    await before.stop();
    await stopPostmaster(postmaster, cluster);

    const refused = startEmbedded({ dataDir, log: () => undefined });
    await expect(refused).rejects.toThrow(`is of PostgreSQL ${version}, and this release brings PostgreSQL 18`);
    await expect(startEmbedded({ dataDir, log: () => undefined })).rejects.toThrow('"muster upgrade-postgres"');

    const upgraded = await muster('muster upgrade-postgres --programs /usr/lib/postgresql/15/bin');
    expect([upgraded.status, upgraded.stderr]).toEqual([0, '']);
    expect(upgraded.stdout).toContain('is of PostgreSQL 18 now');
    const former = readdirSync(dataDir).filter((name) => name.startsWith(`postgres.${version}-`));
    expect(former).toHaveLength(1);
    expect((await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).trim()).toBe('18');

    const server = await startEmbedded({ dataDir, log: () => undefined, settings: throwawaySettings });
    const after = await testService({ databaseUrl: server.url, masterKey, storage });
    try {
      const reader = await after.renewed(client);
      expect(await Promise.all(paths.map((path) => listed(reader, path)))).toEqual(texts);
    } finally {
      await after.stop();
      await server.stop();
    }
    const again = await muster('muster upgrade-postgres');
    expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('already')]);
  },
  180_000,
);

test.skipIf(version === undefined)(
  'an upgrade that was interrupted before its last step is completed by a start',
  async () => {
    await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.upgraded'));
    const server = await startEmbedded({ dataDir, log: () => undefined, settings: throwawaySettings });
    await server.stop();
    expect(readdirSync(dataDir)).not.toContain('postgres.upgraded');
    expect(readdirSync(dataDir)).toContain('postgres');
  },
);
