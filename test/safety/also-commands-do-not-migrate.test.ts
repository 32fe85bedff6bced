/** Only `muster migrate` and the start of the service change the schema: nodes of the former release may still run. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { inFull } from '../support/form.ts';
import { type Ended, runMuster } from '../support/muster-line.ts';
import { type DataFolder, dataFolder } from '../support/started-service.ts';

let folder: DataFolder;
let database: FreshDatabase;
let connection: pg.Client;

beforeAll(async () => {
  folder = await dataFolder();
  database = await freshDatabase();
  connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
});
afterAll(async () => {
  await connection.end();
  await database.drop();
  await folder.discard();
});

const muster = (...args: string[]): Promise<Ended> =>
  runMuster(args, { DATABASE_URL: database.url, MUSTER_DATA_DIR: folder.path });

/** As if the last migration had not run: its record is missing, and it would fail on its own tables. */
async function forgetLastMigration(): Promise<string> {
  const { rows } = await connection.query<{ name: string }>(
    `delete from migrations where name = (select max(name) from migrations where kind = 'expand') returning name`,
  );
  return String(rows[0]?.name);
}

const namesApplied = async (): Promise<string[]> =>
  (await connection.query<{ name: string }>('select name from migrations order by name')).rows.map(({ name }) => name);

it('a command says that a migration is due and leaves the database as it is', async () => {
  const name = await forgetLastMigration();
  const before = await namesApplied();
  for (const args of [['accounts', 'list'], ['accounts', 'create', 'acme'], ['demo']]) {
    const { status, stdout, stderr } = await muster(...args);
    expect({ args, status, stdout }).toEqual({ args, status: 1, stdout: '' });
    expect(stderr).toContain(`A migration of the database is due (${name})`);
    expect(stderr).toContain('muster migrate');
  }
  expect(await namesApplied()).toEqual(before);
});

inFull('an empty database is not filled by a command either', async () => {
  const { status, stderr } = await folder.muster('accounts', 'list');
  expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('muster migrate') });
  expect((await folder.muster('migrate', '--json')).status).toBe(0);
  expect((await folder.muster('accounts', 'list')).status).toBe(0);
});
