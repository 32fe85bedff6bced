// A first start that is stopped at different moments ends soon, leaves no PostgreSQL running, and the next one goes on. Its
// telemetry goes to a collector that does not answer, which must not matter.
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull, oneIn } from '../../support/form.ts';
import { type DataFolder, dataFolder } from '../../support/started-service.ts';

let folder: DataFolder;
/** A collector that takes connections and never answers. */
const silent = createServer();
beforeAll(async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  folder = await dataFolder(undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await folder.discard();
  silent.close();
});

const isThere = (name: string) => () => existsSync(join(folder.path, name));

/** Clusters that are being created. */
const drafts = () => readdirSync(folder.path).filter((name) => name.includes('.new-'));

/** The moments of a first start in their order. Each start goes on where the former was stopped. */
const moments: readonly (readonly [string, () => boolean, NodeJS.Signals])[] = [
  ['the data folder is locked', isThere('postgres.lock'), 'SIGTERM'],
  ['the database is being created', () => drafts().length > 0, 'SIGINT'],
  ['PostgreSQL starts', isThere('postgres/postmaster.pid'), 'SIGTERM'],
  ['PostgreSQL runs', () => folder.postgresPid() !== null, 'SIGINT'],
  ['the key is written', isThere('encryption-key'), 'SIGTERM'],
];

test('a start ends within two seconds of a signal, at any moment, and the next one goes on', async () => {
  for (const [moment, isReached, signal] of oneIn(2, moments, 1)) {
    // Left by the former start, and removed by the next one: its own is waited for.
    for (const name of drafts()) await rm(join(folder.path, name), { recursive: true, maxRetries: 20 });
    const started = folder.launch();
    while (!isReached()) await pause(5);
    const atMs = performance.now();
    const { status, stderr } = await started.signal(signal);
    // Ended by the signal itself if it came before the process listened to it.
    expect([moment, status ?? 0, stderr]).toEqual([moment, 0, '']);
    expect(performance.now() - atMs, moment).toBeLessThan(2000);
    expect([moment, folder.postgresPid()]).toEqual([moment, null]);
  }
  if (!isFull) return;
  const service = await folder.start();
  expect(service.stdout()).toContain('the demo account is being created: its people');
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  expect((await service.signal('SIGTERM')).status).toBe(0);
}, 120_000);
