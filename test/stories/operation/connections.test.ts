/** MUSTER_DATABASE_CONNECTIONS is the number of connections that a process opens, however many requests come. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { readRunFile } from '../../../server/start/run-file.ts';
import { connection } from '../../support/commands/interrupted-command.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { call, tokenFor } from '../../support/service.ts';
import { type DataFolder, dataFolder } from '../../support/started-service.ts';

/** The least that a service takes; all but five are for other things than requests. */
const connections = 26;
const forRequests = 5;

let database: FreshDatabase;
let folder: DataFolder;
let metricsPort: number;
beforeAll(async () => {
  database = await freshDatabase();
  metricsPort = await findFreePort();
  folder = await dataFolder(undefined, {
    DATABASE_URL: database.url,
    MUSTER_DATABASE_CONNECTIONS: String(connections),
    MUSTER_METRICS_PORT: String(metricsPort),
    MUSTER_DEMO: 'false',
  });
});
afterAll(async () => {
  await folder.discard();
  await database.drop();
});

const open = async (): Promise<Record<string, number>> => {
  const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
  const found = text.matchAll(/^muster_database_connections\{pool="(\w+)",state="open"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, pool, count]) => [pool, Number(count)]));
};

test('under load, requests have what others leave of it', { timeout: 120_000 }, async () => {
  folder.launch();
  await expect.poll(() => readRunFile(folder.path), { timeout: 60_000 }).not.toBeNull();
  const baseUrl = `http://localhost:${readRunFile(folder.path)?.settings.PORT}`;
  await folder.muster('accounts', 'create', 'acme');
  const words = 'clients create --account acme --name Load --contact it@example.com --scopes all --json';
  const token = await tokenFor(baseUrl, JSON.parse((await folder.muster(...words.split(' '))).stdout));
  const watcher = await connection(database.url);
  const counted = `select count(*)::int as open from pg_stat_activity
where datname = current_database() and application_name like 'muster%'`;
  let most = 0;
  for (let round = 0; round < 10; round += 1) {
    const requests = Array.from({ length: 40 }, (_, at) =>
      call(baseUrl, token, 'GET', `/svc-api/employees?limit=${at + 1}`),
    );
    most = Math.max(most, (await watcher.query<{ open: number }>(counted)).rows[0]?.open ?? 0);
    await Promise.all(requests);
  }
  const { requests, ...others } = await open();
  expect(Object.keys(others)).toHaveLength(7);
  // One account never has all of them.
  expect(requests).toBeGreaterThan(1);
  expect(requests).toBeLessThanOrEqual(forRequests);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(connections);
  await watcher.end();
});
