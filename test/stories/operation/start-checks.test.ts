// What a start checks of its machine and its database, as `muster doctor` shows it and as a start refuses.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byService } from '@muster/contract/author.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { derivedKeys } from '../../../server/identity/auth/installation-key.ts';
import { vaultOf } from '../../../server/identity/auth/vault.ts';
import { openDatabase } from '../../../server/platform/database/database.ts';
import { migrate } from '../../../server/platform/database/migrate.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { checkBackup, checkDatabase, refuseFailed } from '../../../server/start/checks.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { forgetfulPooler } from '../../support/forgetful-pooler.ts';
import { runMuster } from '../../support/muster-line.ts';

let fresh: FreshDatabase;
let folder: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'muster-checks-'));
});
afterAll(async () => {
  await fresh.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Finding {
  readonly name: string;
  readonly finding: string;
  readonly mend: string | null;
  readonly isPassed: boolean;
}

async function doctor(url: string, env: Record<string, string> = {}) {
  const settings = { MUSTER_DATA_DIR: folder, DATABASE_URL: url, PORT: '0', ...env };
  const { status, stdout } = await runMuster(['doctor', '--json'], settings);
  const checks = JSON.parse(stdout).checks as Finding[];
  return { status, failed: checks.filter(({ isPassed }) => !isPassed), names: checks.map(({ name }) => name) };
}

/** The same database as another role. */
function urlOf({ url }: FreshDatabase, role: string, password: string): string {
  const other = new URL(url);
  other.username = role;
  other.password = password;
  return other.href;
}

function superuserUrl({ url }: FreshDatabase): string {
  const all = new URL(inject('superuserUrl'));
  all.pathname = new URL(url).pathname;
  return all.href;
}

async function asSuperuser<T>(url: string, work: (connection: pg.Client) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

test('a database in order passes every check', async () => {
  const { status, failed, names } = await doctor(fresh.url);
  expect({ status, failed }).toEqual({ status: 0, failed: [] });
  expect(names).toEqual([
    'data folder',
    'connection',
    'version',
    'role',
    'rights',
    'encoding',
    'extensions',
    'session settings',
    'connections',
    'schema',
    'rows',
    'encryption key',
    'file storage',
  ]);
  const { stdout } = await runMuster(['doctor'], { MUSTER_DATA_DIR: folder, DATABASE_URL: fresh.url, PORT: '0' });
  expect(stdout).toContain('A start would find everything in order.');
});

test('a role to which row-level security does not apply is refused, also by a start', async () => {
  const superuser = await doctor(superuserUrl(fresh));
  expect(superuser).toMatchObject({
    status: 1,
    failed: [{ name: 'role', mend: expect.stringContaining('ALTER ROLE') }],
  });
  const name = `bypassing_${process.pid}`;
  await asSuperuser(superuserUrl(fresh), (connection) =>
    connection.query(`create role ${name} login bypassrls password 'x'; grant all on schema public to ${name};
grant select on migrations, installation to ${name}`),
  );
  try {
    const bypassing = await doctor(urlOf(fresh, name, 'x'));
    expect(bypassing.failed).toMatchObject([{ name: 'role', finding: expect.stringContaining('BYPASSRLS') }]);
  } finally {
    await asSuperuser(superuserUrl(fresh), (connection) =>
      connection.query(`drop owned by ${name} cascade; drop role ${name}`),
    );
  }
  const checks = await checkDatabase(superuserUrl(fresh), 'auto');
  expect(() => refuseFailed(checks)).toThrow(/^The role \S+ is a superuser, so row-level security, .* ALTER ROLE /);
});

test('missing rights, a wrong encoding and a schema that lacks something are found, each with what to do', async () => {
  const bare = await emptyDatabase();
  const name = new URL(bare.url).pathname.slice(1);
  await asSuperuser(superuserUrl(fresh), async (connection) => {
    await connection.query(`drop database ${name}`);
    await connection.query(
      `create database ${name} encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0`,
    );
  });
  const { failed } = await doctor(bare.url);
  expect(failed).toMatchObject([
    { name: 'rights', mend: expect.stringContaining('OWNER TO') },
    { name: 'encoding', mend: expect.stringContaining('UTF8') },
    { name: 'extensions', mend: expect.stringContaining('CREATE EXTENSION btree_gist; CREATE EXTENSION pg_trgm;') },
  ]);
  await bare.drop();

  const later = await freshDatabase();
  await asSuperuser(later.url, (connection) =>
    connection.query(`insert into migrations values ('9999-of-a-later-release.sql', 'x', now(), 'contract')`),
  );
  expect((await doctor(later.url)).failed).toMatchObject([
    {
      name: 'schema',
      finding:
        'The schema is too new for this release: the migration 9999-of-a-later-release.sql has removed what this release needs.',
      mend: expect.stringContaining('restore a backup'),
    },
  ]);
  await expect(migrate(later.url, new Date())).rejects.toThrow('The schema is too new for this release');
  await later.drop();
});

test('another key, a folder that is no folder, and a database that is away are found', async () => {
  const keyed = await freshDatabase();
  const check = Buffer.alloc(32, 1).toString('base64url');
  await asSuperuser(keyed.url, (connection) =>
    connection.query(
      `insert into installation (id, key_check, created_at) values (gen_random_uuid(), '${check}', now())`,
    ),
  );
  expect((await doctor(keyed.url)).failed).toMatchObject([
    { name: 'encryption key', finding: expect.stringContaining('this process has none') },
  ]);
  const other = { MUSTER_ENCRYPTION_KEY: Buffer.alloc(32, 2).toString('hex') };
  expect((await doctor(keyed.url, other)).failed).toMatchObject([
    { name: 'encryption key', finding: expect.stringContaining('is not the one') },
  ]);
  await keyed.drop();
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  await chmod(file, 0o400);
  const wrong = await doctor('postgres://nobody:secret@127.0.0.1:1/none', { MUSTER_DATA_DIR: file });
  expect(wrong.failed.map(({ name }) => name)).toEqual(['data folder', 'connection']);
  expect(JSON.stringify(wrong)).not.toContain('secret');
});

test('times and dates are right when the database has other settings and a pooler drops ours', async () => {
  const tokyo = await freshDatabase();
  const name = new URL(tokyo.url).pathname.slice(1);
  await asSuperuser(superuserUrl(fresh), (connection) =>
    connection.query(
      `alter database ${name} set timezone to 'Asia/Tokyo'; alter database ${name} set datestyle to 'German'`,
    ),
  );
  const pooler = await forgetfulPooler(tokyo.url);
  expect((await doctor(pooler.url)).failed).toEqual([]);
  const database = openDatabase({
    url: pooler.url,
    connectionsMax: 1,
    statementMs: 5000,
    now: () => new Date(),
    vault: vaultOf(derivedKeys(Buffer.alloc(32))),
    author: byService(),
    onError: () => undefined,
  });
  const moment = `timestamptz '2026-03-01 12:00:00Z'::text as moment, date '2026-03-01'::text as day`;
  expect(await database.query(`select ${moment}, current_setting('statement_timeout') as "limit"`)).toEqual([
    { moment: '2026-03-01 12:00:00+00', day: '2026-03-01', limit: '5s' },
  ]);
  await database.close();
  pooler.close();
  // A pooler that does not know startup options refuses them, unless it drops them.
  expect(pooler.sent).not.toContain('options');
  await tokyo.drop();
});

test('of several servers, the one that is reached and takes changes is used', async () => {
  const { host } = new URL(fresh.url);
  const several = fresh.url.replace(host, `127.0.0.1:1,${host}`);
  const options = { connectionsMax: 2, statementMs: 5000, now: () => new Date(), author: byService() };
  const vault = vaultOf(derivedKeys(Buffer.alloc(32)));
  const database = openDatabase({
    ...options,
    vault,
    url: `${several}?target_session_attrs=read-write`,
    onError: () => undefined,
  });
  expect(await Promise.all([1, 2, 3].map(() => database.query('select 1 as one')))).toHaveLength(3);
  await database.close();
  expect((await doctor(several)).failed).toEqual([]);
  const standby = await freshDatabase();
  await asSuperuser(superuserUrl(fresh), (connection) =>
    connection.query(
      `alter database ${new URL(standby.url).pathname.slice(1)} set default_transaction_read_only to on`,
    ),
  );
  expect((await doctor(`${standby.url}?target_session_attrs=read-write`)).failed).toMatchObject([
    { name: 'connection', finding: expect.stringContaining('takes no changes') },
  ]);
  expect((await doctor(standby.url)).failed).toMatchObject([
    { name: 'rights', finding: expect.stringContaining('no changes') },
  ]);
  await standby.drop();
});

test('the role for dumps that the documentation makes reads every table, and writes none', async () => {
  const document = await readFile(join(import.meta.dirname, '../../../docs/backups.md'), 'utf8');
  const [, statements = ''] = /```sql\n(create role muster_backup[^`]*)```/.exec(document) ?? [];
  const role = `dumps_${process.pid}`;
  const { rows: tables } = await asSuperuser(superuserUrl(fresh), async (connection) => {
    await connection.query(statements.replaceAll('muster_backup', role));
    return connection.query<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
  });
  try {
    await asSuperuser(urlOf(fresh, role, 'change%20me'), async (connection) => {
      // As pg_dump does: an error instead of missing rows.
      await connection.query('set row_security = off');
      await connection.query('begin');
      for (const { name } of tables) {
        await connection.query(`lock table ${name} in access share mode`);
        await connection.query(`select count(*) from ${name}`);
      }
      await expect(connection.query('delete from accounts')).rejects.toThrow('permission denied');
    });
  } finally {
    await asSuperuser(superuserUrl(fresh), async (connection) => {
      await connection.query(`drop owned by ${role}`);
      await connection.query(`drop role ${role}`);
    });
  }
});

test('doctor shows the age of the last backup', async () => {
  const path = join(folder, 'last-backup');
  await writeFile(path, 'by a script');
  expect((await doctor(fresh.url)).names).toContain('backup');
  const config = readConfig({ MUSTER_DATA_DIR: folder, MUSTER_BACKUP_TO: folder, MUSTER_BACKUP_EVERY: '1h' });
  expect((await checkBackup(config, new Date()))?.mend).toBeNull();
  const late = await checkBackup(config, new Date(Date.now() + 4 * 3_600_000));
  expect(late?.finding).toContain('hours old');
  expect(late?.mend).toContain('muster backup');
  await rm(path);
  expect((await checkBackup(config, new Date()))?.finding).toContain('There is no backup');
});
