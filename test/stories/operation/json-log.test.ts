/** With MUSTER_LOG_FORMAT=json, a program reads standard output: every line is JSON, whatever the service does. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startArguments, startEnvironment } from '../../../bench/start-flags.ts';
import { readRunFile } from '../../../server/start/run-file.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { oneIn } from '../../support/form.ts';
import { type DataFolder, dataFolder, type Ended } from '../../support/started-service.ts';

let database: FreshDatabase;
let folder: DataFolder;
beforeAll(async () => {
  database = await freshDatabase();
  folder = await dataFolder(undefined, { DATABASE_URL: database.url, MUSTER_LOG_FORMAT: 'json' });
});
afterAll(async () => {
  await folder.discard();
  await database.drop();
});

const linesOf = ({ stdout }: Ended): { readonly msg: string }[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const startWith = (env: Readonly<Record<string, string>>) =>
  folder.run(startArguments, { env: { ...startEnvironment, ...env } });

test('from the first start to the stop, every line is JSON and says what happens', async () => {
  const service = folder.launch();
  const portOf = () => readRunFile(folder.path)?.settings.PORT;
  await expect.poll(portOf, { timeout: 60_000 }).toBeDefined();
  const url = `http://localhost:${portOf()}`;
  expect((await fetch(`${url}/svc-api/employees`)).status).toBe(401);
  const wrong = { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } };
  expect((await fetch(`${url}/connect/token`, wrong)).ok).toBe(false);
  // A start that is refused does not disturb the reader either.
  const second = await startWith({ PORT: portOf() ?? '' });
  expect([second.status, linesOf(second)]).toEqual([1, []]);
  expect(second.stderr).toContain(`Port ${portOf()} is`);
  const ended = await service.signal('SIGTERM');
  expect([ended.status, ended.stderr]).toEqual([0, '']);
  const said = linesOf(ended).map(({ msg }) => msg);
  for (const sentence of ['the demo account is being created', 'ready', 'answered', 'stopping on SIGTERM']) {
    expect(
      said.some((line) => line.startsWith(sentence)),
      sentence,
    ).toBe(true);
  }
}, 120_000);

const refusedStarts: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['a setting that is wrong', { PORT: 'many' }],
  ['a database that is away', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }],
  ['a data folder that is no folder', { MUSTER_DATA_DIR: '/dev/null' }],
];

test.each(oneIn(3, refusedStarts, 2))('a start with %s says so on standard error alone', async (_, env) => {
  const ended = await startWith(env);
  expect([ended.status, linesOf(ended)]).toEqual([1, []]);
  expect(ended.stderr.trim().split('\n').length, ended.stderr).toBeLessThanOrEqual(3);
  expect(ended.stderr).not.toContain('    at ');
});
